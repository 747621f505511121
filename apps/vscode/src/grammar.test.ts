/** The grammar as VS Code reads it: by its own libraries. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import oniguruma from "vscode-oniguruma";
import textmate, { type IGrammar } from "vscode-textmate";
import { languageConfiguration, textMateGrammar } from "./language-files.ts";

let grammar: Promise<IGrammar> | undefined;

async function load(): Promise<IGrammar> {
  const wasm = createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm");
  await oniguruma.loadWASM(readFileSync(wasm));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(JSON.stringify(textMateGrammar()), "alloy.json"),
  });
  return (await registry.loadGrammar("source.alloy"))!;
}

/** Each piece of a text with the innermost scope that it has; blanks, punctuation and the sign of arguments left out. */
async function colour(text: string): Promise<[string, string][]> {
  grammar ??= load();
  const loaded = await grammar;
  const found: [string, string][] = [];
  let state = textmate.INITIAL;
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = loaded.tokenizeLine(line, state);
    state = ruleStack;
    for (const { startIndex, endIndex, scopes } of tokens) {
      const piece = line.slice(startIndex, endIndex);
      const scope = scopes.at(-1)!.replace(/\.alloy$/, "");
      if (piece.trim() !== "" && piece !== "=" && scope !== "source" && !scope.startsWith("punctuation"))
        found.push([piece, scope]);
    }
  }
  return found;
}

const TYPE = "entity.name.type";
const ARGUMENT = "entity.other.attribute-name";
const STRING = "string.quoted.double";

describe("the TextMate grammar", () => {
  it.each<[string, string, [string, string][]]>([
    [
      "a block with a label, arguments and references",
      'logs.process "main" {\n  forward_to = [logs.write.out.receiver]\n}',
      [
        ["logs.process", TYPE],
        ["main", STRING],
        ["forward_to", ARGUMENT],
        ["logs", "variable.other"],
        ["write", "variable.other"],
        ["out", "variable.other"],
        ["receiver", "variable.other"],
      ],
    ],
    [
      "values",
      "a = true && x == 1.5e3 + .5 - 2",
      [
        ["a", ARGUMENT],
        ["true", "constant.language"],
        ["&&", "keyword.operator"],
        ["x", "variable.other"],
        ["==", "keyword.operator"],
        ["1.5e3", "constant.numeric"],
        ["+", "keyword.operator"],
        [".5", "constant.numeric"],
        ["-", "keyword.operator"],
        ["2", "constant.numeric"],
      ],
    ],
    [
      "constants only where they are whole words",
      "nullable = truest",
      [
        ["nullable", ARGUMENT],
        ["truest", "variable.other"],
      ],
    ],
    [
      "names of other scripts",
      "größe = ωλ",
      [
        ["größe", ARGUMENT],
        ["ωλ", "variable.other"],
      ],
    ],
    [
      "a call",
      'x = sys.env("A")',
      [
        ["x", ARGUMENT],
        ["sys", "variable.other"],
        ["env", "support.function"],
        ["A", STRING],
      ],
    ],
    [
      "escapes, good and bad",
      String.raw`x = "a\n\q\u00e9"`,
      [
        ["x", ARGUMENT],
        ["a", STRING],
        [String.raw`\n`, "constant.character.escape"],
        [String.raw`\q`, "invalid.illegal.escape"],
        [String.raw`\u00e9`, "constant.character.escape"],
      ],
    ],
    [
      "a string that is not closed ends with its line",
      'x = "open\nstage.drop { }',
      [
        ["x", ARGUMENT],
        ["open", STRING],
        ["stage.drop", TYPE],
      ],
    ],
    [
      "a raw string goes on over lines, without escapes",
      'x = `a\\n // no\n"b"` // yes',
      [
        ["x", ARGUMENT],
        ["a\\n // no", "string.quoted.raw"],
        ['"b"', "string.quoted.raw"],
        ["// yes", "comment.line.double-slash"],
      ],
    ],
    [
      "comments, and what means something in them",
      "/* a = 1\n */ b = 1 // sluice:samples app.log",
      [
        [" a = 1", "comment.block"],
        ["b", ARGUMENT],
        ["1", "constant.numeric"],
        ["// ", "comment.line.double-slash"],
        ["sluice:samples", "keyword.other.mark"],
        [" app.log", "comment.line.double-slash"],
      ],
    ],
  ])("colours %s", async (_, text, pieces) => expect(await colour(text)).toEqual(pieces));
});

describe("the configuration of the language", () => {
  const { wordPattern, indentationRules } = languageConfiguration() as {
    wordPattern: { pattern: string; flags: string };
    indentationRules: { increaseIndentPattern: string; decreaseIndentPattern: string };
  };

  it("takes a dotted name for one word", () => {
    const word = new RegExp(wordPattern.pattern, `g${wordPattern.flags}`);
    expect('  stage.drop { größe = "x y" }'.match(word)).toEqual(["stage.drop", "größe", "x", "y"]);
  });

  it.each([
    ["stage.drop {", true, false],
    ["a = [ // why", true, false],
    ["}", false, true],
    ["  ])", false, true],
    ["a = 1", false, false],
  ])("%j indents the next line: %s, goes out itself: %s", (line, more, less) => {
    expect(new RegExp(indentationRules.increaseIndentPattern).test(line)).toBe(more);
    expect(new RegExp(indentationRules.decreaseIndentPattern).test(line)).toBe(less);
  });
});
