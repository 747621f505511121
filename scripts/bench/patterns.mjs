// Builds the engine if it is stale and measures how fast patterns are found.
import { buildOrExit } from "../build.mjs";

buildOrExit(["engine"]);
await import("../../packages/engine/dist/bench/patterns.js");
