import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineIndex, span } from "./span.ts";

describe("LineIndex", () => {
  const index = new LineIndex("one\r\nzwölf 🏰!\n\nend");
  const CASES: [string, number, number, number][] = [
    ["the start", 0, 1, 1],
    ["the end of a line", 4, 1, 5],
    ["the start of a line", 5, 2, 1],
    ["after a character of two bytes", 8, 2, 5],
    ["after one outside the basic plane", 13, 2, 12],
    ["an empty line", 15, 3, 1],
    ["the end of the text", 19, 4, 4],
    ["past the end", 99, 4, 4],
    ["before the start", -5, 1, 1],
  ];
  it.each(CASES)("finds %s", (_title, offset, line, column) => {
    expect(index.position(offset)).toEqual({ line, column });
  });

  it("gives lines without their ends", () => {
    expect([1, 2, 3, 4].map((line) => index.lineText(line))).toEqual(["one", "zwölf 🏰!", "", "end"]);
    expect(index.lineCount).toBe(4);
    expect([0, 1, 2, 4, 9].map((line) => index.lineStart(line))).toEqual([0, 0, 5, 16, 16]);
  });

  it("agrees with counting", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "é", "🏰", "\n") }), fc.nat(30), (text, at) => {
        const before = text.slice(0, at).split("\n");
        const column = Buffer.byteLength(before.at(-1)!) + 1;
        expect(new LineIndex(text).position(at)).toEqual({ line: before.length, column });
      }),
    );
  });

  it("makes spans", () => expect(span(1, 2)).toEqual({ start: 1, end: 2 }));
});
