import { describe, expect, it } from "vitest";
import { fromFieldOffset, joinParts } from "./selected-part.ts";

describe("parts of a line", () => {
  it("are joined, including left-out text between them", () => {
    const parts = [
      { from: 0, length: 4, start: 2, end: 4 },
      { from: 4, length: 1, start: 0, end: 1 },
      { from: 20, length: 5, start: 0, end: 3 },
    ];
    expect(joinParts(parts)).toEqual({ start: 2, end: 23 });
  });
  it("are nothing if nothing of them is selected", () => {
    expect(joinParts([])).toBeUndefined();
    expect(joinParts([{ from: 3, length: 4, start: 2, end: 2 }])).toBeUndefined();
  });
  it("count a mark of several characters as the single character that it stands for", () => {
    expect(joinParts([{ from: 7, length: 1, start: 0, end: 2 }])).toEqual({ start: 7, end: 8 });
  });
});

describe("an offset in a text field", () => {
  it.each([
    ["abc", 2, 2],
    ["a\r\nb", 2, 3],
    ["a\rb\r\n\r\nc", 5, 7],
    ["abc", 9, 3],
  ])("of %j, %i, is %i", (line, offset, expected) => {
    expect(fromFieldOffset(line, offset)).toBe(expected);
  });
});
