import { describe, expect, it } from "vitest";
import { cutMiddle, displayWidth, wholeCharacters } from "./display.ts";

describe("displayWidth", () => {
  it.each([
    ["Latin", "abcä", 4],
    ["Chinese, Japanese and Korean take two columns", "日本한ｆ", 8],
    ["emoji take two", "🦀x", 3],
    ["combining marks take none", "e\u0301", 1],
    ["a joiner takes none", "a\u200db", 2],
  ])("%s", (_, text, width) => expect(displayWidth(text)).toBe(width));
});

describe("cutMiddle", () => {
  it("leaves what fits", () => expect(cutMiddle("0123456789", 10)).toBe("0123456789"));
  it("says how much is left out", () => {
    expect(cutMiddle("0123456789".repeat(3), 10)).toBe("0123456… 20 more …789");
  });
  it("leaves no half of a surrogate pair", () => {
    for (let limit = 3; limit < 20; limit++) expect(cutMiddle("🦀".repeat(20), limit).isWellFormed()).toBe(true);
  });
});

describe("wholeCharacters", () => {
  it("does not cut a pair at either end", () => {
    expect(wholeCharacters("a🦀b🦀c", 2, 5)).toBe("🦀b");
    expect(wholeCharacters("a🦀b🦀c", 1, 4)).toBe("🦀b");
  });
});
