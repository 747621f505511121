// `npm run bench:tap`: builds the engine if it is stale and measures what taps cost a pipeline.
import { buildOrExit } from "./build.mjs";

buildOrExit(["engine"]);
await import("../packages/engine/dist/bench/tap.js");
