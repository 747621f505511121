// `npm test`: its own set-up (dependencies, a browser), then `npm run check` and, beside it, the tests of the page against
// the real server and the real built page, and a real client that pushes profiles. Ends with what passed only at the second
// try, what failed, and `N passed, N failed`.
// `npm test -- --also-on-node 24` runs the units, the conformance vectors and that client on that Node from the package
// registry, too; with `--clients` come the clients of other languages, with `--firefox` the main path in a Firefox; what these
// need is installed where it is missing. CI does all of it.
import { parseArgs } from "node:util";
import { installDependencies } from "./install.mjs";

const started = performance.now();

const OPTIONS = {
  "also-on-node": { type: "string", multiple: true, default: [] },
  clients: { type: "boolean", default: false },
  firefox: { type: "boolean", default: false },
};

function readOptions() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    console.error(
      `npm test: ${error.message}\nusage: npm test [-- [--also-on-node VERSION …] [--clients] [--firefox]]`,
    );
    process.exit(2);
  }
}
const { "also-on-node": otherNodes, clients, firefox } = readOptions();

installDependencies();
const { check } = await import("./check.mjs");
const { findBrowser } = await import("./browser.mjs");
const { addTotals, conclude, NODE_CLIENT, PAGE } = await import("./run-steps.mjs");

const browser = findBrowser();
// What the servers of these tests run was built by a step before.
const totals = await check(
  ...(browser === undefined ? [] : [{ ...PAGE, env: { SLUICE_BROWSER: browser, SLUICE_BUILD: "off" } }]),
  NODE_CLIENT,
);
if (browser === undefined) {
  addTotals(totals, { passed: 0, failed: 1, failures: ["did not run, without a browser (see above)"] }, "page");
}

if (otherNodes.length > 0) {
  const { testOnNodes } = await import("./test-node.mjs");
  addTotals(totals, await testOnNodes(otherNodes));
}

if (clients) {
  console.log("\n══ clients of other languages that push profiles");
  const { testClients } = await import("./test-clients.mjs");
  const counted = await testClients(["python", "go"], { install: true });
  if (counted.absent.length > 0) console.log(`absent on this machine: ${counted.absent.join(", ")}`);
  addTotals(totals, counted, "clients");
}

if (firefox) {
  console.log("\n══ the page in Firefox");
  const { testFirefox } = await import("./test-firefox.mjs");
  addTotals(totals, await testFirefox({ install: true }), "Firefox");
}

console.log(`\nall of it took ${((performance.now() - started) / 1000).toFixed(0)} s`);
process.exit(conclude(totals));
