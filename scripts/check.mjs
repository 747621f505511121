// `npm run check`: the one gate. Types, lint, layers, the lockfile, the reference, units, conformance; every step runs, and what failed
// is named at the end. The closing line counts single tests and checks: `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isMainModule } from "./main-module.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const node = (...args) => ({ command: process.execPath, args });
const bin = (path, ...args) => node(join(root, "node_modules", path), ...args);

const STEPS = [
  { name: "types", ...bin("typescript/bin/tsc", "-b") },
  { name: "build", ...node(join(root, "scripts/build.mjs")) },
  { name: "lint and format", ...bin("@biomejs/biome/bin/biome", "check", "--error-on-warnings", ".") },
  { name: "layers", ...node(join(root, "scripts/check-layers.mjs")) },
  { name: "lockfile", ...node(join(root, "scripts/check-lock.mjs")) },
  { name: "generated code", ...node(join(root, "scripts/generate-proto.mjs"), "--check") },
  { name: "reference", ...node(join(root, "scripts/reference.mjs"), "--check") },
  { name: "regex figures", ...node(join(root, "scripts/regex-report.mjs"), "--check") },
  { name: "units", ...bin("vitest/vitest.mjs", "run"), count: countVitest },
  { name: "conformance", ...node(join(root, "scripts/conformance.mjs")), count: countLine },
];

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

/** Runs every step; gives the totals. */
export function check() {
  const scratch = mkdtempSync(join(tmpdir(), "sluice-check-"));
  const totals = { passed: 0, failed: 0, broken: [] };
  for (const step of STEPS) {
    console.log(`\n── ${step.name}`);
    const started = performance.now();
    const report = join(scratch, "vitest.json");
    const extra = step.count === countVitest ? ["--reporter=default", "--reporter=json", `--outputFile=${report}`] : [];
    const result = spawnSync(step.command, [...step.args, ...extra], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", step.count === countLine ? "pipe" : "inherit", "inherit"],
      maxBuffer: 1 << 28,
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

if (isMainModule(import.meta.url)) {
  const { passed, failed } = check();
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
