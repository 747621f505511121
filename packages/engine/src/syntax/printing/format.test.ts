import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Expression, Statement } from "../ast.ts";
import { parseExpression, parseFile } from "../parse.ts";
import { formatExpression, formatFile } from "./format.ts";

// Each pair: a text, and what `alloy fmt` makes of it.
const pairs: [name: string, text: string, formatted: string][] = [
  [
    "aligns the values of a run",
    "a=1\nbbb   = 2\n\ncccccc = 3\nd = 4\n",
    "a   = 1\nbbb = 2\n\ncccccc = 3\nd      = 4\n",
  ],
  [
    "a value of several lines ends a run",
    "a = 1\nbbbb = [\n1,\n2,\n]\ncc = 3\nddd = 4\n",
    "a    = 1\nbbbb = [\n\t1,\n\t2,\n]\ncc  = 3\nddd = 4\n",
  ],
  [
    "blocks are set apart",
    "a = 1\nb {\nc = 1\n}\nd {\ne = 2\n}\nf = 3\n",
    "a = 1\n\nb {\n\tc = 1\n}\n\nd {\n\te = 2\n}\nf = 3\n",
  ],
  ["empty blocks and labels", 'a {}\nb "" {\n}\nc   "x"{ }\n', 'a { }\n\nb { }\n\nc "x" { }\n'],
  ["nested blocks", 'a { b "c" { d = 1\nee = 2 } }\n', 'a {\n\tb "c" {\n\t\td  = 1\n\t\tee = 2\n\t}\n}\n'],
  ["blank lines collapse", "\n\na = 1\n\n\n\nb = 2\n\n\n", "a = 1\n\nb = 2\n"],
  [
    "lists",
    "a = [1,2 ,  3,]\nb = [\n1,\n  2,\n]\nc = [1, 2,\n3, 4,\n5]\nd = [[1,2],\n[3,4],\n]\n",
    "a = [1, 2, 3]\nb = [\n\t1,\n\t2,\n]\nc = [1, 2,\n\t3, 4,\n\t5]\nd = [[1, 2],\n\t[3, 4],\n]\n",
  ],
  [
    "objects",
    'a = {b=1, "c" = 2}\nd = {\nb = 1,\nlonger = [\n1,\n],\nc = 2,\n"q k" = 3,\n}\n',
    'a = {b = 1, "c" = 2}\nd = {\n\tb      = 1,\n\tlonger = [\n\t\t1,\n\t],\n\tc     = 2,\n\t"q k" = 3,\n}\n',
  ],
  [
    "calls",
    'a = f( 1,2 , 3 )\nb = string.format(\n"%s",\n"x",\n)\nc = f(1,\n2)\nd = f()\n',
    'a = f(1, 2, 3)\nb = string.format(\n\t"%s",\n\t"x",\n)\nc = f(1,\n\t2)\nd = f()\n',
  ],
  [
    "operators",
    "a = 1+2*3-4/5%6^7\nb = true&&false||!true\nc = - 1\nd = ( ( 1 + 2 ) * 3 )\ne = b . c [ 0 ] . d\nf = 5 .x\n",
    "a = 1 + 2 * 3 - 4 / 5 % 6 ^ 7\nb = true && false || !true\nc = -1\nd = ((1 + 2) * 3)\ne = b.c[0].d\nf = 5 .x\n",
  ],
  ["operators at line ends are joined", "a = 1 +\n2\n", "a = 1 + 2\n"],
  [
    "comments",
    "// one\n// two\n\n// three\na = 1 // x\nlonger = 22 // y\n\n/* z */ b = /* y */ 1\n// end\n",
    "// one\n// two\n\n// three\na      = 1  // x\nlonger = 22 // y\n\n/* z */ b = /* y */ 1\n// end\n",
  ],
  [
    "comments in blocks",
    "a { // open\nb = 1\n// note\n\n// last\n} // close\nc {\n// nothing\n}\n",
    "a { // open\n\tb = 1\n\t// note\n\n\t// last\n} // close\nc {\n\t// nothing\n}\n",
  ],
  [
    "comments in lists",
    "a = [\n// first\n1, // one\n2,\n// last\n]\nb = f(\n// c\n1, /* d */ 2)\n",
    "a = [\n\t// first\n\t1, // one\n\t2,\n\t// last\n]\nb = f(\n// c\n\t1, /* d */ 2)\n",
  ],
  [
    "comments of several lines stay unchanged",
    "a {\n/* one\n  two */\nb = 1 /* x\n y */\n}\n",
    "a {\n\t/* one\n  two */\n\tb = 1 /* x\n y */\n}\n",
  ],
  [
    "raw strings are not indented, but trimmed and tabbed",
    "b {\na = `one\n  two  \n\tthree`\nc = 1\n}\n",
    "b {\n\ta = `one\n  two\n\tthree`\n\tc = 1\n}\n",
  ],
  [
    "tabs in strings end cells",
    'a = `x\ty\nlong\tz`\nb = "p\tq"\nccc = 1\n',
    'a    = `x y\nlong z`\nb   = "p q"\nccc = 1\n',
  ],
  ["escapes of quoted keys double", 'a = {"t\\tx" = 1, `k` = 2, "" = 3}\n', 'a = {"t\\\\tx" = 1, "k" = 2, "" = 3}\n'],
  [
    "carriage returns go, except in raw strings",
    "// x\r\na = 1 // y\r\nb = `l\r\nm`\r\n/* p\r\nq */\r\n",
    "// x\na = 1 // y\nb = `l\r\nm`\n/* p\nq */\n",
  ],
  [
    "widths count code points",
    'größe = "żółw 🐢" // a\nb = 1 // b\n',
    'größe = "żółw 🐢" // a\nb     = 1        // b\n',
  ],
  ["a byte order mark goes", "\ufeffa = 1\n", "a = 1\n"],
  ["no text", "", "\n"],
  ["only a comment", "// a", "// a\n"],
  ["no line end", "a = 1", "a = 1\n"],
];

describe("formatFile", () => {
  it.each(pairs)("%s", (_, text, formatted) => {
    expect(formatFile(text)).toMatchObject({ ok: true, text: formatted });
  });

  it.each([
    ["blanks at line ends of raw strings", "a = `x  \ny`", "`x  \ny`", "format-changes-string"],
    ["tabs in strings", 'a = "x\ty"\nb = "long\tz"', '"x\ty"', "format-changes-string"],
    ["escapes in keys", 'a = {"t\\tx" = 1}', '"t\\tx"', "format-changes-key"],
    ["comments before nested parentheses", "a = [ // c\n((1 + 1) + 1),]", undefined, "format-changes-structure"],
  ])("warns of %s", (_, text, place, code) => {
    const result = formatFile(text);
    const [warning] = result.ok ? result.warnings : [];
    expect([warning?.code, warning && text.slice(warning.span?.start, warning.span?.end)]).toEqual([
      code,
      place ?? text,
    ]);
  });

  it("refuses what does not parse", () => {
    const result = formatFile("a = \n");
    expect(result.ok ? [] : result.diagnostics.map((d) => d.message)).toEqual(["expected expression, got EOF"]);
  });

  it("takes a line of very many columns", () => {
    const result = formatFile(`a = \`${"\t".repeat(100_000)}x\`\n`);
    expect(result.ok).toBe(true);
  });
});

describe("formatExpression", () => {
  it("keeps line breaks where it knows the source", () => {
    const { file } = parseFile("a = f([\n1,2], {x=1})");
    const [statement] = file.body;
    const value = (statement as { value: Expression }).value;
    expect(formatExpression(value, file)).toBe("f([\n\t1, 2], {x = 1})");
    expect(formatExpression(value)).toBe("f([1, 2], {x = 1})");
  });

  it("does not join a number and a dot", () => {
    expect(formatExpression(parseExpression("5 .x").expression)).toBe("5 .x");
  });
});

describe("formatted text", () => {
  const name = fc.constantFrom("a", "bb", "long_name", "größe");
  const literal = fc.constantFrom("1", "2.50", '"x y"', '"é🐢"', "`raw`", "true", "null", "name");
  const gap = fc.constantFrom("", " ", "\n", " // c\n", "/* d */", "\n\n", "\t");
  const { expression } = fc.letrec<{ expression: string }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 3 },
      literal,
      fc.array(fc.tuple(gap, tie("expression"))).map((list) => `[${list.map(([g, e]) => `${g}${e},`).join("")}]`),
      fc
        .array(fc.tuple(gap, name, tie("expression")))
        .map((list) => `{${list.map(([g, n, e]) => `${g}${n} = ${e},`).join("")}}`),
      fc.tuple(name, gap, tie("expression")).map(([n, g, e]) => `${n}(${g}${e})`),
      fc.tuple(tie("expression"), tie("expression")).map(([a, b]) => `(${a} + ${b})`),
    ),
  }));
  const { body } = fc.letrec<{ body: string }>((tie) => ({
    body: fc
      .array(
        fc.oneof(
          { maxDepth: 3 },
          fc.tuple(name, expression).map(([n, e]) => `${n} = ${e}`),
          fc.tuple(name, tie("body")).map(([n, b]) => `${n} "l" {${b}}`),
          fc.constantFrom("// comment", "/* block */"),
          fc.constant(""),
        ),
        { maxLength: 5 },
      )
      .map((statements) => `${statements.join("\n")}\n`),
  }));

  it("parses to the same tree, or says that it does not", () => {
    fc.assert(
      fc.property(body, (text) => {
        const result = formatFile(text);
        if (!result.ok) throw new Error(`${result.diagnostics[0]?.message} in ${text}`);
        const same = isSame(parseFile(result.text).file.body.map(shape), parseFile(text).file.body.map(shape));
        expect(same).toBe(result.warnings.length === 0);
      }),
      { numRuns: 250, seed: 3 },
    );
  });

  // Comments can move at the first pass, and what gives a warning can change again, as in Alloy.
  it("without comments is stable, and parses to the same tree", () => {
    fc.assert(
      fc.property(body, (text) => {
        const plain = text.replace(/\/\/ c(?:omment)?|\/\* \w+ \*\//g, "");
        const once = formatFile(plain);
        if (!once.ok) throw new Error(`${once.diagnostics[0]?.message} in ${plain}`);
        expect(once.warnings).toEqual([]);
        expect(formatFile(once.text)).toEqual(once);
      }),
      { numRuns: 250, seed: 4 },
    );
  });
});

/** A tree without places. */
function shape(node: Statement | Expression): unknown {
  return JSON.parse(JSON.stringify(node, (key, value) => (/span$/i.test(key) ? undefined : value)));
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
