/** Less frequent questions about values of a run: a separate chunk, loaded with the first of them. */
export {
  entryStatistics,
  findUnread,
  readLineTimes,
  snapshotsAt,
} from "@sluice/engine";
export { runGraph } from "../../core/workers/graph-run.ts";
export { createSuggestions } from "../../features/values/suggest.ts";
