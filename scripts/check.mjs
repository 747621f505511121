// `npm run check`: the one gate. Types, lint, layers, the lockfile, the reference, units, conformance, the packed command
// line, the quick attacks; every step runs, and what failed is named at the end. The closing line counts single tests and checks: `N passed, N failed`.
import { isMainModule } from "./main-module.mjs";
import { ATTACKS, CONFORMANCE, describeRuntime, installed, own, runSteps, UNITS } from "./run-steps.mjs";

const STEPS = [
  installed("types", "typescript/bin/tsc", "-b"),
  own("build", "build.mjs"),
  installed("lint and format", "@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."),
  own("layers", "check-layers.mjs"),
  own("lockfile", "check-lock.mjs"),
  own("generated code", "generate-proto.mjs", "--check"),
  own("reference", "reference.mjs", "--check"),
  own("regex figures", "regex-report.mjs", "--check"),
  UNITS,
  CONFORMANCE,
  own("package", "try-package.mjs"),
  ATTACKS,
];

/** Runs every step; gives the totals. */
export function check() {
  console.log(describeRuntime(process.versions));
  return runSteps(STEPS);
}

if (isMainModule(import.meta.url)) {
  const { passed, failed } = check();
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
