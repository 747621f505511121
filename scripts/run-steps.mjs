// Runs the steps of a gate one after the other, whatever fails, and counts: vitest's report and lines `N passed, N failed`
// give single tests, any other step counts as one.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const stepsBelow =
  (folder) =>
  (name, script, ...args) => ({ name, args: [join(root, folder, script), ...args] });
/** A step: its name, a script of ours, and arguments. */
export const own = stepsBelow("scripts");
/** The same with a script of a package. */
export const installed = stepsBelow("node_modules");

export const UNITS = { ...installed("units", "vitest/vitest.mjs", "run"), count: countVitest };
export const ATTACKS = { ...own("attacks", "attack.mjs", "--quick"), count: countLine };
export const CONFORMANCE = { ...own("conformance", "conformance.mjs"), count: countLine };

/** Passed and failed tests of vitest's JSON report. */
function countVitest({ report }) {
  const { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests, success } = JSON.parse(
    readFileSync(report, "utf8"),
  );
  return {
    passed: numPassedTests,
    failed: success ? 0 : Math.max(1, numFailedTests, numFailedTestSuites),
    skipped: numPendingTests,
  };
}

/** The line `N passed, N failed` that the step ended with. */
function countLine({ output }) {
  const match = /^(\d+) passed, (\d+) failed$/m.exec(output);
  return match ? { passed: Number(match[1]), failed: Number(match[2]) } : { passed: 0, failed: 1 };
}

/** What results may depend on: Node, its ICU, and the time zone data that came with it. */
export function describeRuntime({ node, icu, tz }) {
  return `Node ${node}, ICU ${icu ?? "none"}, time zone data ${tz ?? "not known"}`;
}

/** Runs every step on a Node; gives the totals, and the names of the steps that failed. */
export function runSteps(steps, { node = process.execPath } = {}) {
  const scratch = mkdtempSync(join(tmpdir(), "sluice-check-"));
  const totals = { passed: 0, failed: 0, broken: [] };
  // What the steps start by name is the same Node.
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ""}` };
  for (const step of steps) {
    console.log(`\n── ${step.name}`);
    const started = performance.now();
    const report = join(scratch, "vitest.json");
    const extra = step.count === countVitest ? ["--reporter=default", "--reporter=json", `--outputFile=${report}`] : [];
    const result = spawnSync(node, [...step.args, ...extra], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", step.count === countLine ? "pipe" : "inherit", "inherit"],
      maxBuffer: 1 << 28,
      env,
    });
    if (result.stdout) process.stdout.write(result.stdout);
    let counted = { passed: result.status === 0 ? 1 : 0, failed: result.status === 0 ? 0 : 1 };
    if (step.count !== undefined) {
      try {
        counted = step.count({ output: result.stdout ?? "", report });
      } catch (error) {
        counted = { passed: 0, failed: 1 };
        console.log(`${step.name}: no result (${error.message})`);
      }
      if (result.status !== 0 && counted.failed === 0) counted.failed = 1;
    }
    if (counted.skipped) {
      counted.failed += counted.skipped;
      console.log(`${step.name}: ${counted.skipped} tests did not run, which counts as failed`);
    }
    totals.passed += counted.passed;
    totals.failed += counted.failed;
    if (counted.failed > 0) totals.broken.push(step.name);
    console.log(
      `── ${step.name}: ${counted.failed > 0 ? "FAILED" : "ok"} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
    );
  }
  rmSync(scratch, { recursive: true, force: true });
  if (totals.broken.length > 0) console.log(`\nfailed: ${totals.broken.join(", ")}`);
  return totals;
}
