/** What other features may use of this one. */
export { EXAMPLES, isUntouchedExample } from "./examples.ts";
export { openExample } from "./open-example.ts";
