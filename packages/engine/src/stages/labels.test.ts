import { describe, expect, it } from "vitest";
import { diagnose, RAW_BYTE, runStages, stageNotes, valued } from "../testing/index.ts";

const config = (values: string, more = "") => `stage.labels {\n  values = ${values}\n  ${more}\n}`;

describe("stage.labels", () => {
  it.each([
    ["a named source", '{ level = "lvl" }', { lvl: "warn" }, { level: "warn" }],
    ["an empty value names the label itself", '{ level = "" }', { level: "warn" }, { level: "warn" }],
    ["a null value names the label itself", "{ level = null }", { level: "warn" }, { level: "warn" }],
    ["two labels from one value", '{ a = "k", b = "k" }', { k: "v" }, { a: "v", b: "v" }],
    ["a number in plain decimal", '{ n = "" }', { n: 1.5e-7 }, { n: "0.00000015" }],
    ["a boolean as a word", '{ n = "" }', { n: false }, { n: "false" }],
    ["an empty text", '{ n = "" }', { n: "" }, { n: "" }],
    ["null is left out", '{ n = "" }', { n: null }, {}],
    ["an object is left out", '{ n = "" }', { n: { a: 1 } }, {}],
    ["raw bytes are left out", '{ n = "" }', { n: "ab\udcff" }, {}],
    ["a real U+FFFD is text", '{ n = "" }', { n: "ab\ufffd" }, { n: "ab\ufffd" }],
    ["a missing value is left out", '{ n = "" }', {}, {}],
  ])("sets %s", (_name, values, extracted, labels) => {
    expect(runStages(config(values), [{ line: "l", extracted }]).out[0]?.labels).toEqual(labels);
  });

  it("reads the extracted map, so that swapped labels do not chain", () => {
    const { out } = runStages(config('{ a = "b", b = "a" }'), [{ labels: { a: "1", b: "2" } }]);
    expect(out[0]).toMatchObject({ labels: { a: "2", b: "1" }, extracted: { a: "1", b: "2" } });
  });

  it("reads the first of equal names of structured metadata, and leaves them there", () => {
    const { out } = runStages(config('{ d = "", x = "" }', 'source_type = "structured_metadata"'), [
      {
        labels: { x: "old" },
        extracted: { d: "not this" },
        structured_metadata: [
          ["d", "first"],
          ["d", "second"],
        ],
      },
    ]);
    expect(out[0]?.labels).toEqual({ d: "first", x: "old" });
    expect(out[0]?.structured_metadata).toHaveLength(2);
  });

  it("says why labels stay", () => {
    const { steps } = runStages(config('{ a = "", b = "", c = "" }'), [{ extracted: { b: null, c: "\udcff" } }], {
      trace: true,
    });
    expect(steps[0]?.[0]?.reasons.map(({ code }) => code)).toEqual([
      "source-missing",
      "cannot-convert",
      "invalid-label-value",
    ]);
  });

  it.each([
    ["values that are not given", "stage.labels { }", "warning values-missing"],
    ["empty values", "stage.labels {\n  values = {}\n}", "warning values-empty"],
    ["an unknown source type", config('{ a = "" }', 'source_type = "line"'), "error"],
    ["an empty source type", config('{ a = "" }', 'source_type = ""'), "error"],
  ])("reports %s", (_name, text, start) => {
    const found = diagnose(text);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(start);
  });
});

describe("notes of stage.labels", () => {
  for (const { name, run } of stageNotes("labels", [
    ["no source", 'values = { v = "" }', "x", "source-missing", "missed"],
    ["null", 'values = { v = "" }', valued(null), "cannot-convert", "missed"],
    ["bytes that are not UTF-8", 'values = { v = "" }', valued(RAW_BYTE), "invalid-label-value", "missed"],
    ["only one of two sources", 'values = { v = "", w = "" }', valued("a"), "source-missing", "missed"],
    [
      "no metadata",
      'values = { v = "" }\nsource_type = "structured_metadata"',
      valued("a"),
      "source-missing",
      "missed",
    ],
  ]))
    it(name, run);
});
