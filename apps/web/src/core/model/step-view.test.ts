import type { EntryJson, StepJson } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import type { StageItem } from "./analysis.ts";
import { diffEntries, makeStepViews, stageCells } from "./step-view.ts";

const entry = (partial: Partial<EntryJson> = {}): EntryJson => ({
  line: "x",
  timestamp: "2026-01-15T08:00:00Z",
  labels: {},
  structured_metadata: [],
  extracted: {},
  origins: [0],
  ...partial,
});
const stage = (path: string, name: string): StageItem => ({
  path,
  name,
  summary: "",
  depth: path.split(".").length - 1,
  start: 0,
  end: 0,
  resources: [],
});
const step = (partial: Partial<StepJson>): StepJson => ({
  sequence: 0,
  path: "1",
  stage: "regex",
  cause: "process",
  at: "2026-01-15T08:00:00Z",
  status: "changed",
  before: entry(),
  emitted: [entry()],
  dropped: [],
  reasons: [],
  metrics: [],
  logs: [],
  ...partial,
});

describe("makeStepViews", () => {
  it("lists every stage, those after a drop as not reached", () => {
    const stages = [stage("1", "regex"), stage("2", "drop"), stage("3", "output")];
    const steps = [
      step({ emitted: [entry({ extracted: { a: "1" } })] }),
      step({
        path: "2",
        stage: "drop",
        status: "dropped",
        emitted: [],
        dropped: [{ entry: entry(), reason: "drop_stage", code: "value-equal" }],
      }),
    ];
    expect(makeStepViews(stages, steps, 0).map(({ path, status, changes }) => [path, status, changes])).toEqual([
      ["1", "changed", "1 value extracted"],
      ["2", "dropped", ""],
      ["3", "not_reached", ""],
    ]);
  });
  it("shows nested stages where they stand, and a stage that was called twice two times", () => {
    const stages = [stage("1", "match"), stage("1.1", "labels")];
    const steps = [step({ stage: "match" }), step({ path: "1.1" }), step({ path: "1.1", cause: "flush" })];
    expect(makeStepViews(stages, steps, 0).map(({ key, depth }) => [key, depth])).toEqual([
      ["1#0", 0],
      ["1.1#0", 1],
      ["1.1#1", 1],
    ]);
  });
  it("has one difference for each output", () => {
    const [view] = makeStepViews(
      [stage("1", "split_json")],
      [step({ status: "split", emitted: [entry({ line: "a" }), entry({ line: "b" })] })],
      0,
    );
    expect(view!.diffs.map((diff) => diff.line.after)).toEqual(["a", "b"]);
  });
  it("does not fall over an entry that came without a before", () => {
    const { before: _, ...rest } = step({ cause: "flush", status: "released" });
    expect(makeStepViews([stage("1", "multiline")], [rest], 0)[0]!.diffs).toHaveLength(1);
  });
});

describe("an entry that a stage held", () => {
  const stages = [stage("1", "multiline")];
  const reasons = [
    { code: "new-start-line", text: "sent" },
    { code: "held", text: "held" },
  ];
  const block = entry({ line: "a\nb", origins: [0, 1] });
  const steps = [
    step({ status: "held", before: entry({ line: "a" }), emitted: [], reasons: [reasons[1]!] }),
    step({ status: "merged", before: entry({ line: "c", origins: [2] }), emitted: [block], reasons: [reasons[0]!] }),
  ];

  it("is seen held, then merged when another entry came, with what it was before", () => {
    const views = makeStepViews(stages, steps, 0);
    expect(
      views.map(({ status, cause, by, diffs, reasons }) => [
        status,
        cause,
        by,
        diffs.map((diff) => [diff.line.before, diff.line.after, diff.origins]),
        reasons.map(({ text }) => text),
      ]),
    ).toEqual([
      ["held", "process", undefined, [["a", "a", undefined]], ["held"]],
      ["merged", "other", 2, [["a", "a\nb", [0, 1]]], ["sent"]],
    ]);
  });

  it("is one cell with the status of the whole, not of the last call", () => {
    const twice = [
      step({ status: "dropped" }),
      step({ status: "unchanged", cause: "flush" }),
      step({ path: "2", status: "held" }),
      step({ path: "2", status: "released", cause: "wake" }),
    ];
    const views = makeStepViews([stage("1", "split_json"), stage("2", "limit"), stage("3", "drop")], twice, 0);
    expect(stageCells(views).map(({ path, status }) => [path, status])).toEqual([
      ["1", "dropped"],
      ["2", "released"],
      ["3", "not_reached"],
    ]);
  });

  it("differs from the entry that caused the call, which is held itself", () => {
    const own = { ...steps[1]!, status: "held" as const, reasons: [reasons[1]!] };
    const [view] = makeStepViews(stages, [own], 2);
    expect([view!.status, view!.cause, view!.diffs[0]!.line.after, view!.reasons]).toEqual([
      "held",
      "process",
      "c",
      [reasons[1]],
    ]);
  });
});

describe("diffEntries", () => {
  it("counts changes of each kind", () => {
    const after = entry({
      line: "y",
      timestamp: "2026-01-15T09:00:00Z",
      labels: { a: "1" },
      structured_metadata: [["t", "1"]],
      extracted: { n: 1 },
      origins: [0, 1],
    });
    const diff = diffEntries(entry(), after);
    expect([
      diff.line.changed,
      diff.timestamp.changed,
      diff.labels.changed,
      diff.metadata.changed,
      diff.extracted.changed,
      diff.origins,
    ]).toEqual([true, true, 1, 1, 1, [0, 1]]);
  });
});
