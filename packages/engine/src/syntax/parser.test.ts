import { decodeRaw } from "@sluice/languages/base";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineIndex } from "../base/span.ts";
import type { Expression } from "./ast.ts";
import { parseExpression, parseFile } from "./parse.ts";
import { MAX_DIAGNOSTICS } from "./token-stream.ts";

// Checks a fixture: a block comment `ERROR "…"` stands directly before the place of an error; one that begins with
// `ERROR@line:column` names the place, where a comment there would change what is parsed.
function checkFixture(fixture: string): void {
  const wanted: string[] = [];
  const marker = /\/\* ERROR(?:@(\d+:\d+))? "((?:[^"\\]|\\.)*)" \*\//g;
  const lines = new LineIndex(fixture);
  for (const m of fixture.matchAll(marker)) {
    const { line, column } = lines.position(m.index + m[0].length);
    wanted.push(`${m[1] ?? `${line}:${column}`} ${m[2]!.replaceAll('\\"', '"')}`);
  }
  const { file, diagnostics } = parseFile(fixture);
  const got = diagnostics.map((d) => {
    const { line, column } = file.lines.position(d.span!.start);
    return `${line}:${column} ${d.message}`;
  });
  expect(got).toEqual(wanted);
}

describe("errors in place", () => {
  const fixtures: [name: string, fixture: string][] = [
    ["a value is missing", 'a = /* ERROR@2:1 "expected expression, got EOF" */\n'],
    ["a number where a label could be", 'a /* ERROR "expected block label, got NUMBER" */1\n'],
    ["two statements on one line", 'a = 1 /* ERROR "expected TERMINATOR, got IDENT" */b = 2\nc = 3\n'],
    ["a missing comma", "a = [1 /* ERROR \"missing ',' in expression list\" */2]\n"],
    ["a missing comma between fields", "a = {b = 1 /* ERROR \"missing ',' in field list\" */c = 2}\n"],
    [
      "a label that is not an identifier",
      'a /* ERROR "expected block label to be a valid identifier, but got \\"my-label\\"" */"my-label" {\n}\n',
    ],
    ["a raw label", 'a /* ERROR "expected block label to be a double quoted string, but got \\"`x`\\"" */`x` {\n}\n'],
    [
      "a dotted attribute",
      '/* ERROR "attribute names may only consist of a single identifier with no \\".\\"" */a.b = 1\n',
    ],
    ["a labelled attribute", 'a /* ERROR "attribute names may not have labels" */"x" = 1\n'],
    ["a block as a value", 'a = /* ERROR "cannot use a block as an expression" */b "x" {\n\tc = 1\n}\nd = 2\n'],
    ["a keyword as a name", '/* ERROR "expected identifier, got BOOL" */true = 1\n'],
    ["an extra brace", 'a = 1\n/* ERROR "expected identifier, got }" */}\n'],
    ["an unclosed block", 'a {\nb = 1\n/* ERROR@4:1 "expected }, got EOF" */\n'],
    ["an operator without a right side", 'a = 1 +\n/* ERROR@3:1 "expected expression, got EOF" */\n'],
    ["an operator without a left side", 'a = /* ERROR "expected expression, got *" */* 2\n'],
    ["an unknown escape", 'a = /* ERROR@1:50 "unknown escape sequence" */ "\\d"\n'],
    ["an exponent without digits", 'a = /* ERROR "exponent has no digits" */1e\n'],
    ["one ampersand", 'a = true & /* ERROR@1:11 "missing second & in &&" */ false\n'],
    [
      "recovery in the next statement",
      'a = 1 /* ERROR "expected TERMINATOR, got NUMBER" */2\nb {\n\tc = [1 /* ERROR "missing \',\' in expression list" */2]\n}\nd = 1\n',
    ],
    ["an unterminated string", 'a = /* ERROR "string literal not terminated" */"abc\nb = 1\n'],
  ];
  it.each(fixtures)("%s", (_, fixture) => checkFixture(fixture));

  it("reports an illegal character, and the parser's consequence", () => {
    const { diagnostics } = parseFile("a = 'x'\n");
    expect(diagnostics.map((d) => d.message)).toEqual([
      "illegal single-quoted string; use double quotes",
      "expected expression, got ILLEGAL",
    ]);
  });

  it("counts columns in bytes", () => {
    const { file, diagnostics } = parseFile('größe = "żółw" x\n');
    expect(file.lines.position(diagnostics[0]!.span!.start)).toEqual({ line: 1, column: 21 });
  });

  it("has stable codes", () => {
    const codes = (text: string) => parseFile(text).diagnostics.map((d) => d.code);
    expect(codes("a = 1 2")).toEqual(["syntax-unexpected-token"]);
    expect(codes('a = "x')).toEqual(["syntax-unterminated-string"]);
    expect(codes("a = [1 2]")).toEqual(["syntax-missing-comma"]);
    expect(codes("a.b = 1")).toEqual(["syntax-attribute-name"]);
    expect(codes('a "-" { }')).toEqual(["syntax-label"]);
  });

  it("finds bytes that are not UTF-8", () => {
    const { file, diagnostics } = parseFile(decodeRaw(Uint8Array.of(0x61, 0x3d, 0x22, 0xff, 0xfe, 0x22)));
    expect(diagnostics.map((d) => d.message)).toEqual(Array(2).fill("illegal UTF-8 encoding"));
    expect(diagnostics.map(({ span }) => file.lines.position(span!.start).column)).toEqual([4, 5]);
    expect(parseFile('a = "\ufffd"').diagnostics).toEqual([]);
  });

  it("stops counting somewhere", () => {
    expect(parseFile("\0".repeat(5000)).diagnostics).toHaveLength(MAX_DIAGNOSTICS);
  });
});

describe("the tree", () => {
  it("has spans that cut the text", () => {
    const text = 'logs.process "main" { // c\n\tforward_to = [logs.write.out.receiver]\n}\n';
    const { file } = parseFile(text);
    const [block] = file.body;
    if (block?.kind !== "block") throw new Error("not a block");
    const cut = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
    expect(block.name).toBe("logs.process");
    expect(block.nameParts).toEqual(["logs", "process"]);
    expect([cut(block.nameSpan), block.label, cut(block.labelSpan!)]).toEqual(["logs.process", "main", '"main"']);
    expect(cut(block.span)).toBe(text.trimEnd());
    expect(cut(block.bodySpan)).toBe(text.slice(20, -1));
    const [attribute] = block.body;
    if (attribute?.kind !== "attribute") throw new Error("not an attribute");
    expect([cut(attribute.nameSpan), cut(attribute.value.span)]).toEqual(["forward_to", "[logs.write.out.receiver]"]);
    expect(cut(attribute.span)).toBe("forward_to = [logs.write.out.receiver]");
    expect(file.comments.map((group) => group.comments.map((comment) => comment.text))).toEqual([["// c"]]);
  });

  it.each([
    ["1 + 2 * 3", "(1 + (2 * 3))"],
    ["1 - 2 - 3", "((1 - 2) - 3)"],
    ["2 ^ 3 ^ 2", "(2 ^ (3 ^ 2))"],
    ["-2 ^ 2", "((-2) ^ 2)"],
    ["!a && b || c == d", "(((!a) && b) || (c == d))"],
    ["a.b[0](1, x).c", "a.b[0](1, x).c"],
    ["1 < 2 == true", "((1 < 2) == true)"],
  ])("groups %s", (text, grouped) => {
    const { expression, diagnostics } = parseExpression(text);
    expect(diagnostics).toEqual([]);
    expect(group(expression)).toBe(grouped);
  });

  it("groups comments as far as no blank line parts them", () => {
    const { file } = parseFile("// a\n// b\n\n// c\n/* d\n */ // e\na = 1 // f\n");
    expect(file.comments.map((g) => g.comments.length)).toEqual([2, 3, 1]);
  });

  it("keeps what could be understood", () => {
    const { file } = parseFile("a = 1\nb = \nc {\n\td = [1 2]\n}\n");
    expect(file.body.map((s) => s.name)).toEqual(["a", "b"]);
    expect(parseFile("a {\n\tb = 1\n").file.body.map((s) => s.name)).toEqual(["a"]);
  });
});

function group(e: Expression): string {
  switch (e.kind) {
    case "binary":
      return `(${group(e.left)} ${e.operator} ${group(e.right)})`;
    case "unary":
      return `(${e.operator}${group(e.value)})`;
    case "access":
      return `${group(e.value)}.${e.name}`;
    case "index":
      return `${group(e.value)}[${group(e.index)}]`;
    case "call":
      return `${group(e.value)}(${e.args.map(group).join(", ")})`;
    case "identifier":
      return e.name;
    case "literal":
      return e.text;
    default:
      return e.kind;
  }
}

describe("limits", () => {
  const deep: [name: string, text: string][] = [
    ["parentheses", `a = ${"(".repeat(1e5)}1${")".repeat(1e5)}`],
    ["lists", `a = ${"[".repeat(1e5)}`],
    ["objects", `a = ${"{x = ".repeat(1e5)}`],
    ["calls", `a = ${"f(".repeat(1e5)}`],
    ["signs", `a = ${"-".repeat(1e5)}1`],
    ["powers", `a = ${"1 ^ ".repeat(1e5)}1`],
    ["sums", `a = ${"1 + ".repeat(1e5)}1`],
    ["accesses", `a = b${".c".repeat(1e5)}`],
    ["all operators", `a = ${"(1 || 1 && 1 == 1 + 1 * 1 ^ -".repeat(1e4)}1`],
    ["blocks", "a { ".repeat(1e5)],
  ];
  it.each(deep)("does not follow %s without end", (_, text) => {
    const codes = parseFile(text).diagnostics.map((d) => d.code);
    expect(codes).toContain("syntax-too-deep");
    expect(codes.length).toBeLessThan(3);
  });

  it("allows what people write", () => {
    expect(parseFile(`a = ${"[".repeat(200)}${"]".repeat(200)}`).diagnostics).toEqual([]);
    expect(parseFile(`a = ${"1 + ".repeat(700)}1`).diagnostics).toEqual([]);
  });
});

describe("any text", () => {
  const token = fc.constantFrom(
    ...'a b.c = { } ( ) [ ] , . 1 1e .5 \'x "s "s" `r `r` //c\n /*c /*c*/ \n & | && == ! - @ true null é 🐢'.split(" "),
    " ",
    "\n",
    "\0",
    "\ufeff",
    "\ud800",
    "\r",
    '"\\x',
  );
  it("never makes the parser throw, and spans lie within the text", { timeout: 90_000 }, () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(token).map((parts) => parts.join("")),
          fc.string({ unit: "binary" }),
        ),
        (text) => {
          const { file, diagnostics } = parseFile(text);
          const spans = [...diagnostics.map((d) => d.span!), ...file.body.map((s) => s.span)];
          expect(spans.filter(({ start, end }) => !(0 <= start && start <= end && end <= text.length))).toEqual([]);
        },
      ),
      { numRuns: 1000, seed: 7 },
    );
  });
});
