import { describe, expect, it } from "vitest";
import { stripAnsi } from "./index.ts";

describe("stripAnsi", () => {
  const cases: [name: string, text: string, want: string][] = [
    ["plain text", "no colour é", "no colour é"],
    ["a colour and a reset", "\x1b[31mERR\x1b[0m done", "ERR done"],
    ["several attributes", "\x1b[0;1;97;41m A \x1b[m", " A "],
    ["true colour", "\x1b[38;2;255;100;0mrgb\x1b[0m", "rgb"],
    ["cursor movement", "a\x1b[2Kb\x1b[1Ac\x1b[10;20Hd\x1b[Je", "abcde"],
    ["letters that are not commands", "\x1b[s x \x1b[3S", "\x1b[s x S"],
    ["the single-byte introducer", "\x9b31mred\x9b0m", "red"],
    ["two-character escapes", "\x1b7a\x1b=b\x1b>c", "abc"],
    ["a title", "\x1b]0;title\x07prompt", "prompt"],
    ["a title with a blank", "\x1b]0;my title\x07$", "y title\x07$"],
    ["a lone escape", "a\x1b b", "a\x1b b"],
    ["an unfinished number", "a\x1b[31;", "a;"],
    ["an unfinished bracket", "a\x1b[", "a\x1b["],
    ["five digits", "a\x1b[12345mb", "amb"],
    ["private modes", "\x1b[?1049hx\x1b[=3hx", "x3hx"],
    ["character sets", "\x1b(Bx\x1b)0y", "x"],
    ["brackets without an escape", "[31mred", "[31mred"],
  ];
  it.each(cases)("%s", (_, text, want) => {
    expect(stripAnsi(text)).toBe(want);
  });

  it("agrees with the original's expression on mixed pieces", () => {
    const original =
      /[\u001B\u009B][[\]()#;?]*(?:(?:(?:[a-zA-Z\d]*(?:;[a-zA-Z\d]*)*)?\u0007)|(?:(?:\d{1,4}(?:;\d{0,4})*)?[\dA-PRZcf-ntqry=><~]))/g;
    const pieces = ["\x1b", "\x9b", "[", "(", ";", "?", "1", "345", "m", "v", "\x07", "x", " ", "=", "é", "12345"];
    let seed = 1;
    for (let round = 0; round < 20_000; round++) {
      let text = "";
      for (let i = 0; i < 10; i++) {
        seed = (seed * 1103515245 + 12345) & 0x7fffffff;
        text += pieces[(seed >> 8) % pieces.length];
      }
      expect(stripAnsi(text)).toBe(text.replace(original, ""));
    }
  });

  it("takes linear time on a run of semicolons", () => {
    const text = `\x1b${";".repeat(1_000_000)}`;
    expect(stripAnsi(text)).toBe(text);
  });
});
