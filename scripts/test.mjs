// `npm test`: its own set-up (dependencies, a browser), then `npm run check` and, beside it, the tests of the page against
// the real server and the real built page, a real client that pushes profiles, and short forms of faults. Ends with the tests
// that passed only at the second try, the failures, and `N passed, N failed`.
//
// `npm test -- --also-on-node 24` also runs the units, the conformance vectors and that client on that Node from the
// package registry; `--clients` adds the clients of other languages, `--firefox` the main path in a Firefox, and what these
// need is installed if it is missing; `--faults` tries the faults at full rate after all else. CI does all but that. Clients
// of others that send logs (Python's, `logger`, `curl`) are part of the page's tests: those that the machine lacks are named
// at the end, and with `--clients` they fail. `--busy 4` runs all of it beside four busy programs, as on a busy laptop.
import { parseArgs } from "node:util";
import { installDependencies } from "./base/install.mjs";
import { messageOf } from "./base/message-of.mjs";
import { BUSY_OPTION, busyLoops, keepBusy } from "./check/busy-loops.mjs";

const started = performance.now();

const OPTIONS = /** @type {const} */ ({
  ...BUSY_OPTION,
  "also-on-node": { type: "string", multiple: true },
  clients: { type: "boolean", default: false },
  firefox: { type: "boolean", default: false },
  faults: { type: "boolean", default: false },
});

function readOptions() {
  try {
    const { busy, ...values } = parseArgs({ options: OPTIONS }).values;
    return { ...values, busy: busyLoops(busy) };
  } catch (error) {
    console.error(
      `npm test: ${messageOf(error)}\nusage: npm test [-- [--also-on-node VERSION …] [--clients] [--firefox] [--faults] [--busy N]]`,
    );
    process.exit(2);
  }
}
const { "also-on-node": otherNodes = [], clients, firefox, faults, busy } = readOptions();
const idle = keepBusy(busy);

installDependencies();
const { check } = await import("./check.mjs");
const { findBrowser } = await import("./base/browser.mjs");
const { prepareLogClients } = await import("./check/clients/log-clients.mjs");
const { addTotals, conclude, FAULTS, LONG_FAULTS, NODE_CLIENT, PAGE, runSteps } = await import("./check/run-steps.mjs");

const browser = findBrowser();
// Ahead of the test that starts them, which then finds them ready.
prepareLogClients({ install: clients });
/** What the servers of these tests run was built by a step before. */
const pageEnv = { SLUICE_BROWSER: browser, SLUICE_BUILD: "off", ...(clients && { SLUICE_CLIENTS: "all" }) };
const totals = await check(...(browser === undefined ? [] : [{ ...PAGE, env: pageEnv }]), FAULTS, NODE_CLIENT);
if (browser === undefined) {
  addTotals(totals, { passed: 0, failed: 1, failures: ["did not run, without a browser (see above)"] }, "page");
}

if (otherNodes.length > 0) {
  const { testOnNodes } = await import("./check/test-node.mjs");
  addTotals(totals, await testOnNodes(otherNodes));
}

if (clients) {
  console.log("\n══ clients of other languages that push profiles");
  const { testClients } = await import("./check/test-clients.mjs");
  addTotals(totals, await testClients(["python", "go"], { install: true }), "clients");
}

if (firefox) {
  console.log("\n══ the page in Firefox");
  const { testFirefox } = await import("./check/test-firefox.mjs");
  addTotals(totals, await testFirefox({ install: true }), "Firefox");
}

if (faults) {
  console.log("\n══ faults at full rate");
  addTotals(totals, await runSteps([LONG_FAULTS]));
}

idle();
console.log(`\nall of it took ${((performance.now() - started) / 1000).toFixed(0)} s`);
process.exit(conclude(totals));
