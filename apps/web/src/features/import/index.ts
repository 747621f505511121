/** What other features know of this one. */
export { importText } from "./import-file.ts";
