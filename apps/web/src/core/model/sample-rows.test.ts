import { describe, expect, it } from "vitest";
import { testOutcome, testResult } from "../../testing/testing.ts";
import type { RunResult, SampleOutcome } from "./run.ts";
import {
  countStatuses,
  describeEntry,
  describeFilter,
  describeOutcome,
  formatRanges,
  makeRows,
  outcomesById,
  type SampleFilter,
  shortOutcome,
  stageFacts,
  summarizeNothing,
} from "./sample-rows.ts";
import type { SampleEntry } from "./samples.ts";

const outcome = testOutcome;
const dropped = (path: string) =>
  outcome({
    status: "dropped",
    settled: "dropped",
    outputs: 0,
    drops: [{ path, stage: "drop", reason: "drop_stage" }],
  });
const result = (samples: SampleOutcome[], balance: Partial<RunResult["balance"]>): RunResult =>
  testResult({ samples, balance: { in: samples.length, out: 0, dropped: 0, held: 0, emitted: 0, ...balance } });

const samples: SampleEntry[] = [
  { id: 5, line: "GET /cart" },
  { id: 6, line: "GET /healthz" },
  { id: 9, line: "POST /cart" },
  { id: 10, line: "not run yet" },
];
const outcomes = outcomesById(
  testResult({
    samples: [outcome({ changedBy: ["1", "2.1"] }), dropped("2"), outcome({ status: "unchanged", missedBy: ["1"] })],
    sampleIds: [5, 6, 9],
  }),
);

describe("makeRows", () => {
  const cases: readonly [string, SampleFilter, string, number[]][] = [
    ["all, also those without an outcome", { kind: "all" }, "", [1, 2, 3, 4]],
    ["a status", { kind: "status", status: "dropped" }, "", [2]],
    ["dropped by a stage", { kind: "stage", path: "2", effect: "dropped" }, "", [2]],
    ["changed by a nested stage", { kind: "stage", path: "2.1", effect: "changed" }, "", [1]],
    ["missed by a stage", { kind: "stage", path: "1", effect: "missed" }, "", [3]],
    ["what is out", { kind: "settled", settled: "out" }, "", [1, 3]],
    ["held by a stage", { kind: "stage", path: "1", effect: "held" }, "", []],
    ["certain entries", { kind: "entries", ids: [6, 10], what: "entries 2, 4" }, "", [2, 4]],
    ["no errors", { kind: "stage", path: "1", effect: "errors" }, "", []],
    ["search without case", { kind: "all" }, " get ", [1, 2]],
    ["search and filter together", { kind: "status", status: "passed" }, "cart", [1]],
  ];
  for (const [name, filter, search, numbers] of cases) {
    it(name, () => expect(makeRows(samples, outcomes, filter, search).map((row) => row.number)).toEqual(numbers));
  }
});

describe("summarizeNothing", () => {
  it("says which stages dropped how many", () => {
    const summary = summarizeNothing(result([dropped("5"), dropped("3"), dropped("3")], { dropped: 3 }));
    expect(summary).toEqual({ text: "3 dropped: 2 by stage 3, 1 by stage 5.", path: "3" });
  });
  it("says each number once where one stage dropped all", () => {
    const summary = summarizeNothing(result([dropped("3"), dropped("3")], { dropped: 2 }));
    expect(summary).toEqual({ text: "2 dropped by stage 3.", path: "3" });
  });
  it("counts held entries", () => {
    expect(summarizeNothing(result([outcome({ status: "held", outputs: 0 })], { held: 1 }))).toEqual({
      text: "1 held.",
      path: undefined,
    });
  });
  it("is silent when something came out", () => {
    expect(summarizeNothing(result([outcome({})], { out: 1, emitted: 1 }))).toBeUndefined();
  });
  it("is silent when nothing went in", () => {
    expect(summarizeNothing(result([], {}))).toBeUndefined();
  });
});

describe("describeOutcome", () => {
  const context = {
    now: "2026-01-15T08:00:00Z",
    stageName: (path: string) => (path === "2" ? "multiline" : undefined),
  };
  const cases: readonly [string, SampleOutcome, string][] = [
    ["dropped", dropped("4.1"), "by stage 4.1"],
    ["held until more input comes", outcome({ status: "held", heldBy: "2" }), "by stage 2 multiline"],
    [
      "held until its time",
      outcome({ status: "held", heldBy: "2", heldUntil: "2026-01-15T08:00:03.5Z" }),
      "by stage 2 multiline, until 08:00:03.5 (in 3.5s)",
    ],
    [
      "held until another day",
      outcome({ status: "held", heldBy: "2", heldUntil: "2026-01-16T08:00:00Z" }),
      "by stage 2 multiline, until 2026-01-16 08:00:00 (in 24h0m0s)",
    ],
    ["merged", outcome({ status: "merged", mergedFrom: [1, 2, 3, 6] }), "entries 2–4, 7"],
    ["split", outcome({ outputs: 3 }), "as 3 entries"],
    ["passed", outcome({}), ""],
  ];
  for (const [name, given, text] of cases) it(name, () => expect(describeOutcome(given, context)).toBe(text));
});

describe("formatRanges", () => {
  const cases: readonly [string, number[], string][] = [
    ["none", [], ""],
    ["one", [4], "5"],
    ["neighbours", [0, 1], "1–2"],
    ["with gaps", [0, 2, 3, 9], "1, 3–4, 10"],
  ];
  for (const [name, indexes, text] of cases) it(name, () => expect(formatRanges(indexes)).toBe(text));
});

it("stageFacts finds the next release of each stage", () => {
  const held = (heldBy: string, heldUntil: string | undefined) => outcome({ status: "held", heldBy, heldUntil });
  const facts = stageFacts([
    held("3", "2026-01-15T08:00:10Z"),
    held("3", "2026-01-15T08:00:09.5Z"),
    held("3", undefined),
  ]);
  expect([...facts]).toEqual([["3", { nextRelease: "2026-01-15T08:00:09.5Z" }]]);
});

describe("describeFilter", () => {
  const cases: readonly [SampleFilter, string][] = [
    [{ kind: "settled", settled: "held" }, "held"],
    [{ kind: "stage", path: "1", effect: "held" }, "held by stage 1"],
    [{ kind: "entries", ids: [1], what: "entries 1–2" }, "entries 1–2"],
  ];
  for (const [filter, text] of cases) it(text, () => expect(describeFilter(filter)).toBe(text));
});

describe("what stands out of an entry", () => {
  const context = { now: "2026-01-15T08:00:00Z", stageName: () => "multiline" };
  const cases: readonly [string, SampleOutcome, string, string, string][] = [
    ["passed", outcome({ changedBy: ["1", "2"] }), "passed", "", "passed, changed by 2 stages"],
    ["dropped", dropped("4"), "dropped", "at 4", "dropped by stage 4"],
    [
      "a stage missed it, though another changed it",
      outcome({ status: "missed", changedBy: ["2"], missedBy: ["1", "3"] }),
      "missed",
      "at 1",
      "missed by stage 1 and 1 more, changed by 1 stage",
    ],
    ["missed, and dropped after that", { ...dropped("4"), missedBy: ["1"] }, "dropped", "at 4", "dropped by stage 4"],
    [
      "held",
      outcome({ status: "held", settled: "held", heldBy: "2", heldUntil: "2026-01-15T08:00:03Z" }),
      "held",
      "at 2 (in 3s)",
      "held by stage 2 multiline, until 08:00:03 (in 3s)",
    ],
    ["merged", outcome({ status: "merged", mergedFrom: [0, 1, 2] }), "merged", "with 1–3", "merged entries 1–3"],
  ];
  for (const [name, one, status, short, sentence] of cases)
    it(name, () =>
      expect([one.status, shortOutcome(one, context), describeEntry(one, context)]).toEqual([status, short, sentence]),
    );
  it("counts each entry once", () => {
    const counts = countStatuses([
      outcome({}),
      outcome({ status: "missed", missedBy: ["1"] }),
      { ...dropped("4"), missedBy: ["1"] },
    ]);
    expect([counts.passed, counts.missed, counts.dropped]).toEqual([1, 1, 1]);
  });
});
