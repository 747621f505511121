import { describe, expect, it } from "vitest";
import { findPipeline, openDocument, readTree } from "../document/open-document.ts";
import { Preview, type Sample } from "../preview/preview.ts";
import { entriesPlaced, placeForPattern } from "./place.ts";
import { namePattern, type PatternAction, stageFor } from "./stages.ts";
import { outputTotals } from "./totals.ts";

/** With all that has to be escaped somewhere. */
const EXPRESSION = '^say "\\S+" to \\\\x \\x60$';
const LINES = ['say "hi" to \\x `', 'say "ho" to \\x `', "other"];
const samples: Sample[] = LINES.map((line, i) => ({ line, labels: { app: `a${i % 2}` } }));

function run(text: string, given: readonly Sample[] = samples): Preview {
  const document = openDocument(text);
  expect(document.diagnostics.map(({ message }) => message)).toEqual([]);
  const host = { resource: () => undefined, sha256: () => "" };
  return Preview.run(findPipeline(document, "stages")!, given, { start: 0n, seed: 1, host });
}

const made = (action: PatternAction) => stageFor(action, EXPRESSION, { label: "app", name: "say_to" });

describe("the stage of an action", () => {
  it("drops the lines of a pattern, under a reason of its own", () => {
    const text = made({ kind: "drop" });
    expect(text).toBe(`stage.drop {\n\texpression          = \`${EXPRESSION}\`\n\tdrop_counter_reason = "say_to"\n}\n`);
    const preview = run(text);
    expect(preview.outputs.map(({ entry }) => entry.line)).toEqual(["other"]);
    expect(preview.exposition()).toContain('reason="say_to"');
    expect(outputTotals(preview)).toEqual({ entries: 1, bytes: 5, streams: 1 });
  });

  it("labels them, whatever labels entries have", () => {
    const text = made({ kind: "label", name: "kind", value: 'say "it"' });
    const preview = run(text, [...samples, { line: LINES[0]!, labels: {} }]);
    expect(preview.outputs.map(({ entry }) => entry.labels.get("kind"))).toEqual([
      'say "it"',
      'say "it"',
      undefined,
      'say "it"',
    ]);
    expect(outputTotals(preview)).toMatchObject({ entries: 4, streams: 4 });
  });

  it("counts them, and changes nothing else", () => {
    const preview = run(made({ kind: "count", metric: "say_total" }));
    expect(outputTotals(preview).entries).toBe(3);
    expect(preview.exposition()).toMatch(/say_total\{app="a0"\} 1\n.*say_total\{app="a1"\} 1/s);
  });

  it.each([
    [2, "0.5"],
    [3, "0.3333"],
    [10, "0.1"],
    [1000, "0.001"],
    [1_000_000, "0.000001"],
  ])("keeps one in %d", (keepOneIn, rate) => {
    const text = made({ kind: "sample", keepOneIn });
    expect(text).toContain(`rate = ${rate}\n`);
    expect(openDocument(text).diagnostics).toEqual([]);
    const many = Array.from({ length: 2000 }, (): Sample => ({ line: LINES[0]!, labels: {} }));
    const kept = outputTotals(run(text, many)).entries;
    expect(Math.abs(kept - 2000 / keepOneIn)).toBeLessThan(100);
  });
});

it("a sampling that spares keeps every line with a word of trouble", () => {
  const text = stageFor({ kind: "sample", keepOneIn: 1000 }, "^call", { label: "app", name: "call", spares: true });
  const lines = [
    "call FATAL",
    "call with warning",
    "call error=1",
    "call level=ERROR",
    "call terror",
    "call of errors",
  ];
  const given = lines.map((line): Sample => ({ line, labels: {} }));
  expect(run(text, given).outputs.map(({ entry }) => entry.line)).toEqual(lines.slice(0, 4));
});

describe("the place of a stage", () => {
  const CRI =
    'stage.regex {\n  expression = "a"\n}\n\nstage.cri { }\n\nstage.labels {\n  values = { stream = "" }\n}\n';

  it("is after the last stage that unwraps, and at the start without one", () => {
    expect(placeForPattern(readTree(CRI), "stages")).toEqual({
      place: { side: "after", path: "2" },
      after: { path: "2", name: "cri" },
    });
    const split = `stage.split_json { }\n\nstage.eventlogmessage { }\n`;
    // What extracts fields makes no line.
    expect(placeForPattern(readTree(split), "stages").after).toEqual({ path: "1", name: "split_json" });
    const none = { place: { side: "start" }, after: undefined };
    expect(placeForPattern(readTree('stage.drop {\n  expression = "cri"\n}\n'), "stages")).toEqual(none);
    expect(placeForPattern(readTree("// sluice:off\n// stage.cri { }\n// sluice:on\n"), "stages")).toEqual(none);
    expect(placeForPattern(readTree(""), "stages")).toEqual(none);
  });

  it("has the lines as they are there, each with the sample that it begins with", () => {
    const text = 'stage.multiline {\n  firstline = "^\\\\S"\n}\n';
    const given = ["one", " more", "two"].map((line): Sample => ({ line, labels: {} }));
    const preview = run(text, given);
    expect(entriesPlaced(preview, given, { side: "after", path: "1" })).toEqual([
      { line: "one\n more", sample: 0 },
      { line: "two", sample: 2 },
    ]);
    expect(entriesPlaced(preview, given, { side: "start" }).map(({ sample }) => sample)).toEqual([0, 1, 2]);
  });
});

it.each([
  [["login of user ", 0, " from ", 1], "login_of_user_from"],
  [["GET ", 0, " took ", 1, " status=", 2], "get_took_status"],
  [[0, ": ", 1], "pattern"],
  [["a".repeat(60)], "a".repeat(40)],
])("names a pattern by its words: %j", (pieces, want) => expect(namePattern(pieces)).toBe(want));
