// `npm run bench:journal`: builds the server if it is stale and measures what the store of a journal costs.
import { buildOrExit } from "../build.mjs";

buildOrExit(["server"]);
await import("../../apps/server/dist/bench/journal.js");
