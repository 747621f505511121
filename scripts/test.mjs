// `npm test`: its own set-up (dependencies, a browser), then `npm run check` and, beside it, the tests of the page against
// the real server and the real built page, and a real client that pushes profiles. Ends with `N passed, N failed`.
// `npm test -- --also-on-node 24` runs the units, the conformance vectors and that client on that Node from the package
// registry, too; with `--clients` come the clients of other languages, which are installed where they are missing. CI does both.
import { parseArgs } from "node:util";
import { installDependencies } from "./install.mjs";

const started = performance.now();

const OPTIONS = {
  "also-on-node": { type: "string", multiple: true, default: [] },
  clients: { type: "boolean", default: false },
};

function readOptions() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    console.error(`npm test: ${error.message}\nusage: npm test [-- [--also-on-node VERSION …] [--clients]]`);
    process.exit(2);
  }
}
const { "also-on-node": otherNodes, clients } = readOptions();

installDependencies();
const { check } = await import("./check.mjs");
const { findBrowser } = await import("./browser.mjs");
const { NODE_CLIENT, PAGE } = await import("./run-steps.mjs");

const browser = findBrowser();
const totals = await check(
  ...(browser === undefined ? [] : [{ ...PAGE, env: { SLUICE_BROWSER: browser } }]),
  NODE_CLIENT,
);
if (browser === undefined) {
  console.log("\npage: did not run, without a browser (see above), which counts as failed");
  totals.failed++;
}

if (otherNodes.length > 0) {
  const { testOnNodes } = await import("./test-node.mjs");
  const { passed, failed } = await testOnNodes(otherNodes);
  totals.passed += passed;
  totals.failed += failed;
}

if (clients) {
  console.log("\n══ clients of other languages that push profiles");
  const { testClients } = await import("./test-clients.mjs");
  const { passed, failed, absent } = await testClients(["python", "go"], { install: true });
  if (absent.length > 0) console.log(`absent on this machine: ${absent.join(", ")}`);
  totals.passed += passed;
  totals.failed += failed;
}

console.log(`\nall of it took ${((performance.now() - started) / 1000).toFixed(0)} s`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);
