import { describe, expect, it } from "vitest";
import { applyEdits } from "../base/diagnostic.ts";
import { loadConfig } from "../document/load.ts";
import { parseFile } from "../syntax/index.ts";
import { definition, references } from "./definition.ts";
import { quickFixes } from "./quick-fixes.ts";

const TEXT = `logs.source.api "in" {
  forward_to = [logs.process.main.receiver, logs.echo.out.receiver]
}

logs.process "main" {
  forward_to = [logs.echo.out.receiver]
}

logs.echo "out" { }
`;
const shown = (span: { start: number; end: number } | undefined) => span && TEXT.slice(span.start, span.end);
const at = (needle: string, from = 0) => TEXT.indexOf(needle, from) + 2;

describe("definition", () => {
  it.each([
    ["a reference to a pipeline", at("logs.process.main.receiver"), 'logs.process "main"'],
    ["a reference to a sink", at("logs.echo.out.receiver"), 'logs.echo "out"'],
    ["an argument's name", at("forward_to"), undefined],
    ["white space", TEXT.indexOf("\n\n") + 1, undefined],
  ])("of %s", (_, offset, want) => {
    expect(shown(definition(parseFile(TEXT).file, offset))).toBe(want);
  });

  it("is nothing for a component that is not there", () => {
    const text = 'logs.process "a" { forward_to = [logs.echo.nope.receiver] }';
    expect(definition(parseFile(text).file, text.indexOf("nope"))).toBeUndefined();
  });
});

describe("references", () => {
  it("are found from the declaration and from a reference alike", () => {
    const fromHead = references(parseFile(TEXT).file, TEXT.lastIndexOf("logs.echo"));
    expect(fromHead.map(shown)).toEqual(["logs.echo.out.receiver", "logs.echo.out.receiver"]);
    expect(references(parseFile(TEXT).file, at("logs.echo.out"))).toEqual(fromHead);
    expect(references(parseFile(TEXT).file, at("forward_to"))).toEqual([]);
  });

  it("are found in a list longer than a call takes arguments", () => {
    const many = 200_000;
    const text = `logs.process "a" { forward_to = [${"logs.echo.out.receiver, ".repeat(many)}] }\nlogs.echo "out" { }\n`;
    expect(references(parseFile(text).file, text.lastIndexOf("logs.echo"))).toHaveLength(many);
  });
});

describe("quickFixes", () => {
  it("mend a mistyped argument, stage and reference", () => {
    const broken = `logs.process "main" {
  forward_to = [logs.echo.uot.receiver]
  stage.regx {
    expression = "a"
  }
  stage.output {
    sourc = "a"
  }
}

logs.echo "out" { }
`;
    let text = broken;
    for (let round = 0; round < 3; round++) {
      const [fix] = quickFixes(loadConfig(text).diagnostics, 0, text.length);
      expect(fix, `round ${round}`).toBeDefined();
      text = applyEdits(text, fix!.edits);
    }
    expect(loadConfig(text).diagnostics).toEqual([]);
    expect(text).toBe(broken.replace("uot", "out").replace("regx", "regex").replace("sourc ", "source "));
  });

  it("are offered only where their diagnostic is", () => {
    const text = "stage.regx { }";
    const { diagnostics } = loadConfig(`logs.process "a" {\n  forward_to = []\n  ${text}\n}\n`);
    expect(quickFixes(diagnostics, 0, 5)).toEqual([]);
    expect(quickFixes(diagnostics, 45, 45).map(({ title }) => title)).toEqual(["Change to stage.regex"]);
  });
});
