import { describe, expect, it } from "vitest";
import { cutLines, LINE_BUFFER, lastLine, MAX_LINE, MAX_LINES } from "./lines.ts";

const cut = (text: string) => cutLines(Buffer.from(text));

describe("cutLines", () => {
  it.each<[string, string, string[], number]>([
    ["nothing", "", [], 0],
    ["no end", "abc", [], 0],
    ["one line", "abc\n", ["abc"], 4],
    ["a line and a half", "abc\nde", ["abc"], 4],
    ["empty lines", "\n\r\n\n", ["", "", ""], 4],
    ["only the last carriage return", "a\r\r\nb\rc\n", ["a\r", "b\rc"], 8],
    ["a carriage return that may still belong to an end", "a\r", [], 0],
    ["zero bytes", "a\0b\n", ["a\0b"], 4],
  ])("%s", (_name, text, lines, consumed) => {
    const result = cut(text);
    expect(result).toMatchObject({ lines, consumed, split: false });
    expect([result.ends.length, result.ends.at(-1) ?? 0]).toEqual([lines.length, consumed]);
  });

  it.each<[string, string, number]>([
    ["the longest line that is whole", `${"x".repeat(MAX_LINE)}\n`, 0],
    ["the same with a carriage return", `${"x".repeat(MAX_LINE)}\r\n`, 0],
    ["one byte more", `${"x".repeat(MAX_LINE + 1)}\n`, MAX_LINE],
    ["no end in sight", "x".repeat(LINE_BUFFER), MAX_LINE],
    ["two bytes on the edge", `${"x".repeat(MAX_LINE - 1)}éx`, MAX_LINE - 1],
    ["three bytes on the edge", `${"x".repeat(MAX_LINE - 2)}€x`, MAX_LINE - 2],
    ["four bytes on the edge", `${"x".repeat(MAX_LINE - 3)}😀x`, MAX_LINE - 3],
    ["four bytes that end there", `${"x".repeat(MAX_LINE - 4)}😀xx`, MAX_LINE],
  ])("%s", (_name, text, splitAt) => {
    const { lines, consumed, split } = cut(text);
    expect([split, lines.length]).toEqual([splitAt > 0, 1]);
    if (split) expect([consumed, Buffer.byteLength(lines[0]!)]).toEqual([splitAt, splitAt]);
    else expect(lines[0]).toBe("x".repeat(MAX_LINE));
  });

  it("splits bytes that are not characters, too", () => {
    expect(cutLines(Buffer.alloc(LINE_BUFFER, 0x80)).consumed).toBe(MAX_LINE);
  });

  it("gives whole lines before one that is too long", () => {
    expect(cut(`a\n${"x".repeat(MAX_LINE)}`.slice(0, LINE_BUFFER))).toMatchObject({
      lines: ["a"],
      consumed: 2,
      split: false,
    });
  });

  it("cuts no more lines at once than can be worked on in one turn", () => {
    const cut = cutLines(Buffer.from("x\n".repeat(MAX_LINES + 1)));
    expect(cut).toMatchObject({ consumed: 2 * MAX_LINES, split: false, full: true });
    expect(cut.lines).toHaveLength(MAX_LINES);
    expect(cutLines(Buffer.from("x\n".repeat(MAX_LINES - 1)))).toMatchObject({ full: false });
  });
});

it.each([
  ["abc", "abc"],
  ["abc\r", "abc"],
  ["\r", ""],
])("lastLine(%j) is %j", (text, line) => {
  expect(lastLine(Buffer.from(text))).toBe(line);
});
