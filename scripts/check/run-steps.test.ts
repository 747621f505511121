/** Steps side by side: none hides another's failure, none speaks into another's output. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Step } from "./run-steps.mjs";
import { ATTACKS, conclude, describeTimes, FAULTS, PAGE, runSteps, UNITS } from "./run-steps.mjs";

const step = (name: string, script: string, more: Partial<Step> = {}): Step => ({
  name,
  args: ["-e", script],
  ...more,
});
const SAYS_IN_TWO_PARTS = `
  process.stdout.write("one ");
  setTimeout(() => console.error("two"), 300);
`;

async function run(steps: readonly Step[]) {
  const printed: string[] = [];
  const totals = await runSteps(steps, { print: (text: string) => printed.push(text) });
  return { totals, printed };
}

describe("steps that run side by side", () => {
  it("are all run and counted, whichever of them fail", async () => {
    const { totals, printed } = await run([
      step("first", "process.exit(1)"),
      step("second", ""),
      step("third", "process.kill(process.pid, 'SIGKILL')"),
      step("fourth", "", { args: ["-e", "throw new Error('a mistake')"] }),
      step("fifth", "console.log('3 passed, 0 failed'); process.exit(1)", {
        count: ({ output }: { output: string }) => ({ passed: Number(output[0]), failed: 0 }),
      }),
      step("sixth", "", {
        count: () => {
          throw new Error("no report");
        },
      }),
      step("seventh", "", { count: () => ({ passed: 2, failed: 0, skipped: 1 }) }),
    ]);
    expect({ ...totals, failures: [...totals.failures].sort() }).toEqual({
      passed: 6,
      failed: 6,
      failures: [
        "fifth: it ended with 1",
        "first: it ended with 1",
        "fourth: it ended with 1",
        "seventh: 1 tests did not run, which counts as failed",
        "sixth: no result (no report)",
        "third: it ended with a signal",
      ],
      retried: [],
      absent: [],
      times: expect.any(Array),
    });
    expect(totals.times).toHaveLength(7);
    expect(printed.join("")).toContain("a mistake");
  });

  it("say all that they have to say in one piece, errors included", async () => {
    const { printed } = await run([step("a", SAYS_IN_TWO_PARTS), step("b", SAYS_IN_TWO_PARTS)]);
    for (const name of ["a", "b"])
      expect(printed.filter((text) => text.startsWith(`\n── ${name}\n`))).toEqual([
        expect.stringMatching(new RegExp(`^\\n── ${name}\\none two\\n── ${name}: ok \\([\\d.]+ s\\)\\n$`)),
      ]);
  });

  it("begin after those that they are said to come after, even when one of them failed", async () => {
    const { printed, totals } = await run([
      step("last", "", { after: ["build", "not among them"] }),
      step("build", "setTimeout(() => process.exit(1), 200)"),
    ]);
    const at = (text: string) => printed.findIndex((one) => one.startsWith(text));
    expect(at("   last …")).toBeGreaterThan(at("\n── build\n"));
    expect(totals).toMatchObject({ passed: 1, failed: 1, failures: ["build: it ended with 1"], retried: [] });
  });

  it("that wait for each other are an error", async () => {
    await expect(run([step("a", "", { after: ["b"] }), step("b", "", { after: ["a"] })])).rejects.toThrow(
      "wait for each other: a, b",
    );
  });
});

describe("what took how long", () => {
  const BUSY = "const end = process.cpuUsage().user + 150_000; while (process.cpuUsage().user < end);";

  it("is processor time, of what a step starts and waits for too", async () => {
    const start = `require("node:child_process").execFileSync(process.execPath, ["-e", ${JSON.stringify(BUSY)}])`;
    const { totals } = await run([step("busy", start), step("idle", "setTimeout(() => {}, 600)")]);
    const times = new Map(totals.times.map((one) => [one.name, one]));
    const [busy, idle] = [times.get("busy")!, times.get("idle")!];
    expect(busy.processor).toBeGreaterThanOrEqual(0.15);
    expect(busy.processor! - idle.processor!).toBeGreaterThan(0.1);
    expect(idle.took).toBeGreaterThanOrEqual(0.6);
  });

  it("is a table, the most processor time first", () => {
    const times = [
      { name: "lint", processor: 2.04, took: 3 },
      { name: "page", processor: 61, took: 40.55, atLeast: true },
      { name: "elsewhere", processor: undefined, took: 1 },
    ];
    expect(describeTimes(times).map((line: string) => line.split(/ {2,}/))).toEqual([
      ["seconds", "of processor", "in all"],
      ["page", "61.0+", "40.5"],
      ["lint", "2.0", "3.0"],
      ["elsewhere", "?", "1.0"],
      ["sum", "63.0+"],
    ]);
  });
});

describe("what failed", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "sluice-reports-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const reported = (value: object) => {
    const report = join(folder, "report.json");
    writeFileSync(report, JSON.stringify(value));
    return { report };
  };

  it("counts each unit, and a file that cannot be run", () => {
    const message = "\u001b[31mexpected\u001b[39m 1\n  to be 2";
    const file = (name: string, more: object) => ({ name: join(process.cwd(), name), message: "", ...more });
    const { passed, failed, failures } = UNITS.count(
      reported({
        numPassedTests: 1,
        numFailedTests: 1,
        numFailedTestSuites: 2,
        numPendingTests: 0,
        success: false,
        testResults: [
          file("a.test.ts", {
            assertionResults: [
              { status: "passed", fullName: "adds", failureMessages: [] },
              { status: "failed", fullName: "divides", failureMessages: [message] },
            ],
          }),
          file("b.test.ts", { message: "no such module", assertionResults: [] }),
        ],
      }),
    );
    expect([passed, failed]).toEqual([1, 2]);
    expect(failures).toEqual(["a.test.ts: divides: expected 1 to be 2", "b.test.ts: the file: no such module"]);
  });

  it("counts each test of the page, apart from what passed at the second try", async () => {
    const spec = (title: string, status: string, ...errors: readonly (string | undefined)[]) => ({
      ...{ file: "look.spec.ts", line: 7, title },
      tests: [{ status, results: errors.map((message) => (message === undefined ? {} : { error: { message } })) }],
    });
    const { report } = reported({
      stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
      suites: [
        {
          specs: [spec("good", "expected", undefined)],
          suites: [{ specs: [spec("bad", "unexpected", "timed out", "again")] }],
        },
        { specs: [spec("sometimes", "flaky", "m".repeat(1000), undefined)] },
      ],
    });
    const { totals } = await run([step("page", "process.exit(1)", { count: () => PAGE.count({ report }) })]);
    expect(totals).toMatchObject({
      passed: 2,
      absent: [],
      failed: 1,
      failures: ["page: e2e/look.spec.ts:7 bad: timed out"],
      retried: [`page: e2e/look.spec.ts:7 sometimes: ${"m".repeat(300)}…`],
    });
  });

  it("is distinguished from what a test of the page did without", async () => {
    const annotations = [{ type: "slow" }, { type: "absent", description: "python: this machine has none" }];
    const { report } = reported({
      stats: { expected: 1, unexpected: 0, flaky: 0, skipped: 0 },
      suites: [{ specs: [{ file: "a.spec.ts", line: 1, title: "a", tests: [{ status: "expected", annotations }] }] }],
    });
    const { totals } = await run([step("page", "", { count: () => PAGE.count({ report }) })]);
    expect(totals).toMatchObject({ passed: 1, failed: 0, absent: ["page: python: this machine has none"] });
  });

  it("reads it from lines that say so", () => {
    const output =
      "ok     one (1 MiB)\nFAILED two (2 MiB)\n         it was held\n         it ended\nok     three\n2 passed, 1 failed\n";
    expect(ATTACKS.count({ output })).toEqual({
      passed: 2,
      failed: 1,
      failures: ["two (2 MiB): it was held: it ended"],
    });
    expect(ATTACKS.count({ output: "killed" })).toMatchObject({ failed: 1, failures: ["it did not say how it ended"] });
    const partly = "ok     full-disk (1 s): not tried\nSKIPPED full-disk: nothing can be mounted\n1 passed, 0 failed\n";
    expect(FAULTS.count({ output: partly })).toMatchObject({
      passed: 1,
      failed: 0,
      absent: ["full-disk: nothing can be mounted"],
    });
  });

  it("is the last thing that is said, after what needed a second try and before the totals", () => {
    const printed: string[] = [];
    const print = (text: string) => printed.push(text);
    expect(conclude({ passed: 3, failed: 2, failures: ["a: b", "c: d"], retried: ["e: f"] }, print)).toBe(1);
    expect(conclude({ passed: 3, failed: 0, failures: [], retried: ["e: f"] }, print)).toBe(0);
    expect(conclude({ passed: 3, failed: 0, failures: [], retried: [], absent: ["page: no curl"] }, print)).toBe(0);
    expect(printed).toEqual([
      "\npassed only at the second try:\n  e: f\n",
      "\nwhat failed:\n  a: b\n  c: d\n",
      "3 passed, 2 failed",
      "\npassed only at the second try:\n  e: f\n",
      "3 passed, 0 failed",
      "\nwhat did not run here, which is neither passed nor failed:\n  page: no curl\n",
      "3 passed, 0 failed",
    ]);
  });
});
