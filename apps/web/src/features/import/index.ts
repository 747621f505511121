/** What other features may use of this one. */
export { importText } from "./import-file.ts";
