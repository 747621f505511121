import type { QuickFix } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import type { Analysis, Problem } from "./analysis.ts";
import { findStale, isSamePipeline } from "./stale.ts";

const problem = { severity: "error", message: "m", fixes: [] as readonly QuickFix[] } as Problem;
const analysis = (ok: boolean, more: Partial<Analysis> = {}): Analysis => ({
  text: "",
  ok,
  problems: ok ? [] : [problem],
  pipelines: [],
  cards: null,
  graph: null,
  target: "sluice",
  ...more,
});

/** A text of stages that were good, by their kinds. */
function good(...names: string[]): Analysis {
  const stages = names.map((name, i) => ({
    path: `${i + 1}`,
    name,
    summary: "",
    depth: 0,
    start: 0,
    end: 0,
    resources: [],
  }));
  const text = names.map((name) => `stage.${name} { expression = "a" }`).join("\n");
  return analysis(true, { text, pipelines: [{ id: "stages", start: 0, end: text.length, stages }] });
}

describe("isSamePipeline", () => {
  const cases: readonly [string, string, Analysis, boolean, ok?: boolean][] = [
    ["the same with a mistake", 'stage.regex { expression = "(" }', good("regex"), true],
    ["one of several is left", "stage.json { }\nstage.drop {", good("regex", "drop"), true],
    ["it does not parse at all", "}}} stage.drop", good("drop"), true],
    ["the only stage with a name that does not exist", 'stage.regexp { expression = "a" }', good("regex"), true],
    ["the same without a brace, too", 'stage.regexp { expression = "a"', good("regex"), true],
    ["half a name", 'stage.r { expression = "a" }', good("regex"), true],
    ["another kind of stage around the same arguments", 'stage.drop { expression = "a" }', good("regex"), false, true],
    ["another pipeline", "stage.json { }", good("regex", "drop"), false],
    ["a stage whose name begins alike", "stage.dropped {", good("drop"), false],
    ["no stage at all", "hello", good("drop"), false],
    ["the first stage of an empty one, with an error", "stage.d", good(), false],
    ["the first stage of an empty one, whose run may take long", "stage.drop { }", good(), false, true],
    ["an empty one with a note", "// soon", good(), true, true],
  ];
  for (const [name, text, before, is, ok = false] of cases)
    it(name, () => expect(isSamePipeline(analysis(ok, { text }), before)).toBe(is));

  it("a mistyped name is the one that its fix puts there, whatever else was changed", () => {
    const text = 'stage.regexp { expression = "(?P<status>[0-9]{3}) (?P<size>[0-9]+)" }';
    const fixes = [{ title: "Change to stage.regex", edits: [{ span: { start: 0, end: 12 }, text: "stage.regex" }] }];
    expect(isSamePipeline(analysis(false, { text, problems: [{ ...problem, fixes }] }), good("regex"))).toBe(true);
  });
});

describe("findStale", () => {
  it("names the first error", () =>
    expect(findStale(analysis(false), true, "idle", null)).toEqual({ kind: "broken", problem }));
  it("says why the shown results are not of the last run", () =>
    expect(findStale(analysis(true), true, "stopped", "why")).toEqual({ kind: "not run", message: "why" }));
  it("has nothing to say of results that are those of the text, or where there are none", () =>
    expect([
      findStale(analysis(true), true, "idle", null),
      findStale(analysis(true), true, "running", null),
      findStale(analysis(false), false, "failed", "why"),
      findStale(null, true, "idle", null),
    ]).toEqual([null, null, null, null]));
});
