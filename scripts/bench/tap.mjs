// `npm run bench:tap`: builds the server if it is stale and measures what taps cost a pipeline.
import { buildOrExit } from "../build.mjs";

buildOrExit(["server"]);
await import("../../apps/server/dist/bench/tap.js");
