#!/usr/bin/env node
// Runs the bundled command. In a checkout it builds first what is stale; SLUICE_BUILD=off leaves that out.
import { existsSync } from "node:fs";
import { stopWithNpm } from "./stop-with-npm.mjs";

const argv = process.argv.slice(2);
if (argv[0] === "run") stopWithNpm();
const isCheckout = existsSync(new URL("../src/main.ts", import.meta.url));
if (isCheckout && process.env.SLUICE_BUILD !== "off") {
  const { buildOrExit } = await import("../../../scripts/build.mjs");
  const needsPage = argv[0] === "run" && !argv.includes("--help") && !argv.includes("-h");
  buildOrExit(needsPage ? ["node", "page"] : ["node"]);
}
const { main } = await import("../bundle/main.js");
process.exitCode = await main(argv);
