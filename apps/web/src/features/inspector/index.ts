/** What other features know of this one. */
export { EntryChanges, LineBox } from "./entry-diff.tsx";
