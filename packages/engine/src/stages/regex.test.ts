import { describe, expect, it } from "vitest";
import { diagnose, RAW_BYTE, runStages, stageNotes, valued } from "../testing/index.ts";

const run = (argumentsText: string, ...inputs: Parameters<typeof runStages>[1]) =>
  runStages(`stage.regex {\n${argumentsText}\n}`, inputs, { trace: true });

describe("stage.regex", () => {
  it.each([
    ["named groups", "(?P<k>\\\\w+)=(?<v>\\\\w+)", "port=8080", { k: "port", v: "8080" }],
    [
      "groups without a name between named ones",
      "(\\\\w) (?P<b>\\\\w) (\\\\w) (?P<d>\\\\w)",
      "a b c d",
      { b: "b", d: "d" },
    ],
    ["only the first match", "(?P<n>\\\\d+)", "10 20", { n: "10" }],
    ["a group that took no part is empty", "(?P<a>x)|(?P<b>y)", "y", { a: "", b: "y" }],
    ["of equal names the last group counts, matched or not", "(?P<a>x)|(?P<a>y)", "x", { a: "" }],
    ["a repeated group keeps its last turn", "^(?:(?P<d>\\\\d),?)+$", "1,2,3", { d: "3" }],
    ["no match", "(?P<n>\\\\d)", "none", {}],
    ["no named group", "\\\\d+", "42", {}],
  ])("extracts: %s", (_name, expression, line, extracted) => {
    expect(run(`expression = "${expression}"`, line).out).toMatchObject([{ line, extracted }]);
    expect(run(`expression = "${expression}"`, line).out[0]?.extracted).toEqual(extracted);
  });

  it("overwrites what was extracted before", () => {
    const { out } = run('expression = "(?P<n>\\\\d+)"', { line: "7", extracted: { n: "old", other: 1 } });
    expect(out[0]?.extracted).toEqual({ n: "7", other: 1 });
  });

  it("keeps its layout of names apart for entries of different maps", () => {
    const inputs = [
      { line: "1" },
      { line: "2", labels: { n: "l" } },
      { line: "3", extracted: { z: 1 } },
      { line: "4" },
    ];
    const { out } = run('expression = "(?P<n>\\\\d)"', ...inputs);
    expect(out.map(({ extracted }) => extracted)).toEqual([{ n: "1" }, { n: "2" }, { n: "3", z: 1 }, { n: "4" }]);
  });

  it.each([
    ["a number", 1000000, { d: "1000000" }, "matched"],
    ["a boolean", false, { d: "false" }, "matched"],
    ["null", null, {}, "cannot-convert"],
    ["a list", [1], {}, "cannot-convert"],
  ])("reads %s as source", (_name, value, added, reason) => {
    const { out, steps } = run('expression = "^(?P<d>.*)$"\nsource = "s"', { line: "x", extracted: { s: value } });
    expect(out[0]?.extracted).toEqual({ s: value, ...added });
    expect(steps[0]?.[0]?.reasons.map(({ code }) => code)).toEqual([reason]);
  });

  it("says that a source is missing", () => {
    const { steps } = run('expression = "x"\nsource = "s"', "x");
    expect(steps[0]?.[0]?.reasons).toEqual([
      {
        code: "source-missing",
        missed: true,
        text: "Unchanged: `s` is not set for this entry by any stage before this one",
        evidence: { source: "s" },
      },
    ]);
  });

  it("sets labels from groups, also empty ones, over existing ones", () => {
    const { out } = run('expression = "(?P<app>x)|(?P<b>y)"\nlabels_from_groups = true', {
      line: "y",
      labels: { app: "old", z: "1" },
    });
    expect(out[0]?.labels).toEqual({ app: "", b: "y", z: "1" });
  });

  it("sets no label from bytes that were not UTF-8", () => {
    const { out } = run('expression = "(?P<raw>.+)\\\\|(?P<ok>.+)"\nlabels_from_groups = true', "\udce2\udcff|fine");
    expect(out[0]?.labels).toEqual({ ok: "fine" });
    expect(out[0]?.extracted).toEqual({ ok: "fine", raw: "\ufffd\ufffd" });
  });

  it.each([
    ["an empty expression", 'expression = ""', "error empty-expression: expression is required"],
    ["an empty source", 'expression = "(?P<a>x)"\nsource = ""', "error empty-source: empty source"],
    ["no expression", "", 'error missing-argument: missing required attribute "expression"'],
  ])("refuses %s", (_name, argumentsText, diagnostic) => {
    expect(diagnose(`stage.regex {\n${argumentsText}\n}`)).toEqual([diagnostic]);
  });

  it("refuses a bad pattern", () => {
    expect(diagnose('stage.regex {\nexpression = "a(?=b)"\n}')).toEqual([
      "error invalid-re2: error parsing regexp: invalid or unsupported Perl syntax: `(?=` (RE2 has no look-around: match what is around as well, and take a group)",
    ]);
  });
});

describe("notes of stage.regex", () => {
  for (const { name, run } of stageNotes("regex", [
    ["no match", 'expression = "(?P<a>y)"', "x", "no-match", "missed"],
    ["no source", 'expression = "(?P<a>y)"\nsource = "v"', "y", "source-missing", "missed"],
    ["null", 'expression = "(?P<a>y)"\nsource = "v"', valued(null), "cannot-convert", "missed"],
    [
      "bytes that are not UTF-8, for a label",
      'expression = "(?P<a>.+)"\nlabels_from_groups = true',
      RAW_BYTE,
      ["invalid-label-value", "matched"],
      "missed",
    ],
  ]))
    it(name, run);
});
