/** What other features may use of this one. */
export { closeImport, importText } from "./import-file.ts";
