import { describe, expect, it } from "vitest";
import { diagnose, runStages, stageNotes, valued } from "../testing/index.ts";

const run = (body: string, ...inputs: Parameters<typeof runStages>[1]) =>
  runStages(`stage.json {\n${body}\n}`, inputs, { trace: true });
const extracted = (body: string, line: string) => run(body, line).out[0]?.extracted;

describe("stage.json", () => {
  it.each([
    [
      "types",
      'expressions = { n = "", s = "", b = "", z = "" }',
      '{"n":1e3,"s":"x","b":false,"z":null}',
      { n: 1000, s: "x", b: false, z: null },
    ],
    ["what is missing as null", 'expressions = { m = "a.b.c" }', '{"a":{"b":7}}', { m: null }],
    ["lists and objects as text", 'expressions = { o = "" }', '{"o":{"k":[1, "<"]}}', { o: '{"k":[1,"\\u003c"]}' }],
    ["nothing for a failing expression", 'expressions = { a = "nope(x)", b = "x" }', '{"x":1}', { b: 1 }],
    [
      "the empty text for what has no JSON text",
      'expressions = { a = "&x", b = "[x / `0`]" }',
      '{"x":1}',
      { a: "", b: "" },
    ],
    ["keys by a regular expression", 'regex = "^h_"', '{"h_a":1,"h_b":[2],"x":3}', { h_a: 1, h_b: "[2]" }],
    ["those over an expression's value", 'expressions = { h = "x" }\nregex = "^h$"', '{"h":1,"x":3}', { h: 1 }],
    ["a key that is special in JavaScript", 'expressions = { v = "__proto__.a" }', '{"__proto__":{"a":1}}', { v: 1 }],
    ["no inherited key", 'expressions = { v = "constructor" }', "{}", { v: null }],
  ])("extracts %s", (_name, body, line, wanted) => {
    expect(extracted(body, line)).toEqual(wanted);
  });

  it("drops what is malformed where it is asked to, and counts nothing", () => {
    const { out, dropped, metrics } = run('expressions = { a = "" }\ndrop_malformed = true', "{", "[1]", '{"a":1}');
    expect(out.map(({ line }) => line)).toEqual(['{"a":1}']);
    expect(dropped.map(({ code }) => code)).toEqual(["malformed-json", "malformed-json"]);
    expect(metrics).toEqual([]);
  });

  it("never drops for a missing source", () => {
    const { out, steps } = run('expressions = { a = "" }\nsource = "s"\ndrop_malformed = true', "x", {
      line: "y",
      extracted: { s: null },
    });
    expect(out.map(({ line }) => line)).toEqual(["x", "y"]);
    expect(steps.map((own) => own[0]?.reasons.map(({ code }) => code))).toEqual([
      ["source-missing"],
      ["cannot-convert"],
    ]);
  });

  it("explains what it does", () => {
    const { steps } = run('expressions = { a = "", m = "", f = "abs(a)" }', '{"a":"x"}', "plain");
    expect(steps.map((own) => own[0]?.reasons.map(({ code }) => code))).toEqual([
      ["matched", "not-found", "evaluation-failed"],
      ["malformed-json"],
    ]);
    expect(steps[1]?.[0]?.reasons[0]?.text).toBe("Unchanged: `plain` is not a JSON object");
  });

  it.each([
    ["nothing to extract", "", "error nothing-to-extract: JMES expressions or regex is required"],
    ["no expressions", "expressions = {}", "error nothing-to-extract: JMES expressions or regex is required"],
    ["an empty source", 'expressions = { a = "" }\nsource = ""', "error empty-source: empty source"],
    [
      "a name that is not an expression",
      'expressions = { "1st" = "" }',
      "error invalid-jmespath: could not compile JMES expression: SyntaxError: Invalid token: tNumber",
    ],
    [
      "an empty name, which is not an expression",
      'expressions = encoding.from_json(`{"": ""}`)',
      "error invalid-jmespath: could not compile JMES expression: SyntaxError: Incomplete expression",
    ],
    [
      "a name with a hyphen",
      'expressions = { "user-agent" = "" }',
      'warning doubtful-jmespath: user-agent is a subtraction here, not a name with a hyphen: write "user-agent"',
    ],
  ])("checks %s", (_name, body, diagnostic) => {
    expect(diagnose(`stage.json {\n${body}\n}`)).toEqual([diagnostic]);
  });
});

describe("notes of stage.json", () => {
  for (const { name, run } of stageNotes("json", [
    ["another form", 'expressions = { a = "" }', "plain", "malformed-json", "missed"],
    [
      "another form, to drop",
      'expressions = { a = "" }\ndrop_malformed = true',
      "x",
      "malformed-json",
      "missed",
      "dropped",
    ],
    ["no source", 'expressions = { a = "" }\nsource = "v"', "{}", "source-missing", "missed"],
    ["a source without text", 'expressions = { a = "" }\nsource = "v"', valued(null), "cannot-convert", "missed"],
    ["an expression that fails", 'expressions = { a = "abs(b)" }', '{"b":"x"}', "evaluation-failed", "missed"],
    ["an absent field, which is null", 'expressions = { a = "" }', "{}", "not-found", "not missed", "changed"],
  ]))
    it(name, run);
});
