// Runs the steps of a gate, several at a time, whatever fails, and counts: vitest's and Playwright's reports and lines `N
// passed, N failed` give single tests, any other step counts as one. The output of a step is shown when it has ended, in
// one piece, so that the steps beside it do not mix with it.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { messageOf } from "../base/message-of.mjs";
import { countFaults, countLine, countPlaywright, countVitest } from "./count-results.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** More than the cores of a small machine, since the page's tests and the attacks wait for much of their time. */
const LANES = 3;

/**
 * @typedef {import("./count-results.mjs").Counted} Counted
 * @typedef {NodeJS.ProcessEnv} Variables
 * @typedef {{ name: string, processor: number | undefined, took: number, atLeast?: boolean | undefined }} StepTime In seconds.
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {readonly string[]} args A script, and its arguments.
 * @property {Variables} [env]
 * @property {readonly string[]} [after] Names of steps that have to end before.
 * @property {(file: string) => { args?: readonly string[], env?: Variables }} [reporting] What makes it write a report.
 * @property {(ended: { output: string, report: string }) => Counted} [count]
 * @property {boolean} [atLeast] Some of its processor time is not measured.
 */

/** @param {string} folder */
const stepsBelow =
  (folder) =>
  /**
   * @param {string} name
   * @param {string} script
   * @param {readonly string[]} args
   * @returns {Step}
   */
  (name, script, ...args) => ({ name, args: [join(root, folder, script), ...args] });
/** A step: its name, a script of ours, and arguments. */
export const own = stepsBelow("scripts");
/** The same with a script of a package. */
export const installed = stepsBelow("node_modules");

/** @satisfies {Step} */
export const UNITS = {
  ...installed("units", "vitest/vitest.mjs", "run"),
  reporting: (file) => ({ args: ["--reporter=default", "--reporter=json", `--outputFile=${file}`] }),
  count: countVitest,
};
/** @satisfies {Step} */
export const PAGE = {
  // A test that fails is tried once more, which separates tests that fail at times from broken ones.
  ...installed("page", "playwright/cli.js", "test", "--config", join(root, "e2e/playwright.config.ts"), "--retries=1"),
  reporting: (file) => ({ env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file } }),
  count: countPlaywright,
  // The processes that draw pages are left behind by the browser when it ends.
  atLeast: true,
};
/** @satisfies {Step} */
export const ATTACKS = { ...own("attacks", "attack/run.mjs", "--quick"), count: countLine };
/** Their short forms. */
export const FAULTS = { ...own("faults", "faults/run.mjs", "--quick"), count: countFaults };
/** Whole, which takes half an hour and a machine that does nothing else. */
export const LONG_FAULTS = { ...own("faults at full rate", "faults/run.mjs"), count: countFaults };
/**
 * Of the clients that push profiles the one that needs nothing but Node.
 * @type {Step}
 */
export const NODE_CLIENT = { ...own("profiles of a real client", "check/test-clients.mjs", "node"), count: countLine };
/** @type {Step} */
export const CONFORMANCE = { ...own("conformance", "check/conformance.mjs"), count: countLine };

/**
 * What results may depend on: Node, its ICU, and the time zone data that came with it.
 * @param {{ node: string, icu?: string | undefined, tz?: string | undefined }} versions
 */
export function describeRuntime({ node, icu, tz }) {
  return `Node ${node}, ICU ${icu ?? "none"}, time zone data ${tz ?? "not known"}`;
}

/**
 * A shell runs a program and says on a stream of its own what processor time that took, with all that it started and
 * waited for: Node does not know that of its children.
 */
const TIMED = ["-c", '"$@" 3>&-; code=$?; times >&3; exit $code', "sh"];
const SHELL = process.platform === "win32" ? undefined : "/bin/sh";

/**
 * Seconds of user and system, of the line of `times` about children; undefined where there is none.
 * @param {string} times
 */
function processorSeconds(times) {
  const parts = [...(times.split("\n")[1] ?? "").matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.length === 2 ? parts.reduce((sum, [, min, s]) => sum + Number(min) * 60 + Number(s), 0) : undefined;
}

/**
 * Runs a program to its end; gives its status (null after a signal), all that it printed, and its processor time.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {Variables} env
 * @returns {Promise<{ status: number | null, output: string, processor?: number | undefined }>}
 */
function runToEnd(program, args, env) {
  return new Promise((resolve) => {
    const timing = SHELL === undefined ? [] : [...TIMED, program];
    const child = spawn(SHELL ?? program, [...timing, ...args], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe", "pipe"],
      env,
    });
    const [, stdout, stderr, times] = child.stdio;
    /** @type {Buffer[]} */
    const printed = [];
    /** @type {Buffer[]} */
    const timed = [];
    for (const stream of [stdout, stderr]) stream?.on("data", (bytes) => printed.push(bytes));
    times?.on("data", (bytes) => timed.push(bytes));
    child.on("error", (error) => resolve({ status: null, output: `${error.message}\n` }));
    child.on("close", (code) => {
      // How a shell reports that a signal ended the program.
      const status = SHELL !== undefined && code !== null && code > 128 ? null : code;
      const processor = processorSeconds(Buffer.concat(timed).toString());
      resolve({ status, output: Buffer.concat(printed).toString(), processor });
    });
  });
}

/**
 * Runs one step; gives what it counts, and its output.
 * @param {Step} step
 * @param {string} node
 * @param {string} scratch
 * @param {Variables} variables
 */
async function runStep(step, node, scratch, variables) {
  const started = performance.now();
  const report = join(scratch, `${step.name.replaceAll(" ", "-")}.json`);
  const { args = [], env = {} } = step.reporting?.(report) ?? {};
  const { status, output, processor } = await runToEnd(node, [...step.args, ...args], {
    ...variables,
    ...env,
    ...step.env,
  });
  const said = [output.endsWith("\n") || output === "" ? output : `${output}\n`];
  const counted = countStep(step, status, { output, report });
  const took = (performance.now() - started) / 1000;
  said.push(`── ${step.name}: ${counted.failed > 0 ? "FAILED" : "ok"} (${took.toFixed(1)} s)\n`);
  return { ...counted, times: [{ name: step.name, processor, took, atLeast: step.atLeast }], said: said.join("") };
}

/**
 * What a step that has ended counts.
 * @param {Step} step
 * @param {number | null} status
 * @param {{ output: string, report: string }} ended
 * @returns {Counted & { failures: readonly string[] }}
 */
function countStep(step, status, ended) {
  /** @type {Counted} */
  let counted = { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
  if (step.count !== undefined) {
    try {
      counted = step.count(ended);
    } catch (error) {
      counted = { passed: 0, failed: 1, failures: [`no result (${messageOf(error)})`] };
    }
  }
  const { skipped = 0 } = counted;
  const failed = (status !== 0 ? Math.max(1, counted.failed) : counted.failed) + skipped;
  const failures = [...(counted.failures ?? [])];
  if (skipped > 0) failures.push(`${skipped} tests did not run, which counts as failed`);
  if (failed > 0 && failures.length === 0) failures.push(`it ended with ${status ?? "a signal"}`);
  return { ...counted, failed, failures };
}

/**
 * Runs every step on a Node, each once those that its `after` names have ended, well or not; gives the totals.
 * @param {readonly Step[]} steps
 * @param {{ node?: string, print?: (text: string) => void }} options
 */
export async function runSteps(
  steps,
  { node = process.execPath, print = (text) => void process.stdout.write(text) } = {},
) {
  const scratch = mkdtempSync(join(tmpdir(), "sluice-check-"));
  const totals = noTotals();
  // What the steps start by name is the same Node.
  /** @type {Variables} */
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ""}` };
  if (process.stdout.isTTY) env.FORCE_COLOR ??= "1";
  const open = new Set(steps.map(({ name }) => name));
  const waiting = [...steps];
  /** @type {Set<Promise<void>>} */
  const running = new Set();
  /** @param {Step} step */
  const begin = (step) => {
    print(`   ${step.name} …\n`);
    const ended = runStep(step, node, scratch, env).then(({ said, ...counted }) => {
      addTotals(totals, counted, step.name);
      print(`\n── ${step.name}\n${said}`);
      open.delete(step.name);
      running.delete(ended);
    });
    running.add(ended);
  };
  try {
    while (waiting.length + running.size > 0) {
      const next = running.size < LANES ? waiting.findIndex(({ after = [] }) => !after.some((n) => open.has(n))) : -1;
      if (next >= 0) for (const step of waiting.splice(next, 1)) begin(step);
      else if (running.size > 0) await Promise.race(running);
      else throw new Error(`these steps wait for each other: ${waiting.map(({ name }) => name).join(", ")}`);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return totals;
}

/**
 * @typedef {object} Totals
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} failures
 * @property {string[]} retried
 * @property {string[]} absent
 * @property {StepTime[]} times
 */

/**
 * `failures`, `retried` and `absent`: what failed, what passed only at the second try, and what did not run since the machine
 * lacks it, a line each. `times`: what each step took, in seconds.
 * @returns {Totals}
 */
export const noTotals = () => ({ passed: 0, failed: 0, failures: [], retried: [], absent: [], times: [] });

/**
 * Adds what something counted to totals; its lines by its name, if it has one.
 * @param {Totals} totals
 * @param {Counted & { times?: readonly StepTime[] }} counted
 * @param {string} [name]
 */
export function addTotals(totals, { passed, failed, failures = [], retried = [], absent = [], times = [] }, name) {
  /** @param {string} line */
  const named = (line) => (name === undefined ? line : `${name}: ${line}`);
  totals.passed += passed;
  totals.failed += failed;
  totals.failures.push(...failures.map(named));
  totals.retried.push(...retried.map(named));
  totals.absent.push(...absent.map(named));
  totals.times.push(...times);
}

/**
 * What took how long, the most processor time first: on N cores a gate takes at least an Nth of the sum. What a step
 * started and nobody waited for is not in its processor time; a `+` marks those (`atLeast`) of which that is much.
 * @param {readonly StepTime[]} times
 */
export function describeTimes(times) {
  const sum = times.reduce((total, { processor = 0 }) => total + processor, 0);
  /**
   * @param {number | undefined} seconds
   * @param {boolean | undefined} atLeast
   */
  const shown = (seconds, atLeast) => (seconds === undefined ? "?" : `${seconds.toFixed(1)}${atLeast ? "+" : ""}`);
  /**
   * @param {string} name
   * @param {string} processor
   * @param {string} took
   */
  const row = (name, processor, took) => `${name.padEnd(28)}${processor.padStart(14)}${took.padStart(10)}`;
  const inOrder = [...times].sort((a, b) => (b.processor ?? 0) - (a.processor ?? 0));
  return [
    row("seconds", "of processor", "in all"),
    ...inOrder.map(({ name, processor, took, atLeast }) => row(name, shown(processor, atLeast), took.toFixed(1))),
    row(
      "sum",
      shown(
        sum,
        times.some(({ atLeast }) => atLeast),
      ),
      "",
    ),
  ].map((line) => line.trimEnd());
}

/**
 * Ends a gate: says what took how long, what did not run, what needed a second try and what failed; prints the closing line;
 * gives the exit code.
 * @param {Omit<Totals, "absent" | "times"> & Partial<Totals>} totals
 * @param {(text: string) => void} print
 */
export function conclude({ passed, failed, failures, retried, absent = [], times = [] }, print = console.log) {
  if (times.length > 0) print(`\n${describeTimes(times).join("\n")}`);
  /**
   * @param {string} title
   * @param {readonly string[]} lines
   */
  const list = (title, lines) =>
    lines.length > 0 && print(`\n${title}:\n${lines.map((line) => `  ${line}\n`).join("")}`);
  list("what did not run here, which is neither passed nor failed", absent);
  list("passed only at the second try", retried);
  list("what failed", failures);
  print(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
