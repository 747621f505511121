/** Results of tests as JUnit's XML, which build servers read. `testing/junit.xsd` says what may be in it. */
import { LineIndex, visible } from "@sluice/engine";
import type { Suite } from "./test-suite.ts";
import { failureText, suiteProblems } from "./test-text.ts";

/** Texts of XML may hold neither most control characters nor half a surrogate. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, (c) => (visible(c) === c ? "\ufffd" : visible(c)))
    .replace(/[<>&"'\r]/g, (c) => `&#${c.charCodeAt(0)};`);

/** In an attribute these would be read as blanks. */
const escapeAttribute = (text: string): string => escapeXml(text).replace(/[\t\n]/g, (c) => `&#${c.charCodeAt(0)};`);

const attributes = (all: Readonly<Record<string, string | number>>): string =>
  Object.entries(all)
    .map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`)
    .join("");

interface Case {
  readonly name: string;
  /** Of the test file. */
  readonly line: number;
  readonly problem: { readonly kind: "failure" | "error"; readonly message: string; readonly text: string } | undefined;
}

/** `shortfall`: why the coverage is not enough; a suite of its own says so. */
export function formatJunit(suites: readonly Suite[], shortfall: string | undefined): string {
  const all = suites.map((suite) => ({ path: suite.path, seconds: suite.seconds, cases: casesOf(suite) }));
  if (shortfall !== undefined) {
    const problem = { kind: "failure" as const, message: shortfall, text: shortfall };
    all.push({ path: "coverage", seconds: 0, cases: [{ name: "coverage", line: 1, problem }] });
  }
  const count = (cases: readonly Case[]) => ({
    tests: cases.length,
    failures: cases.filter(({ problem }) => problem?.kind === "failure").length,
    errors: cases.filter(({ problem }) => problem?.kind === "error").length,
  });
  const seconds = all.reduce((sum, one) => sum + one.seconds, 0);
  const total = count(all.flatMap(({ cases }) => cases));
  const written = all.map(({ path, seconds, cases }) => {
    const head = attributes({ name: path, ...count(cases), skipped: 0, time: seconds.toFixed(3) });
    return `  <testsuite${head}>\n${cases.map((one) => writeCase(one, path)).join("")}  </testsuite>\n`;
  });
  const head = attributes({ name: "sluice test", ...total, time: seconds.toFixed(3) });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${head}>\n${written.join("")}</testsuites>\n`;
}

function writeCase({ name, line, problem }: Case, path: string): string {
  const head = attributes({ name, classname: path, file: path, line });
  if (problem === undefined) return `    <testcase${head}/>\n`;
  const { kind, message, text } = problem;
  const type = kind === "failure" ? "difference" : "problem";
  return `    <testcase${head}>\n      <${kind}${attributes({ message, type })}>${escapeXml(text)}</${kind}>\n    </testcase>\n`;
}

function casesOf(suite: Suite): Case[] {
  const { run, text } = suite;
  if (run === undefined) {
    const problems = suiteProblems(suite);
    const first = problems[0];
    const message = first?.message ?? "it could not be run";
    const all = problems.map((one) => `${one.file}:${one.line}: ${one.message}`).join("\n");
    return [
      {
        name: "the test file",
        line: first?.file === suite.path ? first.line : 1,
        problem: { kind: "error", message, text: all },
      },
    ];
  }
  const lines = new LineIndex(text);
  return run.results.map((result): Case => {
    const { status, test } = result;
    const { line } = lines.position(test.span.start);
    if (status === "passed") return { name: test.name, line, problem: undefined };
    const { message, text } = failureText(result);
    return { name: test.name, line, problem: { kind: status === "failed" ? "failure" : "error", message, text } };
  });
}
