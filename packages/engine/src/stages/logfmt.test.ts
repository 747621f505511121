import { describe, expect, it } from "vitest";
import { diagnose, runStages, stageNotes } from "../testing/index.ts";

const run = (body: string, ...inputs: Parameters<typeof runStages>[1]) =>
  runStages(`stage.logfmt {\n${body}\n}`, inputs, { trace: true });
const ALL = 'regex = "."';

describe("stage.logfmt", () => {
  it("keeps types where the text is canonical", () => {
    const { out } = run(ALL, "a=200 b=-1.5 c=true d=false e=1.10 f=007 g=1e3 h=null i=TRUE j=-0 k");
    expect(out[0]?.extracted).toEqual({
      a: 200,
      b: -1.5,
      c: true,
      d: false,
      e: "1.10",
      f: "007",
      g: "1e3",
      h: "null",
      i: "TRUE",
      j: "-0",
      k: "",
    });
  });

  it("still gives texts to stages that take nothing else", () => {
    const after = `stage.logfmt {\n  mapping = { card = "", n = "", ok = "" }\n}\n`;
    const line = "card=4023319055607716 n=123456 ok=false";
    expect(runStages(`${after}stage.luhn {\n  source = "card"\n}`, [line]).out[0]?.line).toBe("**REDACTED**");
    const cut = `${after}stage.truncate {\n  rule {\n    limit = "3B"\n    source_type = "extracted"\n  }\n}`;
    expect(runStages(cut, [line]).out[0]?.extracted).toEqual({
      card: "402",
      n: "123",
      ok: "fal",
      truncated: "extracted",
    });
  });

  it("gives them also after copies, and no longer once another stage has set the value", () => {
    const parse = `stage.logfmt {\n  mapping = { n = "" }\n}\n`;
    const cut = `stage.truncate {\n  rule {\n    limit = "3B"\n    source_type = "extracted"\n    sources = ["n"]\n  }\n}`;
    const outN = (between: string, line: string) =>
      runStages(`${parse}${between}${cut}`, [line]).out.map(({ extracted }) => extracted.n);
    expect(outN('stage.split_json {\n  source = "list"\n}\n', "n=123456")).toEqual(["123"]);
    const split = `stage.logfmt {\n  mapping = { n = "", list = "" }\n}\nstage.split_json {\n  source = "list"\n}\n${cut}`;
    expect(runStages(split, ["n=123456 list=[1,2]"]).out.map(({ extracted }) => extracted.n)).toEqual(["123", "123"]);
    expect(outN(`stage.json {\n  source = "j"\n  expressions = { n = "" }\n}\n`, "n=123456")).toEqual(["123"]);
    const replaced = runStages(`${parse}stage.json {\n  source = "j"\n  expressions = { n = "" }\n}\n${cut}`, [
      { line: "n=123456", extracted: { j: '{"n":123456}' } },
    ]);
    expect(replaced.out[0]?.extracted.n).toBe(123456);
  });

  it("stores texts where there are too many names to mark", () => {
    const line = Array.from({ length: 40 }, (_, i) => `k${i}=${i}`).join(" ");
    const { out } = run(ALL, line);
    expect(out[0]?.extracted).toMatchObject({ k0: 0, k31: 31, k32: "32", k39: "39" });
  });

  it.each([
    ["pairs before an error", 'mapping = { a = "", c = "" }', "a=1 b=x=y c=3", { a: 1 }],
    ["records one after the other", 'mapping = { a = "" }', "a=1\na=2", { a: 2 }],
    ["a field under two names", 'mapping = { r = "d" }\nregex = "^d$"', "d=3s", { r: "3s", d: "3s" }],
    ["nothing where the key is missing", 'mapping = { a = "" }', "b=1", {}],
  ])("extracts %s", (_name, body, line, wanted) => {
    expect(run(body, line).out[0]?.extracted).toEqual(wanted);
  });

  it("explains what it does", () => {
    const { steps } = run('mapping = { a = "" }', "a=1", "b=2", "a=1 =x");
    expect(steps.map((own) => own[0]?.reasons.map(({ text }) => text))).toEqual([
      ["Extracted one field from `a=1`"],
      ["Extracted no field from `b=2`"],
      [
        "Extracted one field before the text could not be read any further: logfmt syntax error at pos 5 on line 1: unexpected '='",
      ],
    ]);
  });

  it.each([
    ["nothing to extract", "", ["error nothing-to-extract: logfmt mapping or regex is required"]],
    ["an empty source, which is the line", 'mapping = { a = "" }\nsource = ""', []],
    [
      "a field that is read twice",
      'mapping = { a = "x", b = "x" }',
      ['warning field-mapped-twice: the field "x" is read as "b" only, not as "a" too'],
    ],
  ])("checks %s", (_name, body, diagnostics) => {
    expect(diagnose(`stage.logfmt {\n${body}\n}`)).toEqual(diagnostics);
  });
});

describe("notes of stage.logfmt", () => {
  for (const { name, run } of stageNotes("logfmt", [
    ["another form", 'mapping = { a = "" }', 'a="', "parse-failed", "missed"],
    ["only the beginning of the form", 'mapping = { a = "" }', 'a=1 b="', "parse-failed", "missed"],
    ["none of the fields", 'mapping = { a = "" }', "b=1", "no-match", "missed"],
    ["no source", 'mapping = { a = "" }\nsource = "v"', "a=1", "source-missing", "missed"],
  ]))
    it(name, run);
});
