import { describe, expect, it } from "vitest";
import { byteLength, compareStrings, fromBytes, joinBytes, toBytes } from "./go-string.ts";

const cut = (text: string, from: number, to?: number): string => fromBytes(toBytes(text).subarray(from, to));

describe("Go strings", () => {
  it.each([
    ["ASCII", "abc", 3],
    ["two bytes", "é", 2],
    ["four bytes", "😀", 4],
    ["a raw byte", cut("é", 0, 1), 1],
    ["raw bytes among characters", `a${cut("日", 0, 2)}é`, 5],
    ["a low surrogate of a pair is not a raw byte", "\ud83d\ude80", 4],
  ])("count bytes: %s", (_name, text, length) => {
    expect(byteLength(text)).toBe(length);
    expect(toBytes(text).length).toBe(length);
    expect(fromBytes(toBytes(text))).toBe(text);
  });

  it("keep what a cut left, so that the halves make the character again", () => {
    const text = "a日b";
    expect(joinBytes(cut(text, 0, 2) + cut(text, 2))).toBe(text);
    expect(joinBytes(cut(text, 0, 2))).toBe("a\udce6");
    expect(joinBytes(cut(text, 2, 4))).toBe("\udc97\udca5");
  });

  it("compare by bytes", () => {
    expect(["😀", "\uffff", "z", "é", cut("é", 1)].sort(compareStrings)).toEqual([
      "z",
      cut("é", 1),
      "é",
      "\uffff",
      "😀",
    ]);
  });

  it.each([
    ["overlong", [0xc0, 0x80]],
    ["a surrogate", [0xed, 0xa0, 0x80]],
    ["beyond U+10FFFF", [0xf4, 0x90, 0x80, 0x80]],
    ["cut at the end", [0x61, 0xe6, 0x97]],
  ])("take no invalid sequence for a character: %s", (_name, bytes) => {
    const text = fromBytes(Uint8Array.from(bytes));
    expect([...toBytes(text)]).toEqual(bytes);
    const raw = bytes.map((byte) => String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte));
    expect(joinBytes(text)).toBe(raw.join(""));
  });
});
