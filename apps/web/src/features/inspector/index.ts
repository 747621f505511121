/** What other features may use of this one. */
export { EntryChanges, LineBox } from "./entry-diff.tsx";
