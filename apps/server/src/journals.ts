/** Journals on disk, for the command that looks into them. */
export { jsonLineOf } from "./core/entries/json-line.ts";
export {
  checkStopped,
  dropBefore,
  type FoundJournal,
  findJournals,
  InspectedJournal,
  JournalLocked,
  type JournalSummary,
} from "./journal/inspection.ts";
