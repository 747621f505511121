import { describe, expect, it } from "vitest";
import { titleRune, toLower, toUpper } from "./runes.ts";

// Go maps each code point by itself, with the tables of Unicode 15.
describe("case mapping", () => {
  it.each([
    ["straße ŉ ǰ ﬁ", "STRAßE ŉ ǰ ﬁ"],
    ["ᾳ ᾀ ῃ ῳ", "ᾼ ᾈ ῌ ῼ"],
    ["ǆ ǉ ǌ ǳ ǅ", "Ǆ Ǉ Ǌ Ǳ Ǆ"],
    ["აბ", "ᲐᲑ"],
    ["ƛ ɤ", "ƛ ɤ"],
    ["µ ς ſ 𐐨", "Μ Σ S 𐐀"],
  ])("upper case of %s", (text, upper) => {
    expect(toUpper(text)).toBe(upper);
  });

  it.each([
    ["ΣΑΣ", "σασ"],
    ["İI", "ii"],
    ["ẞ K Å", "ß k å"],
    ["Ა 𐐀", "ა 𐐨"],
  ])("lower case of %s", (text, lower) => {
    expect(toLower(text)).toBe(lower);
  });

  it.each([
    ["a", "A"],
    ["ǆ", "ǅ"],
    ["Ǉ", "ǈ"],
    ["ǳ", "ǲ"],
    ["ა", "ა"],
    ["ß", "ß"],
  ])("title case of %s", (char, title) => {
    expect(titleRune(char)).toBe(title);
  });
});
