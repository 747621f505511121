/** Mistyped names of every kind: what is said, the fix, and that one does not hide another. */
import { describe, expect, it } from "vitest";
import { applyEdits, messageWithHint } from "../../base/diagnostic.ts";
import { openDocument } from "../open-document.ts";

const WRONG = `logs.proces "a" {
  forward_to = [logs.write.out.reciever]

  stage.jsno {
    expresions = { level = "", ts = "" }
  }

  stage.regex {
    regxe = "(?P<x>a"
  }

  stage.match {
    selector = "{app=\\"x\\"}"
    actoin   = "dorp"

    stage.lables {
      values = { level = "" }
    }
  }

  stage.template {
    source   = "level"
    template = "{{ toUper .Value | regexReplaceAl \\"a\\" }}"
  }

  stage.metrics {
    metric.coutner {
      name   = "n"
      acton  = "inc"
    }
  }
}

logs.write "out" {
  endpont {
    url = sys.en("URL")
  }
}

logs.write "other" {
  endpoint {
    url = concta("a", "b")
  }
}
`;

const open = (text: string) => openDocument(text, { library: { env: () => "http://loki" } });
const told = (text: string) => {
  const { file, diagnostics } = open(text);
  return diagnostics.map((one) => `${file.lines.position(one.span!.start).line} ${messageWithHint(one)}`);
};

describe("did you mean", () => {
  it("reports all mistyped names of one file at once", () => {
    expect(told(WRONG)).toEqual([
      '1 cannot find the definition of component name "logs.proces"; did you mean "logs.process"?',
      '2 logs.write.out has no export "reciever": it exports receiver',
      '4 unrecognized block name "stage.jsno"; did you mean "stage.json"?',
      '5 unrecognized attribute name "expresions"; did you mean "expressions"?',
      '9 unrecognized attribute name "regxe"; did you mean "expression"?',
      "9 error parsing regexp: missing closing ): `(?P<x>a`",
      '14 unrecognized attribute name "actoin"; did you mean "action"?',
      '14 "dorp" must be one of "keep", "drop", ""; did you mean "drop"?',
      '16 unrecognized block name "stage.lables"; did you mean "stage.labels"?',
      '23 template: pipeline_template:1: function "toUper" not defined; did you mean "ToUpper"?',
      '23 template: pipeline_template:1: function "regexReplaceAl" not defined; did you mean "regexReplaceAll"?',
      '27 unrecognized block name "metric.coutner"; did you mean "metric.counter"?',
      '29 unrecognized attribute name "acton"; did you mean "action"?',
      '35 unrecognized block name "endpont"; did you mean "endpoint"?',
      '36 field "en" does not exist; did you mean "env"?',
      '42 identifier "concta" does not exist; did you mean "concat"?',
    ]);
  });

  it("reports them beside a syntax error in one of the blocks", () => {
    const broken = WRONG.replace('"(?P<x>a"', '"(?P<x>a');
    const lines = told(broken).map((one) => Number(one.split(" ")[0]));
    expect(lines).toEqual([1, 2, 4, 5, 9, 14, 14, 16, 23, 23, 27, 29, 35, 36, 42]);
  });

  it("offers a fix for each name, after which nothing is wrong with them", () => {
    let text = WRONG.replace('"(?P<x>a"', '"(?P<x>a)"')
      .replace('"dorp"', '"drop"')
      .replace('regexReplaceAl \\"a\\"', "lower");
    const edits = open(text).diagnostics.flatMap(({ fixes }) => fixes?.[0]?.edits ?? []);
    text = applyEdits(text, edits);
    expect(text).toContain('expression = "(?P<x>a)"');
    expect(text).toContain("{{ ToUpper .Value | lower }}");
    expect(told(text).filter((one) => /unrecognized|not defined|does not exist|cannot find/.test(one))).toEqual([]);
  });

  const MISSING: readonly [what: string, body: string, wanted: string][] = [
    ["the missing argument that fits", 'stage.regex { pattern = "a" }', 'name "pattern"; did you mean "expression"?'],
    ["no argument of another type", "stage.regex { size = 5 }", 'name "size"'],
    ["none where two are unknown", 'stage.regex {\n pattern = "a"\n other = "b"\n}', 'name "pattern"'],
    ["none where several are missing", 'stage.timestamp { pattern = "a" }', 'name "pattern"'],
  ];
  it.each(MISSING)("means %s", (_what, body, wanted) => {
    expect(told(body)[0]).toMatch(new RegExp(`${wanted.replace(/\?$/, "\\?")}$`));
  });

  it("says nothing of what an empty block with a mistyped name is missing", () => {
    expect(told("stage.jsno { }")).toEqual(['1 unrecognized block name "stage.jsno"; did you mean "stage.json"?']);
  });
});
