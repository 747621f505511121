// `npm run bench`: builds the engine if it is stale and measures its throughput.
import { build } from "./build.mjs";

build(["engine"]);
await import("../packages/engine/dist/bench/run.js");
