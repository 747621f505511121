import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readTestFile } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { addTime } from "../../core/model/sample-time.ts";
import { openForPreview } from "../../core/workers/analyze.ts";
import { EXAMPLES, loadExample } from "../examples/examples.ts";
import type { NewTestOrder, RecordedChoice } from "./tests.ts";
import { changeTests, runDocumentTests } from "./tests-run.ts";

const DATABASE = new URL("../../../../../public/demo-city.mmdb", import.meta.url);
const env = {
  open: openForPreview,
  host: {
    resource: (path: string) => (path.endsWith("demo-city.mmdb") ? new Uint8Array(readFileSync(DATABASE)) : undefined),
    sha256: (text: string) => hash("sha256", text, "hex"),
  },
  now: () => 0,
  goOn: async () => true,
};
const CHOICES: readonly RecordedChoice[] = [
  { exact: true, parts: ["metrics"] },
  { exact: false, parts: ["outcome", "line", "labels", "timestamp", "structured_metadata"] },
];

describe.each([
  ["as it is", true],
  ["with stand-ins", false],
])("any sample of an example, %s, becomes a test that passes", (_how, keepsPrivate) => {
  it.each(EXAMPLES.map((one) => [one.id, one] as const))("%s", async (_, example) => {
    const { clock } = example;
    const { config, entries } = await loadExample(example);
    const open = openForPreview(config);
    const pipeline = open.pipelines.find(({ steps }) => steps === "stages")?.id;
    let tests = "";
    let made = 0;
    for (const [i, { line, timestamp, metadata, extracted, labels }] of entries.entries()) {
      // A few of each: every seventh, alone and with the next one.
      if (i % 7 !== 0) continue;
      const sample = { line, timestamp, metadata, extracted, labels: { job: "x", ...labels } };
      const samples = [sample, ...(i % 2 === 0 ? [] : [{ ...sample, advance: "1500ms" }])];
      const test: NewTestOrder = {
        name: "same name: # for 'all'",
        samples: samples.map((one, id) => ({ id, ...one })),
        start: addTime(clock, `${i}s`),
        seed: 42,
        common: { clock, labels: { job: "x" } },
        pipeline,
        advance: i % 3 === 0 ? "4s" : undefined,
        hold: i % 3 === 0,
        choice: CHOICES[made % 2]!,
        keepsPrivate,
      };
      const changed = changeTests({ text: config, tests, ran: undefined, change: { kind: "add", test } }, env);
      if (!changed.ok) throw new Error(changed.message);
      tests = changed.tests;
      made++;
    }
    const answer = await runDocumentTests({ text: config, tests }, env);
    if (answer?.kind !== "ran") throw new Error(JSON.stringify(answer));
    const { rows, passed } = answer.report;
    expect(rows.filter(({ status }) => status !== "passed")).toEqual([]);
    expect(passed).toBe(made);
    // Each is found at its place in the file.
    const lines = tests.split("\n");
    expect(rows.every(({ from }) => lines[from - 1]!.includes("- name: "))).toBe(true);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(made);
    if (!keepsPrivate) return;
    const read = readTestFile(tests);
    expect(read.ok && read.file.tests.map(({ samples }) => samples[0]!.line)).toEqual(
      entries.filter((_, i) => i % 7 === 0).map(({ line }) => line),
    );
  });
});

it("a test has stand-ins for private values in lines, labels and its name, and says so", () => {
  const secret = ["hunter", "2-Xk9pQ7w"].join("");
  const line = `login password=${secret} from ann@shop.test`;
  const order: NewTestOrder = {
    name: "login of ann@shop.test",
    samples: [{ id: 1, line, labels: { user: "ann@shop.test" } }],
    start: "2026-01-15T08:00:00Z",
    seed: 42,
    common: { clock: "2026-01-15T08:00:00Z", labels: { user: "ann@shop.test" } },
    pipeline: undefined,
    advance: undefined,
    hold: false,
    choice: CHOICES[0]!,
    keepsPrivate: false,
  };
  const add = (test: NewTestOrder) =>
    changeTests({ text: "stage.decolorize { }", tests: "", ran: undefined, change: { kind: "add", test } }, env);
  const made = add(order);
  if (!made.ok) throw new Error(made.message);
  expect(made.tests).not.toMatch(/hunter2|ann@/);
  expect(made.tests).toContain("login password=secret-0001 from user-1@example.com");
  expect(made).toMatchObject({
    name: "login of user-1@example.com",
    note: "Private values are replaced by stand-ins: 1 password or key, 1 mail address.",
  });
  expect(add({ ...order, keepsPrivate: true })).toMatchObject({
    note: undefined,
    tests: expect.stringContaining(secret),
  });
});

describe("a run of tests", () => {
  const many = `tests:\n${Array.from({ length: 50 }, (_, i) => `  - { name: t${i}, entry: { line: x }, expect: { outcome: passed } }\n`).join("")}`;
  it("gives way to a newer one", async () => {
    let time = 0;
    const asked: number[] = [];
    const answer = await runDocumentTests(
      { text: "stage.decolorize { }", tests: many },
      {
        ...env,
        now: () => time++,
        goOn: async () => asked.push(time) < 2,
      },
    );
    expect([answer, asked.length]).toEqual([undefined, 2]);
  });
  it("shortens long texts, and gives the places of tests on one line", async () => {
    const long = "y".repeat(50_000);
    const tests = `tests: [{ name: a, entry: { line: ${long} }, expect: { line: z${long} } }]`;
    const answer = await runDocumentTests({ text: "stage.decolorize { }", tests }, env);
    if (answer?.kind !== "ran") throw new Error(JSON.stringify(answer));
    const [row] = answer.report.rows;
    expect(row).toMatchObject({ from: 1, to: 1, status: "failed", entries: 1 });
    expect(row!.lines[0]!.length).toBeLessThan(5000);
    expect(row!.parts[0]!.got.length).toBeLessThan(21_000);
  });
});
