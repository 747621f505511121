import { describe, expect, it } from "vitest";
import type { Analysis, PipelineItem, Problem } from "./analysis.ts";
import { findStale, sharesStage } from "./stale.ts";

const pipeline = (...names: string[]): PipelineItem => ({
  id: "stages",
  start: 0,
  end: 0,
  stages: names.map((name, i) => ({ path: `${i + 1}`, name, summary: "", depth: 0, start: 0, end: 0, resources: [] })),
});

describe("sharesStage", () => {
  const cases: readonly [string, string, PipelineItem, boolean][] = [
    ["the same with a mistake", 'stage.regex { expression = "(" }', pipeline("regex"), true],
    ["one of several is left", "stage.json { }\nstage.drop {", pipeline("regex", "drop"), true],
    ["it does not parse at all", "}}} stage.drop", pipeline("drop"), true],
    ["another pipeline", "stage.json { }", pipeline("regex", "drop"), false],
    ["a stage whose name begins alike", "stage.dropped {", pipeline("drop"), false],
    ["no stage at all", "hello", pipeline("drop"), false],
    ["the first stage of an empty one", "stage.d", pipeline(), true],
  ];
  for (const [name, text, before, is] of cases) it(name, () => expect(sharesStage(text, [before])).toBe(is));
});

describe("findStale", () => {
  const problem = { severity: "error", message: "m" } as Problem;
  const analysis = (ok: boolean): Analysis => ({ text: "", ok, problems: ok ? [] : [problem], pipelines: [] });
  it("names the first error", () =>
    expect(findStale(analysis(false), true, "idle", null)).toEqual({ kind: "broken", problem }));
  it("says why the last run is not what is shown", () =>
    expect(findStale(analysis(true), true, "stopped", "why")).toEqual({ kind: "not run", message: "why" }));
  it("has nothing to say of results that are those of the text, or where there are none", () =>
    expect([
      findStale(analysis(true), true, "idle", null),
      findStale(analysis(true), true, "running", null),
      findStale(analysis(false), false, "failed", "why"),
      findStale(null, true, "idle", null),
    ]).toEqual([null, null, null, null]));
});
