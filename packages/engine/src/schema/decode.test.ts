import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../base/diagnostic.ts";
import { parseFile } from "../syntax/index.ts";
import type { BodySpec } from "./body-spec.ts";
import type { CompiledText } from "./compiled-text.ts";
import { decodeBody } from "./decode.ts";
import { block, intField, jmespathMapField, regexField, stringField, stringListField } from "./field.ts";

const SPEC: BodySpec = {
  fields: {
    source: stringField({ holds: "text", doc: "", required: true }),
    limit: intField({ doc: "", default: 5 }),
    pattern: regexField({ doc: "" }),
    names: stringListField({ holds: "text", doc: "", default: [] }),
    paths: jmespathMapField({ doc: "", default: new Map() }),
  },
  blocks: {
    one: block({ doc: "", occurs: "one", fields: { a: intField({ doc: "", default: 1 }) } }),
    maybe: block({ doc: "", occurs: "optional", fields: {} }),
    rule: block({ doc: "", occurs: "many", fields: { b: intField({ doc: "", required: true }) } }),
  },
};
const NEEDS_RULE: BodySpec = { fields: {}, blocks: { rule: block({ doc: "", occurs: "at-least-one", fields: {} }) } };

function decode(text: string, spec: BodySpec = SPEC) {
  const { file, diagnostics: syntax } = parseFile(text);
  expect(syntax).toEqual([]);
  const diagnostics: Diagnostic[] = [];
  const owner = { start: 0, end: 0 };
  const decoded = decodeBody(
    file.body,
    spec,
    owner,
    { scope: { lookup: () => undefined }, report: (one) => diagnostics.push(one) },
    ({ name }) => name.startsWith("stage."),
  );
  return {
    ...decoded,
    diagnostics,
    told: diagnostics.map(({ code, message, span }) => `${code} «${text.slice(span!.start, span!.end)}» ${message}`),
  };
}

describe("decodeBody", () => {
  it("gives arguments with their defaults, and blocks with their places", () => {
    const { args, claimed, told } = decode('source = "s"\nrule { b = 1 }\nstage.x { }\nrule { b = 2 }\n');
    expect(told).toEqual([]);
    expect(args).toEqual({
      source: "s",
      limit: 5,
      names: [],
      paths: new Map(),
      one: { args: { a: 1 }, index: -1 },
      maybe: undefined,
      rule: [
        { args: { b: 1 }, index: 1 },
        { args: { b: 2 }, index: 3 },
      ],
    });
    expect(claimed.map(({ name }) => name)).toEqual(["stage.x"]);
  });

  it("takes null for the absence of what is optional or nullable, else for the empty value", () => {
    const fields = {
      ...SPEC.fields,
      optional: stringField({ holds: "text", doc: "" }),
      nullable: stringField({ holds: "text", doc: "", required: true, nullable: true }),
    };
    const text = ["source", "limit", "pattern", "names", "optional", "nullable"].map((name) => `${name} = null\n`);
    const { args, told } = decode(text.join(""), { ...SPEC, fields });
    expect(told).toEqual([]);
    expect(args).toMatchObject({ source: "", limit: 0, names: [] });
    expect([args?.pattern, args?.optional, args?.nullable]).toEqual([undefined, undefined, undefined]);
    expect(decode('source = "a"', { fields: { ...SPEC.fields, nullable: fields.nullable }, blocks: {} }).told).toEqual([
      'missing-argument «» missing required attribute "nullable"',
    ]);
  });

  const MISTAKES: [string, string, string[], BodySpec?][] = [
    ["a missing argument", "", ['missing-argument «» missing required attribute "source"']],
    [
      "an unknown one, which the missing one may be",
      'sorce = "s"',
      ['unknown-argument «sorce = "s"» unrecognized attribute name "sorce"'],
    ],
    [
      "one given twice",
      'source = "a"\nsource = "b"',
      ['duplicate-argument «source = "b"» attribute "source" may only be provided once'],
    ],
    [
      "a block written as an attribute",
      'source = "a"\none = 1',
      ['block-expected «one = 1» "one" must be a block, but is used as an attribute'],
    ],
    [
      "a required block written as an attribute is reported once",
      "rule = 1",
      ['block-expected «rule = 1» "rule" must be a block, but is used as an attribute'],
      NEEDS_RULE,
    ],
    ["a missing block", "", ['missing-block «» missing required block "rule"'], NEEDS_RULE],
    [
      "an attribute written as a block",
      'source = "a"\nlimit { }',
      ['attribute-expected «limit {» "limit" must be an attribute, but is used as a block'],
    ],
    ["an unknown block", 'source = "a"\nruel { }', ['unknown-block «ruel {» unrecognized block name "ruel"']],
    [
      "a block given twice",
      'source = "a"\none { }\none { }',
      ['duplicate-block «one {» block "one" may only be specified once'],
    ],
    [
      "a label",
      'source = "a"\none "x" { }',
      ['label-not-allowed «one "x" {» block "one" does not support specifying labels'],
    ],
    [
      "an argument missing inside a block",
      'source = "a"\nrule { }',
      ['missing-argument «rule» missing required attribute "b"'],
    ],
    ["a value of a wrong type", "source = true", ["eval-type «true» true should be string, got bool"]],
    ["a value inside a value", 'source = "a"\nnames = ["a", [1]]', ["eval-type «[1]» [1] should be string, got array"]],
    [
      "a name that nothing has",
      "source = nothing",
      ['eval-unknown-identifier «nothing» identifier "nothing" does not exist'],
    ],
    [
      "names that objects have from birth",
      'source = "a"\nconstructor = 1\ntoString { }',
      [
        'unknown-argument «constructor = 1» unrecognized attribute name "constructor"',
        'unknown-block «toString {» unrecognized block name "toString"',
      ],
    ],
    [
      "__proto__",
      'source = "a"\n__proto__ = 1',
      ['unknown-argument «__proto__ = 1» unrecognized attribute name "__proto__"'],
    ],
    [
      "several at once",
      "limit = true\nnonsense = 1\nrule { b = true }",
      [
        'unknown-argument «nonsense = 1» unrecognized attribute name "nonsense"',
        "eval-type «true» true should be number, got bool",
        "eval-type «true» true should be number, got bool",
      ],
    ],
  ];
  it.each(MISTAKES)("reports %s", (_title, text, wanted, spec) => {
    const { args, told } = decode(text, spec);
    expect(told).toEqual(wanted);
    expect(args).toBeUndefined();
  });

  it("points into embedded languages, with fixes that keep the literal's quotes", () => {
    const text = 'source = "a"\npattern = "é\\n(b"\npaths = { k = "a-b" }';
    const { diagnostics, told } = decode(text);
    expect(told[0]).toMatch(/^invalid-re2 «.*» error parsing regexp: missing closing \)/);
    expect(diagnostics[1]).toMatchObject({ severity: "warning", code: "doubtful-jmespath" });
    const fix = diagnostics[1]!.fixes![0]!.edits[0]!;
    expect(text.slice(0, fix.span.start) + fix.text + text.slice(fix.span.end)).toContain('{ k = "\\"a-b\\"" }');
  });

  it("takes a name for the expression where none is written, and points at the name", () => {
    const text = 'source = "a"\npaths = { level = "", "a-b" = "", "1st" = null }';
    const { diagnostics, told } = decode(text);
    expect(told.map((one) => one.replace(/: .*/, ""))).toEqual([
      'doubtful-jmespath «"a-b"» a-b is a subtraction here, not a name with a hyphen',
      'invalid-jmespath «"1st"» could not compile JMES expression',
    ]);
    const { span, text: fixed } = diagnostics[0]!.fixes![0]!.edits[0]!;
    expect(text.slice(0, span.start) + fixed + text.slice(span.end)).toContain('"a-b" = "\\"a-b\\""');
    const { args } = decode('source = "a"\npaths = { level = "" }');
    const paths = args?.paths as ReadonlyMap<string, CompiledText<"jmespath">>;
    expect(paths.get("level")?.compiled.search({ level: 1 })).toEqual({ ok: true, value: 1 });
  });

  it("reports what is missing beside a mistyped name that means something else", () => {
    const both: BodySpec = {
      fields: {
        source: stringField({ holds: "text", doc: "", required: true }),
        target: stringField({ holds: "text", doc: "", required: true }),
      },
      blocks: {},
    };
    const codesOf = (text: string) => decode(text, both).diagnostics.map(({ code, message }) => `${code} ${message}`);
    expect(codesOf('sorce = "a"')).toEqual([
      'unknown-argument unrecognized attribute name "sorce"',
      'missing-argument missing required attribute "target"',
    ]);
    // It may be either of them.
    expect(codesOf('x = "a"')).toEqual(['unknown-argument unrecognized attribute name "x"']);
  });

  it("offers the name that was probably meant", () => {
    expect(decode('sorce = "s"').diagnostics[0]!.fixes).toEqual([
      { title: "Change to source", edits: [{ span: { start: 0, end: 5 }, text: "source" }] },
    ]);
  });

  it("runs rules across arguments where each by itself is right", () => {
    const spec: BodySpec = {
      fields: { a: intField({ doc: "", default: 0 }), b: intField({ doc: "", default: 0 }) },
      blocks: {},
      check: (
        args: { a: number; b: number },
        report: { error(code: string, message: string, field?: string): void },
        given: (name: string) => boolean,
      ) => {
        if (args.a + args.b > 5)
          report.error("sum", `too much, a ${given("a")}, b ${given("b")}, stage ${given("stage")}`, "a");
      },
    } as unknown as BodySpec;
    expect(decode("a = 6\nstage.x { }", spec).told).toEqual(["sum «6» too much, a true, b false, stage true"]);
    expect(decode("a = true\nb = 9", spec).told).toEqual(["eval-type «true» true should be number, got bool"]);
  });
});
