import { describe, expect, it } from "vitest";
import { compileRegex } from "./compile.ts";

const compiled = (pattern: string, anchored = false) => {
  const result = compileRegex(pattern, anchored ? { anchored, dotAll: true } : {});
  if (!result.ok) throw new Error(result.message);
  return result.regex;
};
/** A pattern that matches every text matches these. */
const TEXTS = ["", "a", "\n", "a\nb", "\u0100x", "12:00 error"];

describe("matchesAll", () => {
  it.each(["", ".*", "^.*", ".*$", "^", "$", "(?s)^.*$", "(a|b?)", "x*", "(?:foo)?", "a{0,3}", "(?P<all>.*)", "(.*)+"])(
    "%j matches every text",
    (pattern) => {
      expect(compiled(pattern).matchesAll).toBe(true);
      expect(TEXTS.every((text) => compiled(pattern).test(text))).toBe(true);
    },
  );
  it.each([".", ".+", "^.*$", "^$", "\\b", "a", "^a*$", "(?m)^x", "(?i)error"])("%j does not", (pattern) => {
    expect(compiled(pattern).matchesAll).toBe(false);
    expect(TEXTS.every((text) => compiled(pattern).test(text))).toBe(false);
  });
  it("a pattern for the whole text has to reach over newlines", () => {
    expect([".*", ".+", "a*"].map((pattern) => compiled(pattern, true).matchesAll)).toEqual([true, false, false]);
  });
});

it.each([
  [".*foo", "greedy"],
  [".*?foo", "lazy"],
  ["(?s).*foo", "greedy"],
  ["^.*foo", undefined],
  ["(.*)foo", undefined],
  ["foo.*", undefined],
  [".*", undefined],
] as const)("%j begins with a wildcard: %s", (pattern, expected) => {
  expect(compiled(pattern).leadingWildcard).toBe(expected);
});
