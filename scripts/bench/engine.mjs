// `npm run bench`: builds the engine if it is stale and measures its throughput.
import { buildOrExit } from "../build.mjs";

buildOrExit(["engine"]);
await import("../../packages/engine/dist/bench/run.js");
