/** What a run is asked about values now and then: a chunk of its own, which comes with the first question. */
export { entryStatistics, findUnread, offerFormat, readLineTimes, snapshotsAt } from "@sluice/engine";
export { runGraph } from "../../core/workers/graph-run.ts";
export { createSuggestions } from "../../features/values/suggest.ts";
