import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate } from "../syntax/evaluator.ts";
import { parseFile } from "../syntax/index.ts";
import { spanInside } from "./literal-offsets.ts";

/** What `[start, end)` of the text of `literal` is in the source. */
function locate(literal: string, start: number, end: number): string {
  const text = `a = ${literal}\n`;
  const { file, diagnostics } = parseFile(text);
  expect(diagnostics).toEqual([]);
  const [statement] = file.body;
  if (statement?.kind !== "attribute") throw new Error("no attribute");
  const span = spanInside(statement.value, start, end);
  return text.slice(span.start, span.end);
}

/** The text that a literal stands for. */
function unquote(literal: string): string {
  const [statement] = parseFile(`a = ${literal}\n`).file.body;
  if (statement?.kind !== "attribute") throw new Error("no attribute");
  const evaluated = evaluate(statement.value, { lookup: () => undefined });
  if (!evaluated.ok || evaluated.value.type !== "string") throw new Error(`no text: ${literal}`);
  return evaluated.value.value;
}

describe("spanInside", () => {
  const CASES: [string, string, number, number, string][] = [
    ["plain text", '"hello"', 1, 3, "el"],
    ["an empty stretch: the character there", '"hello"', 2, 2, "l"],
    ["the end: the closing quote", '"hi"', 2, 2, '"'],
    ["past the end", '"hi"', 9, 12, '"'],
    ["an empty text: the closing quote", '""', 0, 0, '"'],
    ["after an escape", '"\\n\\"x"', 2, 3, "x"],
    ["an escape as a whole", '"a\\tb"', 1, 2, "\\t"],
    ["a hexadecimal escape", '"\\x41b"', 0, 1, "\\x41"],
    ["after an octal escape", '"\\101b"', 1, 2, "b"],
    ["bytes that spell one character", '"\\xc3\\xa9b"', 0, 1, "\\xc3\\xa9"],
    ["after bytes that spell one character", '"\\xc3\\xa9b"', 1, 2, "b"],
    ["bytes that spell one outside the basic plane", '"\\xf0\\x9f\\x8f\\xb0b"', 2, 3, "b"],
    ["octal and hexadecimal bytes of one character", '"\\303\\xa9b"', 1, 2, "b"],
    ["a byte that spells none", '"\\xffb"', 1, 2, "b"],
    ["two bytes that spell none together", '"\\xff\\xfeb"', 1, 2, "\\xfe"],
    ["a short Unicode escape", '"\\u00e9b"', 1, 2, "b"],
    ["a long one outside the basic plane", '"\\U0001f3f0b"', 2, 3, "b"],
    ["half of such a character: all of it", '"\\U0001f3f0b"', 1, 2, "\\U0001f3f0"],
    ["half of a character as it stands: all of it", '"🏰b"', 1, 2, "🏰"],
    ["after it", '"🏰b"', 2, 3, "b"],
    ["raw text", "`a\\nb`", 1, 3, "\\n"],
    ["raw text after a carriage return", "`a\r\nb`", 2, 3, "b"],
    ["a newline after a carriage return", "`a\r\nb`", 1, 2, "\n"],
    ["in parentheses", '(("abc"))', 1, 2, "b"],
    ["no literal: the whole expression", '"a" + "b"', 0, 1, '"a" + "b"'],
    ["no text: the whole expression", "12", 0, 1, "12"],
  ];
  it.each(CASES)("%s", (_title, literal, start, end, wanted) => {
    expect(locate(literal, start, end)).toBe(wanted);
  });

  it("gives source that decodes to the stretch, where the stretch holds whole characters", () => {
    const piece = fc.constantFrom(
      "a",
      "é",
      "🏰",
      "\\n",
      "\\\\",
      "\\x41",
      "\\xc3\\xa9",
      "\\xff",
      "\\u20ac",
      "\\U0001f3f0",
      "\\377",
      "\\101",
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), fc.nat(20), fc.nat(20), (pieces, a, b) => {
        const literal = `"${pieces.join("")}"`;
        const decoded = unquote(literal);
        const start = Math.min(a, b) % decoded.length;
        const end = Math.min(decoded.length, start + 1 + (Math.max(a, b) % 4));
        const found = unquote(`"${locate(literal, start, end)}"`);
        expect(found).toContain(decoded.slice(start, end));
        // At most the other half of a pair is added on each side.
        expect(found.length).toBeLessThanOrEqual(end - start + 2);
      }),
      { numRuns: 500 },
    );
  });
});
