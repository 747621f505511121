/** Mistakes in different statements are all reported at once, each at its place, and nothing else. */
import { SeededRandom } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { openDocument } from "../open-document.ts";

/** A line of a right configuration, and the same line with one mistake; `at` is how many lines below the mistake shows. */
interface Spoilt {
  readonly name: string;
  readonly block: readonly string[];
  /** Which of the block's lines, and what it is then. */
  readonly line: number;
  readonly wrong: string;
  readonly code: string;
  readonly at?: number;
}

const SPOILT: readonly Spoilt[] = [
  {
    name: "a comma that is missing in a list",
    block: ["stage.label_drop {", '  values = ["a", "b"]', "}"],
    line: 1,
    wrong: '  values = ["a" "b"]',
    code: "syntax-missing-comma",
  },
  {
    name: "a comma that is missing at the end of a line",
    block: ["stage.json {", "  expressions = {", '    a = "x",', '    b = "y",', "  }", "}"],
    line: 2,
    wrong: '    a = "x"',
    code: "syntax-missing-comma",
  },
  {
    name: "a comma that is missing in a call",
    block: ["stage.static_labels {", '  values = { a = string.join(["x"], "-") }', "}"],
    line: 1,
    wrong: '  values = { a = string.join(["x"] "-") }',
    code: "syntax-missing-comma",
  },
  {
    name: "a list that is not closed",
    block: ["stage.label_keep {", '  values = ["a", "b"]', "}"],
    line: 1,
    wrong: '  values = ["a", "b"',
    code: "syntax-missing-comma",
  },
  {
    name: "an equals sign that is missing",
    block: ["stage.drop {", '  expression = "x"', '  source = "y"', "}"],
    line: 1,
    wrong: '  expression "x"',
    code: "syntax-unexpected-token",
  },
  {
    name: "a value that is missing",
    block: ["stage.output {", '  source = "x"', "}"],
    line: 1,
    wrong: "  source =",
    code: "syntax-unexpected-token",
    at: 1,
  },
  {
    name: "single quotes",
    block: ["stage.tenant {", '  value = "x"', "}"],
    line: 1,
    wrong: "  value = 'x'",
    code: "syntax-single-quoted-string",
  },
  {
    name: "two arguments in a line",
    block: ["stage.template {", '  source = "a"', '  template = "x"', "}"],
    line: 1,
    wrong: '  source = "a" template = "x"',
    code: "syntax-unexpected-token",
  },
  {
    name: "a name without its quote",
    block: ["stage.sampling {", "  rate = 0.5", '  drop_counter_reason = "x"', "}"],
    line: 2,
    wrong: '  drop_counter_reason = x"',
    code: "syntax-unterminated-string",
  },
  {
    name: "a brace on a line of its own",
    block: ["stage.decolorize {", "}"],
    line: 0,
    wrong: "stage.decolorize\n{",
    code: "syntax-unexpected-token",
  },
  {
    name: "an escape that there is not",
    block: ["stage.regex {", '  expression = "(?P<a>x)"', "}"],
    line: 1,
    wrong: '  expression = "(?P<a>\\d)"',
    code: "syntax-escape",
  },
  {
    name: "an unknown argument",
    block: ["stage.limit {", "  rate = 1", "  burst = 1", "}"],
    line: 1,
    wrong: "  rte = 1",
    code: "unknown-argument",
  },
  {
    name: "a value of a wrong type",
    block: ["stage.pack {", '  labels = ["a"]', "}"],
    line: 1,
    wrong: '  labels = "a"',
    code: "eval-type",
  },
  {
    name: "an expression that does not compile",
    block: ["stage.replace {", '  expression = "(x)"', '  replace = "y"', "}"],
    line: 1,
    wrong: '  expression = "(x"',
    code: "invalid-re2",
  },
  {
    name: "an unknown stage",
    block: ["stage.cri {", "}"],
    line: 0,
    wrong: "stage.crio {",
    code: "unknown-stage",
  },
  {
    name: "a rule across arguments",
    block: ["stage.timestamp {", '  source = "ts"', '  format = "RFC3339"', "}"],
    line: 2,
    wrong: '  format = ""',
    code: "empty-format",
  },
];

/** The configuration with the mistakes of `chosen`, and where each stands. */
function spoil(chosen: ReadonlySet<Spoilt>): { text: string; wanted: string[] } {
  const lines = ['logs.process "main" {', "forward_to = [logs.echo.out.receiver]"];
  const wanted: string[] = [];
  for (const one of SPOILT) {
    const isChosen = chosen.has(one);
    if (isChosen) wanted.push(`${lines.length + one.line + (one.at ?? 0) + 1} ${one.code}`);
    for (const [i, line] of one.block.entries())
      lines.push(...(isChosen && i === one.line ? one.wrong : line).split("\n"));
  }
  return { text: [...lines, "}", 'logs.echo "out" { }', ""].join("\n"), wanted };
}

function told(text: string): string[] {
  const { diagnostics, file } = openDocument(text);
  return diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ code, span }) => `${file.lines.position(span!.start).line} ${code}`);
}

describe("mistakes in different statements", () => {
  it("there are none to begin with", () => {
    expect(told(spoil(new Set()).text)).toEqual([]);
  });

  it.each(SPOILT.map((one) => [one.name, one] as const))("%s is one by itself", (_, one) => {
    const { text, wanted } = spoil(new Set([one]));
    expect(told(text)).toEqual(wanted);
  });

  it("are all reported, whichever they are", () => {
    const random = new SeededRandom(24);
    for (let i = 0; i < 400; i++) {
      const chosen = new Set(SPOILT.filter(() => random.next() < 0.4));
      const { text, wanted } = spoil(chosen);
      expect([text, told(text)]).toEqual([text, wanted]);
    }
  });
});

describe("mistakes in one statement or block", () => {
  const CASES: [name: string, text: string, wanted: string[]][] = [
    [
      "four of an address look-up",
      'stage.geoip {\n  db = ""\n  source = ""\n  db_type = "town"\n  custom_lookups = { a = "[" }\n}\n',
      ["2 empty-db", "3 empty-source", "4 eval-value", "5 invalid-jmespath"],
    ],
    [
      "those of a selector",
      'stage.match {\n  selector = `{app="x", b "y", c=d, e=~"("}`\n  action = "kepp"\n  stage.cri { }\n}\n',
      ["2 invalid-logql", "2 invalid-logql", "2 invalid-logql", "3 eval-value"],
    ],
    [
      "patterns of a selector",
      'stage.match {\n  selector = `{app=~"(", b!~"["} |~ "*" |= "x" !~ "(?<"`\n  stage.cri { }\n}\n',
      ["2 invalid-logql", "2 invalid-logql", "2 invalid-logql", "2 invalid-logql"],
    ],
    [
      "commas that are missing on several lines of one list",
      'stage.label_drop {\n  values = [\n    "a"\n    "b"\n    "c",\n  ]\n}\n',
      ["3 syntax-missing-comma", "4 syntax-missing-comma"],
    ],
  ];
  const EXPRESSIONS: readonly (readonly [string, string, readonly string[]])[] = [
    [
      "those of an object's values",
      "{\n    a = nope,\n    b = 1 + true,\n    c = string.nope(),\n  }",
      ["3 eval-unknown-identifier", "4 eval-value", "5 eval-unknown-field"],
    ],
    [
      "those of a call's function and arguments",
      "nope(\n    other,\n    -true,\n  )",
      ["2 eval-unknown-identifier", "3 eval-unknown-identifier", "4 eval-type"],
    ],
    ["those of both sides", "one +\n    two", ["2 eval-unknown-identifier", "3 eval-unknown-identifier"]],
    [
      "those of a list and its index",
      "[\n    one,\n  ][two]",
      ["3 eval-unknown-identifier", "4 eval-unknown-identifier"],
    ],
  ];
  it.each(EXPRESSIONS)("%s", (_, text, wanted) => {
    expect(told(`stage.static_labels {\n  values = ${text}\n}\n`)).toEqual(wanted);
  });

  it.each(CASES)("%s", (_, text, wanted) => {
    expect(told(text)).toEqual(wanted);
  });

  it("are bounded in an expression", () => {
    const fields = Array.from({ length: 500 }, (_, i) => `a${i} = nope${i}`).join();
    expect(told(`stage.static_labels {\n  values = {${fields}}\n}\n`)).toHaveLength(20);
  });

  it("are bounded", () => {
    const matchers = Array.from({ length: 500 }, (_, i) => `a${i}=~"("`).join();
    expect(told(`stage.match {\n  selector = \`{${matchers}}\`\n  stage.cri { }\n}\n`)).toHaveLength(20);
  });
});
