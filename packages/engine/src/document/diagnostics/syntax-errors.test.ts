import { SeededRandom } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { readVectorConfigs } from "../../../conformance/vector-files.ts";
import { parseFile } from "../../syntax/index.ts";
import { openDocument } from "../open-document.ts";

const process = (body: string, head = 'logs.process "main" {'): string =>
  `${head}\n  forward_to = [logs.echo.out.receiver]\n\n${body}}\n\nlogs.echo "out" { }\n`;

/** Diagnostics as `line:column code: plain sentence`. */
const told = (text: string): string[] => {
  const { diagnostics, file } = openDocument(text);
  return diagnostics.map(({ code, message, span }) => {
    const { line, column } = file.lines.position(span!.start);
    return `${line}:${column} ${code}: ${/\(([^)]*)\)$/.exec(message)?.[1] ?? message}`;
  });
};

describe("a typical mistake is reported once, without its consequences", () => {
  const ESCAPED = "in double quotes a backslash is written twice, in backquotes once";
  const COLON = "a name and its value are joined by =";
  const COMMA = "a comma belongs between two items, and a closing bracket after the last";
  const CASES: [string, string, string[]][] = [
    [
      "a quote that is not closed",
      process('  stage.drop {\n    expression = "debug\n    drop_counter_reason = "noise"\n  }\n'),
      ["5:18 syntax-unterminated-string: the closing quote is missing"],
    ],
    [
      "a backquote that is not closed, which goes to the end",
      process('  stage.regex {\n    expression = `a\n  }\n\n  stage.labels {\n    values = { ip = "" }\n  }\n'),
      ["5:18 syntax-unterminated-string: the closing quote is missing"],
    ],
    [
      "a stage that is not closed",
      process('  stage.drop {\n    expression = "debug"\n\n  stage.labels {\n    values = { level = "" }\n  }\n'),
      ['13:1 syntax-unexpected-token: the block "stage.drop" on line 4 is not closed'],
    ],
    [
      "a component that is not closed",
      process("  stage.cri { }\n").replace("}\n\nlogs.echo", "\nlogs.echo"),
      ['7:1 syntax-unexpected-token: the block "logs.process" on line 1 is not closed'],
    ],
    [
      "a block that is not closed, where nothing is indented",
      "stage.match {\nselector = `{}`\nstage.cri {\n}\n",
      ["5:1 syntax-unexpected-token: a block is not closed"],
    ],
    [
      "a brace too many",
      process('  stage.drop {\n    expression = "x"\n  }\n}\n  stage.decolorize { }\n'),
      ["9:1 syntax-unexpected-token: there are more closing braces than opening ones"],
    ],
    [
      "an opening brace that is missing",
      process('  stage.drop\n    expression = "x"\n  }\n'),
      ["4:13 syntax-unexpected-token: after a name comes = and a value, or a block in braces"],
    ],
    [
      "a comma that is missing in an object",
      process('  stage.labels {\n    values = {\n      level = ""\n      app   = "",\n    }\n  }\n'),
      [`6:17 syntax-missing-comma: ${COMMA}`],
    ],
    [
      "a comma that is missing in a list",
      process("  stage.cri { }\n").replace("[", "[logs.echo.a.receiver "),
      [`2:38 syntax-missing-comma: ${COMMA}`],
    ],
    [
      "a list that is not closed",
      process('  stage.drop {\n    expression = "x"\n  }\n').replace("]", ""),
      [`2:39 syntax-missing-comma: ${COMMA}`],
    ],
    [
      "an arrow",
      process('  stage.json {\n    expressions = { level => "lvl", msg => "message" }\n  }\n'),
      ["5:28 syntax-unexpected-token: write =, not =>"],
    ],
    [
      "two colons, which are two mistakes",
      process('  stage.json {\n    expressions = {\n      level: "lvl",\n      msg: "message",\n    }\n  }\n'),
      [`6:12 syntax-illegal-character: ${COLON}`, `7:10 syntax-illegal-character: ${COLON}`],
    ],
    [
      "an equals sign that is missing",
      process('  stage.drop {\n    expression "x"\n  }\n'),
      ["5:19 syntax-unexpected-token: after a name comes = and a value, or a block in braces"],
    ],
    [
      "a value that is missing",
      process('  stage.drop {\n    expression =\n    source = "x"\n  }\n'),
      ["6:12 syntax-unexpected-token: the value before it is missing"],
    ],
    [
      "single quotes",
      process("  stage.drop {\n    expression = 'debug'\n  }\n"),
      ["5:18 syntax-single-quoted-string: for a pattern backquotes are best: no backslash is written twice in them"],
    ],
    [
      "a comment of another language",
      `# mine\n${process("  stage.cri { }\n")}`,
      ["1:1 syntax-illegal-character: comments begin with //"],
    ],
    [
      "a configuration of Promtail, which were many errors",
      "server:\n  http_listen_port: 9080\nscrape_configs:\n- job_name: system\n  pipeline_stages:\n  - cri: {}\n  static_configs:\n  - labels:\n      __path__: /var/log/*log\n",
      [
        "3:1 syntax-promtail: this looks like Promtail's YAML, not Alloy's syntax: import the file, in the page or by sluice import",
      ],
    ],
    [
      "a list of Promtail's stages",
      "# mine\n  - cri: {}\n  - json:\n      expressions:\n        level: lvl\n",
      [
        "2:3 syntax-promtail: this looks like Promtail's YAML, not Alloy's syntax: import the file, in the page or by sluice import",
      ],
    ],
    [
      "a comment that is not closed",
      `/* mine\n${process("  stage.cri { }\n")}`,
      ["1:1 syntax-unterminated-comment: the closing */ is missing"],
    ],
    [
      "a label without quotes",
      process("  stage.cri { }\n", "logs.process main {"),
      ["1:14 syntax-unexpected-token: a label is written in double quotes"],
    ],
    [
      "single backslashes",
      process('  stage.regex {\n    expression = "^(?P<ip>\\S+) \\d+"\n  }\n'),
      [`5:28 syntax-escape: ${ESCAPED}`],
    ],
    [
      "a block with an equals sign",
      process('  stage.drop = {\n    expression = "x"\n    source = "y"\n  }\n'),
      ["4:3 syntax-attribute-name: a block is written without ="],
    ],
    [
      "two arguments in a line",
      process('  stage.drop { expression = "x" source = "y" }\n'),
      [
        "4:33 syntax-unexpected-token: a statement ends with its line: put this on the next, or complete what comes before",
      ],
    ],
  ];
  it.each(CASES)("%s", (_, text, expected) => {
    expect(told(text)).toEqual(expected);
  });

  it("mistakes in two stages are two, where a stage between them is whole", () => {
    const broken = '  stage.labels {\n    values = { a = "" b = "" }\n  }\n';
    const whole = "  stage.cri {\n  }\n";
    expect(told(process(`${broken}${whole}${broken}`)).map((one) => one.split(" ")[0])).toEqual(["5:23", "10:23"]);
  });

  it("mistakes of meaning are reported beside a syntax error that leaves its blocks intact", () => {
    const unknown = '4:3 unknown-stage: unrecognized block name "stage.jsn"';
    const text = process("  stage.jsn { }\n");
    expect(told(text)).toEqual([unknown]);
    expect(told(text.replace('"main"', "main"))).toEqual([
      "1:14 syntax-unexpected-token: a label is written in double quotes",
      unknown,
    ]);
    // Here it is not known where blocks end.
    expect(told(text.replace("}\n\nlogs.echo", "\nlogs.echo")).length).toBe(1);
  });

  it("a missing character in any vector is reported, first at its place, and mostly once", () => {
    const random = new SeededRandom(11);
    let [broken, errors, raw] = [0, 0, 0];
    for (const text of readVectorConfigs()) {
      const places = [...text.matchAll(/[{}"=,\]]/g)];
      const { index } = places[Math.floor(random.next() * places.length)]!;
      const cut = text.slice(0, index) + text.slice(index + 1);
      const { diagnostics } = parseFile(cut);
      if (diagnostics.length === 0) continue;
      broken++;
      raw += diagnostics.length;
      const all = openDocument(cut).diagnostics;
      const left = all.filter(({ code }) => code.startsWith("syntax-"));
      errors += left.length;
      const first = Math.min(...diagnostics.map(({ span }) => span!.start));
      expect([cut, left[0]?.span?.start]).toEqual([cut, first]);
      // What a right configuration means is never told as a mistake besides.
      if (openDocument(text).ok) expect([cut, all.filter((one) => !left.includes(one))]).toEqual([cut, []]);
    }
    expect(broken).toBeGreaterThan(300);
    expect(errors).toBeLessThan(broken * 1.3);
    expect(errors).toBeLessThan(raw);
  });
});
