import { describe, expect, it } from "vitest";
import { cutMiddle, toVisible } from "./visible-text.ts";

const show = (text: string) =>
  toVisible(text)
    .map((part) => (part.kind === "text" ? part.text : `<${part.text} ${part.title}>`))
    .join("");

describe("toVisible", () => {
  const cases: readonly [string, string, string][] = [
    ["plain text stays", "a b", "a b"],
    ["tab and line feed", "a\tb\n", "a<⇥ tab>b<↵ line feed>"],
    ["control characters", "\u0000\u001b[0m", "<^@ U+0000><^[ U+001B>[0m"],
    ["a carriage return, delete", "a\r\u007f", "a<^M carriage return><^? U+007F>"],
    ["odd blanks", "a\u00a0b\u200b", "a<· U+00A0>b<· U+200B>"],
    ["other scripts stay", "日本 🙂", "日本 🙂"],
  ];
  for (const [name, text, expected] of cases) it(name, () => expect(show(text)).toBe(expected));
});

describe("cutMiddle", () => {
  it("leaves short texts alone", () => expect(cutMiddle("abc", 3)).toEqual({ head: "abc", omitted: 0, tail: "" }));
  it("keeps more of the front", () =>
    expect(cutMiddle("0123456789", 6)).toEqual({ head: "0123", omitted: 4, tail: "89" }));
  it("never cuts a character in two", () => {
    for (let limit = 1; limit < 12; limit++) {
      const { head, tail } = cutMiddle("🙂🙂🙂🙂🙂🙂", limit);
      expect(`${head}${tail}`).not.toMatch(/\p{Surrogate}/u);
    }
  });
  it("loses nothing", () => {
    const text = "🙂a".repeat(50);
    const { head, omitted, tail } = cutMiddle(text, 40);
    expect(head.length + omitted + tail.length).toBe(text.length);
  });
});
