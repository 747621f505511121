#!/usr/bin/env node
// Runs the bundled command. In a checkout it builds first what is stale; SLUICE_BUILD=off leaves that out.
import { existsSync } from "node:fs";
import { claimPort } from "./claim-port.mjs";
import { stopWithNpm } from "./stop-with-npm.mjs";

let argv = process.argv.slice(2);
const asksForHelp = argv.includes("--help") || argv.includes("-h");
if (argv[0] === "run") stopWithNpm();
if (argv[0] === "run" && !asksForHelp) {
  const claimed = await claimPort(argv.slice(1));
  if (claimed.refusal !== undefined) {
    process.stderr.write(`sluice run: ${claimed.refusal}\n`);
    process.exit(1);
  }
  argv = ["run", ...claimed.argv];
}
const isCheckout = existsSync(new URL("../src/main.ts", import.meta.url));
if (isCheckout && process.env.SLUICE_BUILD !== "off") {
  const { buildOrExit } = await import("../../../scripts/build.mjs");
  const needsPage = argv[0] === "run" && !asksForHelp;
  buildOrExit(needsPage ? ["node", "page"] : ["node"]);
}
const { main } = await import("../bundle/main.js");
process.exitCode = await main(argv);
