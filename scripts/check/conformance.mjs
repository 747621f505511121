// `npm run conformance`: builds engine and server if they are stale and runs the recorded vectors: the engine's, and those
// of kinds that the server runs.
import { buildOrExit } from "../build.mjs";

buildOrExit(["engine", "server"]);
const { main } = await import("../../packages/engine/dist/conformance/run.js");
const { profilesKind } = await import("../../apps/server/dist/conformance/profiles-kind.js");
const { readKinds } = await import("../../apps/server/dist/conformance/read-kinds.js");
process.exitCode = await main(process.argv.slice(2), [profilesKind, ...readKinds]);
