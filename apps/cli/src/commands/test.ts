/** `sluice test`: runs the tests that lie beside configurations. */
import type { Command, ExitCode } from "../command.ts";
import { createPaint } from "../display.ts";
import { parseCommandLine } from "../usage.ts";
import { findTestFiles, runSuite, type Suite, TESTS_END } from "./test-suite.ts";
import { formatSuite } from "./test-text.ts";

export const test: Command = {
  help: `usage: sluice test [OPTIONS] [FILE|DIR…]

Runs the tests of configurations: x${TESTS_END} holds those of x.alloy, which lies beside it. FILE is a file of tests or
its configuration; of DIR all files of tests in it and in its folders are run. By default of the folder it is called in.
docs/tests.md describes the format.

  -v, --verbose        list the tests that passed, too

Exit codes: 0 all tests passed, 1 a test failed or could not be run, 2 the command line is wrong.
`,
  async run(argv) {
    const { values, positionals } = parseCommandLine(argv, { verbose: { type: "boolean", short: "v" } });
    const suites: Suite[] = [];
    const paint = createPaint(process.stdout);
    for (const named of positionals.length === 0 ? ["."] : positionals)
      for (const path of await findTestFiles(named)) {
        const suite = await runSuite(path);
        suites.push(suite);
        process.stdout.write(formatSuite(suite, { paint, verbose: values.verbose === true, coverage: true }));
      }
    return exitCodeOf(suites);
  },
};

const exitCodeOf = (suites: readonly Suite[]): ExitCode =>
  suites.length > 0 && suites.every(({ run }) => run !== undefined && run.passed === run.results.length) ? 0 : 1;
