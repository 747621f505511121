#!/usr/bin/env node
// Builds what is stale in a checkout, then runs the compiled command.
import { build } from "../../../scripts/build.mjs";

try {
  build(process.argv[2] === "run" ? ["node", "page"] : ["node"]);
} catch (error) {
  process.stderr.write(`\nsluice: the build failed: ${error.message}\n`);
  process.exit(1);
}
const { main } = await import("../dist/main.js");
process.exitCode = await main(process.argv.slice(2));
