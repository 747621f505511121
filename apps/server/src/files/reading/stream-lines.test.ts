import { describe, expect, it } from "vitest";
import { MAX_LINE } from "./lines.ts";
import { StreamLines } from "./stream-lines.ts";

/** The lines of a text that comes in pieces of `size` bytes. */
function linesOf(text: Buffer | string, size: number): string[] {
  const bytes = Buffer.from(text);
  const lines = new StreamLines();
  const found: string[] = [];
  for (let at = 0; at < bytes.length; at += size)
    for (const cut of lines.add(bytes.subarray(at, at + size))) found.push(...cut.lines);
  const last = lines.end();
  return last === undefined ? found : [...found, last];
}

describe("lines of a stream", () => {
  it.each<[string, string, string[]]>([
    ["nothing", "", []],
    ["lines", "a\nb\n", ["a", "b"]],
    ["a last line without its end", "a\nb", ["a", "b"]],
    ["empty lines", "\n\na\n\n", ["", "", "a", ""]],
    ["carriage returns", "a\r\nb\r", ["a", "b"]],
    ["characters of several bytes", "ä€😀\n€\n", ["ä€😀", "€"]],
  ])("%s, however it is cut", (_name, text, lines) => {
    for (const size of [1, 2, 3, 7, 1000]) expect(linesOf(text, size), `${size}`).toEqual(lines);
  });

  it("are split where they are too long, and nothing of them is lost", () => {
    const text = `x\n${"é".repeat(MAX_LINE)}\nend`;
    for (const size of [4096, 65_536, 3 * MAX_LINE]) {
      const lines = linesOf(text, size);
      expect(lines.map((line) => Buffer.byteLength(line))).toEqual([1, MAX_LINE, MAX_LINE, 3]);
      expect(lines.slice(1, 3).join("") === "é".repeat(MAX_LINE)).toBe(true);
    }
  });
});
