// `npm run conformance`: builds the engine if it is stale and runs the recorded vectors.
import { buildOrExit } from "./build.mjs";

buildOrExit(["engine"]);
await import("../packages/engine/dist/conformance/run.js");
