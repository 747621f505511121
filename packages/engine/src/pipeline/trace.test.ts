import { describe, expect, it } from "vitest";
import { NO_METADATA } from "../base/entry.ts";
import { Extracted } from "../base/extracted.ts";
import { LabelSet } from "../base/label-set.ts";
import { entry, runStages } from "../testing/index.ts";
import { type Snapshot, sameContent, takeSnapshot } from "./snapshot.ts";
import { TraceRecorder } from "./trace.ts";

describe("snapshots", () => {
  it("do not change with the entry", () => {
    const one = entry({ line: "a", labels: { x: "1" }, extracted: { n: 1 }, structured_metadata: [["m", "1"]] });
    const before = takeSnapshot(one);
    one.extracted.set("n", 2);
    one.extracted.set("new", 3);
    one.labels = one.labels.with("x", "2");
    one.metadata = [...one.metadata, ["m", "2"]];
    one.line = "b";
    expect([...before.extracted]).toEqual([
      ["x", "1"],
      ["n", 1],
    ]);
    expect([before.line, String(before.labels), before.metadata]).toEqual(["a", '{x="1"}', [["m", "1"]]]);
    before.extracted.set("n", 9);
    expect(one.extracted.get("n")).toBe(2);
  });

  it("of one entry after every stage are those of that moment", () => {
    const config = 'stage.static_labels { values = { a = "1" } }\nstage.static_labels { values = { a = "2" } }';
    const steps = runStages(config, ["x"], { trace: true }).steps[0]!;
    expect(steps.map(({ before, emitted }) => [String(before!.labels), String(emitted[0]!.labels)])).toEqual([
      ["{}", '{a="1"}'],
      ['{a="1"}', '{a="2"}'],
    ]);
  });
});

describe("sameContent", () => {
  const base: Snapshot = {
    line: "l",
    timestamp: 1n,
    labels: LabelSet.of({ a: "1" }),
    metadata: NO_METADATA,
    extracted: Extracted.from([
      ["n", Number.NaN],
      ["o", { a: [1] }],
    ]),
    origins: [0],
  };
  const CASES: [string, Partial<Snapshot>, boolean][] = [
    [
      "an equal one",
      {
        extracted: Extracted.from([
          ["n", Number.NaN],
          ["o", { a: [1] }],
        ]),
      },
      true,
    ],
    [
      "the order of extracted values",
      {
        extracted: Extracted.from([
          ["o", { a: [1] }],
          ["n", Number.NaN],
        ]),
      },
      true,
    ],
    ["other origins", { origins: [1] }, true],
    ["the line", { line: "m" }, false],
    ["the time", { timestamp: 2n }, false],
    ["a label", { labels: LabelSet.of({ a: "2" }) }, false],
    ["metadata", { metadata: [["m", ""]] }, false],
    [
      "a value inside a value",
      {
        extracted: Extracted.from([
          ["n", Number.NaN],
          ["o", { a: [2] }],
        ]),
      },
      false,
    ],
    [
      "a name instead of another",
      {
        extracted: Extracted.from([
          ["n", Number.NaN],
          ["p", { a: [1] }],
        ]),
      },
      false,
    ],
    [
      "null instead of a list",
      {
        extracted: Extracted.from([
          ["n", Number.NaN],
          ["o", null],
        ]),
      },
      false,
    ],
  ];
  it.each(CASES)("%s", (_title, change, wanted) => {
    expect(sameContent(base, { ...base, ...change })).toBe(wanted);
  });
});

describe("TraceRecorder", () => {
  it("gives an entry's steps in the order in which they began, each once", () => {
    const recorder = new TraceRecorder();
    const steps = [0, 1, 2, 3].map((n) => recorder.begin(String(n), "s", "wake", 0n, undefined));
    for (const n of [0, 2, 3, 1]) recorder.attribute(steps[n]!, 7);
    expect(recorder.stepsOf(7).map(({ path }) => path)).toEqual(["0", "1", "2", "3"]);
    expect([...recorder.origins()]).toEqual([7]);
    recorder.forget(7);
    expect(recorder.stepsOf(7)).toEqual([]);
  });

  it("notes a split into very many in time that grows with their number", () => {
    const lines = `[${Array.from({ length: 20_000 }, (_, i) => i).join(",")}]`;
    const { steps } = runStages('stage.split_json { }\nstage.static_labels { values = { a = "b" } }', [lines], {
      trace: true,
    });
    expect(steps[0]).toHaveLength(20_001);
    expect(steps[0]![0]!.emitted).toHaveLength(20_000);
  });
});
