import { describe, expect, it } from "vitest";
import { diagnose, type EntryInput, runStages, stageNotes } from "../testing/index.ts";

const config = (expression: string, replace: string, more = "") =>
  `stage.replace {\n  expression = ${JSON.stringify(expression)}\n  replace = ${JSON.stringify(replace)}\n  ${more}\n}`;
const run = (expression: string, replace: string, input: EntryInput | string, more = "") =>
  runStages(config(expression, replace, more), [input], { trace: true });

describe("stage.replace", () => {
  it.each<[string, string, string, string, string, Record<string, string>]>([
    ["the group, not the rest of the match", "password=(\\S+)", "****", "a password=x b", "a password=**** b", {}],
    ["every group of every match", "(\\w+)=(\\d+)", "#", "a=1 b=22 c=x", "#=# #=# c=x", {}],
    ["nothing without groups", "\\d+", "N", "v5 v6", "v5 v6", {}],
    ["with nothing, which removes", "(secret)", "", "a secret b", "a  b", {}],
    ["with a template of the capture", "(\\w+)@", "{{ ToUpper .Value }}", "ann@x bob@y", "ANN@x BOB@y", {}],
    [
      "named groups, extracted from the first match",
      "u=(?P<u>\\w+)",
      "{{ ToUpper .Value }}",
      "u=ann u=bob",
      "u=ANN u=BOB",
      { u: "ANN" },
    ],
    [
      "the outer of nested groups, extracting both",
      "(?P<o>a(?P<i>b)c)",
      "[{{ .Value }}]",
      "x abc",
      "x [abc]",
      { i: "[b]", o: "[abc]" },
    ],
    ["the last turn of a repeated group", "(?:(\\w),)+", "_", "a,b,c,d", "a,b,_,d", {}],
    ["an empty capture, which inserts", "v()\\d", "er", "v1 v2", "ver1 ver2", {}],
    ["empty matches everywhere", "(x*)", "-", "axxb", "-a-b-", {}],
    ["groups that took part only", "(?P<a>\\d+)(?P<s>ms)?;", "N", "7; 8ms;", "N; NN;", { a: "N" }],
    ["characters of several bytes", "(ü+|日)", "✓", "grüüße 日本", "gr✓ße ✓本", {}],
    ["dollars as they are", "(\\d)", "$1 ${0}", "v5", "v$1 ${0}", {}],
    ["nothing that does not match", "(?P<n>\\d)", "N", "none", "none", {}],
  ])("replaces %s", (_name, expression, replace, line, wanted, extracted) => {
    expect(run(expression, replace, line).out[0]).toMatchObject({ line: wanted, extracted });
    expect(run(expression, replace, line).out[0]?.extracted).toEqual(extracted);
  });

  it("gives the template the extracted values as text, and not the line", () => {
    const { out } = run("(x)", "{{ .n }}{{ .Entry }}{{ .Value }}", { line: "x", extracted: { n: 5, Value: "stored" } });
    expect(out[0]?.line).toBe("5<no value>x");
  });

  it("reads and writes a source, and turns a number into text where it matched", () => {
    expect(run("(\\.\\d+)", "", { line: "l", extracted: { v: 12.75 } }, 'source = "v"').out[0]).toMatchObject({
      line: "l",
      extracted: { v: "12" },
    });
    expect(run("(x)", "", { extracted: { v: 12.75 } }, 'source = "v"').out[0]?.extracted).toEqual({ v: 12.75 });
    expect(run("(.+)", "", { extracted: { v: "all" } }, 'source = "v"').out[0]?.extracted).toEqual({ v: "" });
  });

  it("changes nothing at all where the template fails once", () => {
    const { out, steps } = run("(?P<n>[a-z]+)", '{{ if eq .Value "bad" }}{{ index .Value 99 }}{{ end }}-', "good bad");
    expect(out[0]).toMatchObject({ line: "good bad", extracted: {} });
    expect(steps[0]?.[0]?.reasons[0]?.code).toBe("template-failed");
  });

  it.each([
    ["an empty expression", config("", "x"), "error empty-expression: expression is required"],
    [
      "a bad expression",
      config("(?P<x", "y"),
      "error invalid-re2: error parsing regexp: invalid named capture: `(?P<x`",
    ],
    ["a bad template", config("(x)", "{{ nofunc }}"), "error invalid-gotemplate: "],
  ])("refuses %s", (_name, text, start) => {
    expect(diagnose(text)[0]).toContain(start);
  });
});

describe("notes of stage.replace", () => {
  for (const { name, run } of stageNotes("replace", [
    ["nothing to replace", 'expression = "(y)"', "x", "no-match", "not missed"],
    ["no source", 'expression = "(y)"\nsource = "v"', "x", "source-missing", "missed"],
    ["a template that fails", 'expression = "(x)"\nreplace = "{{ index .Value 9 }}"', "x", "template-failed", "missed"],
  ]))
    it(name, run);
});
