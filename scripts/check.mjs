// `npm run check`: the one gate. Types, lint, layers, the lockfile, the reference, units, conformance, the packed command
// line, the quick attacks. Every step runs, and failures are named at the end. The closing line counts single tests and
// checks: `N passed, N failed`. `npm run check -- --busy 4` runs it beside four busy programs.
import { parseArgs } from "node:util";
import { isMainModule } from "./base/main-module.mjs";
import { messageOf } from "./base/message-of.mjs";
import { BUSY_OPTION, busyLoops, keepBusy } from "./check/busy-loops.mjs";
import {
  ATTACKS,
  CONFORMANCE,
  conclude,
  describeRuntime,
  installed,
  own,
  runSteps,
  UNITS,
} from "./check/run-steps.mjs";

/** Several checkers of one project check what they share anew, each of them: a third more processor time. */
const ONE_CHECKER = ["--checkers", "1", "--builders", "2"];
const TYPES = installed("types", "typescript/bin/tsc", "-b", ...ONE_CHECKER);
const BUILDS = [TYPES, own("build", "build.mjs")];
/** Scripts import what the compiler writes, with its types. */
const OF_SCRIPTS = { ...installed("types of scripts", "typescript/bin/tsc", "-p", "scripts"), after: [TYPES.name] };
const OF_SOURCES = [
  installed("lint and format", "@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."),
  own("generated code", "build/generate-proto.mjs", "--check"),
  own("layers", "check/layers.mjs"),
  own("lockfile", "check/lockfile.mjs"),
];
/** They would build by themselves, and wait for one another. From the longest to the shortest: none is left alone. */
const OF_BUILDS = [
  UNITS,
  ATTACKS,
  CONFORMANCE,
  own("package", "check/try-package.mjs"),
  own("mutants", "check/mutants.mjs"),
  own("regex figures", "check/regex-report.mjs", "--check"),
  own("reference", "check/reference.mjs", "--check"),
  own("proposals", "bench/proposals.mjs"),
];

/**
 * Runs every step, and longer ones beside them; gives the totals.
 * @param {import("./check/run-steps.mjs").Step[]} longer
 */
export function check(...longer) {
  console.log(describeRuntime(process.versions));
  const after = BUILDS.map(({ name }) => name);
  return runSteps([
    ...BUILDS,
    OF_SCRIPTS,
    ...OF_SOURCES,
    ...[...longer, ...OF_BUILDS].map((step) => ({ ...step, after })),
  ]);
}

function readBusy() {
  try {
    return busyLoops(parseArgs({ options: BUSY_OPTION }).values.busy);
  } catch (error) {
    console.error(`npm run check: ${messageOf(error)}\nusage: npm run check [-- --busy N]`);
    process.exit(2);
  }
}

if (isMainModule(import.meta.url)) {
  const idle = keepBusy(readBusy());
  const totals = await check();
  idle();
  process.exit(conclude(totals));
}
