// What the steps of a gate say of their tests: vitest's and Playwright's reports, and lines `N passed, N failed`.
import { readFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * @typedef {object} Counted What a step counts.
 * @property {number} passed
 * @property {number} failed
 * @property {readonly string[]} [failures] What failed, a line each.
 * @property {number} [skipped]
 * @property {readonly string[]} [retried] What passed only at the second try.
 * @property {readonly string[]} [absent] What did not run since the machine lacks it.
 */

/**
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} UnitTest
 *
 * @typedef {object} UnitReport As vitest writes it.
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numFailedTestSuites
 * @property {number} numPendingTests
 * @property {boolean} success
 * @property {{ name: string, message: string, assertionResults: UnitTest[] }[]} testResults
 */

/**
 * Passed and failed tests of vitest's JSON report, and which failed.
 * @param {{ report: string }} ended
 * @returns {Counted}
 */
export function countVitest({ report }) {
  /** @type {UnitReport} */
  const { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests, success, testResults } = JSON.parse(
    readFileSync(report, "utf8"),
  );
  const failures = testResults.flatMap(({ name, message, assertionResults }) => {
    const tests = assertionResults.filter(({ status }) => status === "failed");
    if (message) tests.unshift({ status: "failed", fullName: "the file", failureMessages: [message] });
    return tests.map((test) => `${relative(root, name)}: ${test.fullName}: ${beginning(test.failureMessages[0])}`);
  });
  return {
    passed: numPassedTests,
    failed: success ? 0 : Math.max(1, numFailedTests, numFailedTestSuites),
    skipped: numPendingTests,
    failures,
  };
}

/**
 * @typedef {object} PageTest
 * @property {string} status
 * @property {{ error?: { message?: string } }[]} results
 * @property {{ type: string, description: string }[]} [annotations]
 *
 * @typedef {{ file: string, line: number, title: string, tests: PageTest[] }} PageSpec
 * @typedef {{ specs?: PageSpec[], suites?: PageSuite[] }} PageSuite
 *
 * @typedef {object} PageReport As Playwright writes it.
 * @property {{ expected: number, unexpected: number, flaky: number, skipped: number }} stats
 * @property {PageSuite[]} suites
 */

/**
 * The same of Playwright's, and which tests passed only at the second try: these count as passed. What a test did without,
 * since the machine does not have it, it says in an annotation `absent`.
 * @param {{ report: string }} ended
 * @returns {Counted}
 */
export function countPlaywright({ report }) {
  /** @type {PageReport} */
  const { stats, suites } = JSON.parse(readFileSync(report, "utf8"));
  const { expected, unexpected, flaky, skipped } = stats;
  /**
   * @param {PageSuite} suite
   * @returns {PageSpec[]}
   */
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  const specs = suites.flatMap(specsOf);
  /** @param {string} wanted */
  const firstErrors = (wanted) =>
    specs.flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ results }) => `e2e/${file}:${line} ${title}: ${beginning(results[0]?.error?.message)}`),
    );
  const annotations = specs.flatMap(({ tests }) => tests.flatMap((test) => test.annotations ?? []));
  const absent = annotations.filter(({ type }) => type === "absent").map(({ description }) => description);
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    absent: [...new Set(absent)],
    failures: firstErrors("unexpected"),
    retried: firstErrors("flaky"),
  };
}

/**
 * The line `N passed, N failed` that the step ended with, and the lines that begin with FAILED, with what is below them.
 * @param {{ output: string }} ended
 * @returns {Counted}
 */
export function countLine({ output }) {
  const match = /^(\d+) passed, (\d+) failed$/m.exec(output);
  const failures = (output.match(/^ *FAILED .*(?:\n {9,}.*)*/gm) ?? []).map((text) =>
    beginning(text.replace(/^ *FAILED /, "").replace(/\n */g, ": ")),
  );
  return match
    ? { passed: Number(match[1]), failed: Number(match[2]), failures }
    : { passed: 0, failed: 1, failures: ["it did not say how it ended"] };
}

/**
 * The same, with lines `SKIPPED …` about what did not run.
 * @param {{ output: string }} ended
 * @returns {Counted}
 */
export function countFaults({ output }) {
  return { ...countLine({ output }), absent: [...output.matchAll(/^SKIPPED (.*)$/gm)].map(([, text]) => text) };
}

/** The beginning of a message, in one line: enough to see what it is about. */
function beginning(message = "") {
  const text = stripVTControlCharacters(message).replace(/\s+/g, " ").trim();
  return text.length > MESSAGE ? `${text.slice(0, MESSAGE)}…` : text;
}
const MESSAGE = 300;
