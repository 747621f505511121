/** What other features know of this one. */
export { keepState } from "./states.ts";
