// `npm run proposals`: builds the engine if it is stale and measures what is proposed for the logs of its corpus.
import { buildOrExit } from "../build.mjs";

buildOrExit(["engine"]);
await import("../../packages/engine/dist/bench/proposals.js");
