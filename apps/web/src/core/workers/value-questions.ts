/** What a run is asked about values now and then: a chunk of its own, which comes with the first question. */
export { entryStatistics, findUnread, offerFormat, readLineTimes, snapshotsAt } from "@sluice/engine";
export { createSuggestions } from "../../features/values/suggest.ts";
export { runGraph } from "./graph-run.ts";
