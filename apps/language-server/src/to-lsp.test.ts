import { openDocument, readTree, semanticTokens, withLineEnds } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import {
  TOKEN_LEGEND,
  toCompletion,
  toDiagnostic,
  toFlatSymbols,
  toFold,
  toRange,
  toSpan,
  toTokenData,
  toWholeEdit,
  withoutStops,
} from "./to-lsp.ts";

const documentOf = (text: string) => TextDocument.create("file:///main.alloy", "alloy", 1, text);
const ALL = { snippets: true, labelDetails: true };

describe("places", () => {
  it.each([
    ["a line end of one character", "a\nb", 2, { line: 1, character: 0 }],
    ["a line end of two", "a\r\nb", 3, { line: 1, character: 0 }],
    ["characters of two halves", "😀b", 2, { line: 0, character: 2 }],
    ["a byte order mark", "\ufeffa", 1, { line: 0, character: 1 }],
  ])("are counted in lines and UTF-16 after %s", (_, text, offset, position) => {
    const document = documentOf(text);
    const range = toRange(document, { start: offset, end: offset });
    expect(range).toEqual({ start: position, end: position });
    expect(toSpan(document, range)).toEqual({ start: offset, end: offset });
  });
});

describe("a diagnostic", () => {
  const text = "stage.drop {\r\n  x = 1\r\n}\r\nstage.drap { }";
  const document = documentOf(text);

  it("stands where the text is underlined, with its code", () => {
    const [first] = openDocument(text, { purpose: "preview" }).diagnostics;
    expect(toDiagnostic(document, first!, true)).toMatchObject({
      severity: 1,
      source: "sluice",
      code: first!.code,
      range: { start: { line: 1, character: 2 } },
    });
  });

  it("says which name is probably meant", () => {
    const unknown = openDocument(text, { purpose: "preview" }).diagnostics.at(-1);
    expect(toDiagnostic(document, unknown!, false).message).toBe(
      'unrecognized block name "stage.drap"; did you mean "stage.drop"?',
    );
  });

  it("has a place, a width that is seen, and other places only for who shows them", () => {
    const related = [{ span: { start: 0, end: 5 }, message: "the first" }];
    const one = { severity: "info", code: "deprecated-argument", message: "m", related } as const;
    expect(toDiagnostic(document, one, false)).toEqual({
      severity: 3,
      source: "sluice",
      code: "deprecated-argument",
      message: "m",
      tags: [2],
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
    });
    expect(toDiagnostic(document, one, true).relatedInformation).toEqual([
      {
        message: "the first",
        location: {
          uri: "file:///main.alloy",
          range: { start: { line: 0, character: 0 }, end: { line: 0, character: 5 } },
        },
      },
    ]);
  });
});

describe("a completion", () => {
  const item = {
    label: "stage.drop",
    kind: "stage",
    detail: "drops entries",
    documentation: "",
    insert: 'stage.drop {\n\texpression = ${1:"\\$a"}\n}$0',
    snippet: true,
    rank: 1,
    span: { start: 0, end: 4 },
  } as const;

  it("is a snippet where the client has them, and plain text without stops elsewhere", () => {
    const document = documentOf("stag\n");
    expect(toCompletion(document, 4, item, ALL, 7)).toMatchObject({
      insertTextFormat: 2,
      labelDetails: { description: "drops entries" },
      textEdit: { range: { start: { character: 0 }, end: { character: 4 } }, newText: item.insert },
      data: 7,
    });
    const plain = toCompletion(document, 4, item, { snippets: false, labelDetails: false }, 7);
    expect(plain).toMatchObject({ insertTextFormat: 1, detail: "drops entries" });
    expect(plain.textEdit).toMatchObject({ newText: 'stage.drop {\n\texpression = "$a"\n}' });
  });

  it("is found by its tasks, too", () => {
    const mask = toCompletion(documentOf("mas\n"), 3, { ...item, words: ["redact", "mask"] }, ALL, 0);
    expect(mask.filterText).toBe("stage.drop redact mask");
    expect(toCompletion(documentOf("stag\n"), 4, item, ALL, 0).filterText).toBe("stage.drop");
  });

  it("changes no line but the cursor's", () => {
    const document = documentOf("stag\ne");
    const { textEdit } = toCompletion(document, 5, { ...item, span: { start: 0, end: 6 } }, ALL, 0);
    expect(textEdit).toMatchObject({ range: { start: { line: 1, character: 0 }, end: { line: 1, character: 0 } } });
  });

  it.each([
    ["a${1}b$2c$0", "abc"],
    ["${1:x\\}y} \\$z", "x}y $z"],
    ["plain", "plain"],
  ])("%s without its stops is %s", (snippet, text) => expect(withoutStops(snippet)).toBe(text));
});

describe("tokens", () => {
  const text = 'stage.regex {\r\n  expression = `a\r\nb`\r\n}\r\nlogs.write "o" { }\r\n';
  const document = documentOf(text);
  const tokens = semanticTokens(readTree(text).file);

  it("are encoded relative to each other, one for each line", () => {
    const data = toTokenData(document, tokens);
    const rows = Array.from({ length: data.length / 5 }, (_, i) => data.slice(5 * i, 5 * i + 5));
    const type = (name: string) => TOKEN_LEGEND.tokenTypes.indexOf(name);
    expect(rows).toEqual([
      [0, 0, 11, type("type"), 0],
      [1, 2, 10, type("property"), 0],
      [0, 13, 2, type("regexp"), 0],
      [1, 0, 2, type("regexp"), 0],
      [2, 0, 10, type("class"), 0],
      [0, 11, 3, type("variable"), 1],
    ]);
  });

  it("of a part of the text are those that touch it", () => {
    const within = { start: text.indexOf("logs"), end: text.length };
    expect(toTokenData(document, tokens, within).slice(0, 2)).toEqual([4, 0]);
  });
});

describe("folds and symbols", () => {
  it("leave the line of the closing brace, and nothing that is one line", () => {
    const document = documentOf("a {\n  b = 1\n}\n// c\n// d\n");
    expect(toFold(document, { span: { start: 0, end: 13 }, kind: "code" })).toEqual([{ startLine: 0, endLine: 1 }]);
    expect(toFold(document, { span: { start: 0, end: 5 }, kind: "code" })).toEqual([]);
    expect(toFold(document, { span: { start: 14, end: 23 }, kind: "comment" })).toEqual([
      { startLine: 3, endLine: 4, kind: "comment" },
    ]);
  });

  it("are a list with containers where a client knows no tree", () => {
    const document = documentOf("p { q { } }");
    const span = { start: 0, end: 11 };
    const child = { name: "q", kind: "stage", span, nameSpan: span, children: [] } as const;
    const flat = toFlatSymbols(document, { ...child, name: "p", kind: "component", children: [child] });
    expect(flat.map(({ name, containerName }) => [name, containerName])).toEqual([
      ["p", undefined],
      ["q", "p"],
    ]);
  });
});

describe("an edit of the whole", () => {
  it.each([
    ["a\r\nb\r\n", "a\nb\n"],
    ["a\nb\n", "a\r\nb\r\n"],
    ["a\r\n\r\nb", "a\r\nb"],
    ["x\r\n", "x\r\ny\r\n"],
    ["same", "same"],
    ["", "new"],
  ])("makes %j into %j at places that the protocol has", (before, after) => {
    const document = documentOf(before);
    const edits = toWholeEdit(document, after);
    expect(TextDocument.applyEdits(document, edits)).toBe(after);
    for (const { range } of edits) {
      // Within a line end there is no place: it would be taken for the end of the line.
      expect(before[document.offsetAt(range.start) - 1]).not.toBe("\r");
      expect(before[document.offsetAt(range.end) - 1]).not.toBe("\r");
    }
    expect(edits).toHaveLength(before === after ? 0 : 1);
  });

  it("has the line ends that it is asked for", () => {
    expect(withLineEnds("a\nb\r\nc", "\r\n")).toBe("a\r\nb\r\nc");
    expect(withLineEnds("a\r\nb", "\n")).toBe("a\nb");
  });
});
