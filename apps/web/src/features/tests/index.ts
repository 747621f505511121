/** What other features may use of this one. */
export { openTests } from "./test-commands.ts";
export { testsInWords } from "./tests.ts";
