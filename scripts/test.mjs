// `npm test`: its own set-up (dependencies, a browser), then `npm run check` and the tests of the page against the real
// server and the real built page. Ends with `N passed, N failed`. `npm test -- --also-on-node 24` runs the units and the
// conformance vectors on that Node from the package registry, too, as CI does.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { installDependencies } from "./install.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const started = performance.now();

function readOptions() {
  try {
    return parseArgs({ options: { "also-on-node": { type: "string", multiple: true, default: [] } } }).values;
  } catch (error) {
    console.error(`npm test: ${error.message}\nusage: npm test [-- --also-on-node VERSION …]`);
    process.exit(2);
  }
}
const otherNodes = readOptions()["also-on-node"];

installDependencies();
const { build } = await import("./build.mjs");
const { check } = await import("./check.mjs");
const { findBrowser } = await import("./browser.mjs");

const totals = check();

console.log("\n── page (Playwright)");
const browser = findBrowser();
if (browser === undefined) totals.failed++;
else {
  const scratch = mkdtempSync(join(tmpdir(), "sluice-e2e-"));
  try {
    build(["node", "page"]);
    const report = join(scratch, "report.json");
    const result = spawnSync(
      process.execPath,
      [join(root, "node_modules/playwright/cli.js"), "test", "--config", join(root, "e2e/playwright.config.ts")],
      {
        cwd: root,
        stdio: ["ignore", "inherit", "inherit"],
        env: { ...process.env, SLUICE_BROWSER: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      },
    );
    const { stats } = JSON.parse(readFileSync(report, "utf8"));
    totals.passed += stats.expected;
    totals.failed += stats.unexpected + stats.flaky + stats.skipped;
    if (result.status !== 0 && stats.unexpected + stats.flaky + stats.skipped === 0) totals.failed++;
  } catch (error) {
    console.log(`page: no result: ${error.message}`);
    totals.failed++;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

if (otherNodes.length > 0) {
  const { testOnNodes } = await import("./test-node.mjs");
  const { passed, failed } = testOnNodes(otherNodes);
  totals.passed += passed;
  totals.failed += failed;
}

console.log(`\nall of it took ${((performance.now() - started) / 1000).toFixed(0)} s`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);
