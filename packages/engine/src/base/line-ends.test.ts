import { describe, expect, it } from "vitest";
import { lineEndOf, splitLines, withLineEnds } from "./line-ends.ts";

it("takes a carriage return for a part of line ends where all have it", () => {
  const texts = ["", "a", "a\n", "a\r\n", "a\r\nb\r\n", "a\r\nb\n", "\na\r\n", "a\rb", "\r\n\r\n"];
  expect(texts.map(lineEndOf)).toEqual(["\n", "\n", "\n", "\r\n", "\r\n", "\n", "\n", "\n", "\r\n"]);
});

it("writes the same end after each line", () => {
  expect([withLineEnds("a\r\nb\n", "\n"), withLineEnds("a\r\nb\n", "\r\n")]).toEqual(["a\nb\n", "a\r\nb\r\n"]);
});

describe("splitLines", () => {
  const cases: readonly [string, string, string[]][] = [
    ["an empty text has no lines", "", []],
    ["a final line end adds none", "a\nb\n", ["a", "b"]],
    ["carriage returns go", "a\r\nb", ["a", "b"]],
    ["empty lines inside stay", "a\n\nb", ["a", "", "b"]],
    ["one line end is one empty line", "\n", [""]],
  ];
  for (const [name, text, lines] of cases) it(name, () => expect(splitLines(text)).toEqual(lines));
});
