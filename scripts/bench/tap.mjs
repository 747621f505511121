// `npm run bench:tap`: builds the server if it is stale and measures the cost of taps for a pipeline.
import { buildOrExit } from "../build.mjs";

buildOrExit(["server"]);
await import("../../apps/server/dist/bench/tap.js");
