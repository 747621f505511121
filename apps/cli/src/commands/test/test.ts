/** `sluice test`: runs the tests that lie beside configurations. */
import { writeFile } from "node:fs/promises";
import { setTimeout as passes } from "node:timers/promises";
import { describeReplaced, testFileSchema } from "@sluice/engine";
import { describeSystemError } from "@sluice/server/system-error";
import type { Command, ExitCode } from "../../command.ts";
import { FileError } from "../../config-file.ts";
import { createPaint } from "../../display.ts";
import { parseCommandLine, UsageError } from "../../usage.ts";
import { formatGithub } from "./test-github.ts";
import { type InitOptions, initHint, initTests, isMissing } from "./test-init.ts";
import { formatJunit } from "./test-junit.ts";
import { coverageOf, failuresOf, findTestFiles, runSuite, type Suite, TESTS_END, updateSuite } from "./test-suite.ts";
import { formatCoverage, formatSuite, percentOf } from "./test-text.ts";
import { LOOK_EVERY, watchTests } from "./test-watch.ts";

const FORMATS = ["text", "github"] as const;

export const test: Command = {
  help: `usage: sluice test [OPTIONS] [FILE|DIR…]
       sluice test --init CONFIG --samples FILE [--keep-private]

Runs the tests of configurations: x${TESTS_END} holds those of x.alloy, which lies beside it. FILE is a test file or
its configuration; of DIR all test files in it and in its folders are run. By default of the folder it is called in.
docs/tests.md describes the format.

      --init CONFIG        write the first tests of CONFIG (x.alloy): one for each of the ten most frequent kinds of
                           lines in FILE, with its present result. An existing file of tests stays as it is.
      --samples FILE       with --init: the lines, or entries as JSON (- is standard input; gzipped or not)
      --keep-private       with --init: write secrets and personal data as they are, not stand-ins for them
  -v, --verbose            list the tests that passed, too
  -u, --update             write what came as what is expected into the tests that fail or expect nothing yet
  -w, --watch              run tests again when a file that they read has changed, until Ctrl-C
      --min-coverage N     fail where tests reach less than N percent of all paths of the configurations
      --junit FILE         write JUnit's XML, too
      --format FORMAT      text (default), or github: also ::error and ::notice lines, which annotate files
      --schema             print the JSON Schema of test files, for editors, and do nothing else

Exit codes: 0 all tests passed, 1 a test failed or could not be run, there are none, or coverage is too low,
2 the command line is wrong, 130 interrupted.
`,
  async run(argv) {
    const { values, positionals } = parseCommandLine(argv, {
      verbose: { type: "boolean", short: "v" },
      update: { type: "boolean", short: "u" },
      watch: { type: "boolean", short: "w" },
      "min-coverage": { type: "string" },
      junit: { type: "string" },
      format: { type: "string" },
      schema: { type: "boolean" },
      init: { type: "string" },
      samples: { type: "string" },
      "keep-private": { type: "boolean" },
    });
    if (values.schema) {
      process.stdout.write(`${JSON.stringify(testFileSchema(), null, 2)}\n`);
      return 0;
    }
    const least = readPercent(values["min-coverage"]);
    const format = FORMATS.find((one) => one === (values.format ?? "text"));
    if (format === undefined)
      throw new UsageError(`--format must be one of ${FORMATS.join(", ")}, got ${JSON.stringify(values.format)}`);
    if (values.watch)
      for (const other of ["update", "junit", "min-coverage", "format"] as const)
        if (values[other] !== undefined) throw new UsageError(`--watch and --${other} exclude each other`);
    if (values["keep-private"] && values.init === undefined) throw new UsageError("--keep-private needs --init CONFIG");
    if (values.samples !== undefined && values.init === undefined)
      throw new UsageError("--samples needs --init CONFIG");
    if (values.init !== undefined) {
      if (positionals.length > 0) throw new UsageError("--init takes no further FILE");
      return init({ config: values.init, samples: values.samples, keepsPrivate: values["keep-private"] === true });
    }
    const named = positionals.length === 0 ? ["."] : positionals;
    const options = { paint: createPaint(process.stdout), verbose: values.verbose === true };
    if (values.watch) return watch(named, options);

    const paths = await findAll(named);
    if (paths.length === 0) throw new FileError(`there is no *${TESTS_END} in ${named.join(", ")}; ${initHint()}`);
    await refuseMissing(positionals, paths);
    const suites: Suite[] = [];
    for (const path of paths) {
      const suite = await runOne(path, values.update === true);
      suites.push(suite);
      process.stdout.write(formatSuite(suite, options));
    }
    const coverage = coverageOf(suites);
    for (const one of coverage) process.stdout.write(formatCoverage(one.config, one.coverage, options.paint));
    const shortfall = findShortfall(coverage, least);
    if (shortfall !== undefined) process.stdout.write(`${options.paint("red", shortfall)}\n`);
    if (format === "github") process.stdout.write(formatGithub(suites, coverage, shortfall));
    if (values.junit !== undefined) await writeReport(values.junit, formatJunit(suites, shortfall));
    return shortfall === undefined && suites.every((suite) => failuresOf(suite) === 0) ? 0 : 1;
  },
};

/** A configuration that is named and has no tests: says how to make them. */
async function refuseMissing(named: readonly string[], paths: readonly string[]): Promise<void> {
  for (const config of named) {
    const tests = config.replace(/\.alloy$/, TESTS_END);
    if (!config.endsWith(".alloy") || !paths.includes(tests)) continue;
    if (await isMissing(tests)) throw new FileError(`${config} has no tests (${tests}); ${initHint(config)}`);
  }
}

/** Writes the first tests, which expect the present results of their entries. */
async function init(options: InitOptions): Promise<ExitCode> {
  const { path, replaced } = await initTests(options);
  const updated = await updateSuite(await runSuite(path, true));
  if (typeof updated === "string") throw new FileError(`${path} was written without expectations: ${updated}`);
  process.stdout.write(`${path}: ${updated} ${updated === 1 ? "test" : "tests"} written; read what they expect\n`);
  if (replaced.length > 0)
    process.stdout.write(
      `private values are replaced by stand-ins: ${describeReplaced(replaced)}; --keep-private writes them as they are\n`,
    );
  process.stdout.write(formatSuite(await runSuite(path), { paint: createPaint(process.stdout), verbose: true }));
  return 0;
}

function readPercent(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,3}(\.\d+)?%?$/.test(text) ? Number.parseFloat(text) : Number.NaN;
  if (!(value <= 100))
    throw new UsageError(`--min-coverage is a percentage from 0 to 100, got ${JSON.stringify(text)}`);
  return value;
}

async function findAll(named: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const one of named) for (const path of await findTestFiles(one)) found.add(path);
  return [...found];
}

/** What a file says now; with `update`, after what came was written into it. */
async function runOne(path: string, update: boolean): Promise<Suite> {
  const suite = await runSuite(path, update);
  if (!update) return suite;
  const updated = await updateSuite(suite);
  if (typeof updated === "string") {
    process.stderr.write(`${path}: not updated: ${updated}\n`);
    return suite;
  }
  if (updated === 0) return suite;
  process.stdout.write(`${path}: ${updated} ${updated === 1 ? "test" : "tests"} updated\n`);
  return runSuite(path);
}

function findShortfall(coverage: ReturnType<typeof coverageOf>, least: number | undefined): string | undefined {
  if (least === undefined) return undefined;
  const [taken, paths] = coverage.reduce(([a, b], { coverage }) => [a + coverage.taken, b + coverage.paths], [0, 0]);
  const share = percentOf(taken, paths);
  return share >= least ? undefined : `coverage is ${share.toFixed(1)} %, and ${least} % are asked for`;
}

async function writeReport(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (error) {
    throw new FileError(`cannot write ${path}: ${describeSystemError(error)}`);
  }
}

async function watch(named: readonly string[], options: Parameters<typeof formatSuite>[1]): Promise<ExitCode> {
  const interruption = new AbortController();
  const { signal } = interruption;
  process.once("SIGINT", () => interruption.abort());
  await watchTests({
    named,
    wait: () =>
      passes(LOOK_EVERY, true, { signal }).catch(() => {
        return false;
      }),
    show: (suites, fresh) => {
      for (const suite of suites)
        if (fresh.has(suite.path) || failuresOf(suite) > 0) process.stdout.write(formatSuite(suite, options));
      for (const one of coverageOf(suites))
        process.stdout.write(formatCoverage(one.config, one.coverage, options.paint));
      const failures = suites.reduce((sum, suite) => sum + failuresOf(suite), 0);
      const state = failures === 0 ? "all tests pass" : `${failures} failing`;
      process.stdout.write(`${state}; waiting for changes, Ctrl-C ends\n`);
    },
    warn: (message) => process.stderr.write(`sluice test: ${message}\n`),
  });
  return 130;
}
