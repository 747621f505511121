#!/usr/bin/env node
// Builds what is stale in a checkout, then runs the compiled command. SLUICE_BUILD=off leaves the building out.
import { buildOrExit } from "../../../scripts/build.mjs";
import { stopWithNpm } from "../../../scripts/stop-with-npm.mjs";

const argv = process.argv.slice(2);
if (argv[0] === "run") stopWithNpm();
const needsPage = argv[0] === "run" && !argv.includes("--help") && !argv.includes("-h");
if (process.env.SLUICE_BUILD !== "off") buildOrExit(needsPage ? ["node", "page"] : ["node"]);
const { main } = await import("../dist/main.js");
process.exitCode = await main(argv);
