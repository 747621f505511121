/** What other features know of this one. */
export { closeImport, importText } from "./import-file.ts";
