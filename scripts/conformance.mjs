// `npm run conformance`: builds the engine if it is stale and runs the recorded vectors.
import { build } from "./build.mjs";

build(["engine"]);
await import("../packages/engine/dist/conformance/run.js");
