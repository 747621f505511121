/** What other features may use of this one. */
export { keepState } from "./states.ts";
