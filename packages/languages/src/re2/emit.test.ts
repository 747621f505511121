import { describe, expect, it } from "vitest";
import { emitNative, emitRe2 } from "./emit.ts";
import { parsePattern } from "./syntax/parser.ts";

function parse(pattern: string) {
  const result = parsePattern(pattern);
  if (!result.ok) throw new Error(result.message);
  return result.parsed.root;
}

describe("native patterns", () => {
  it.each<[pattern: string, source: string]>([
    ["", "(?:)"],
    ["a.c", "a[^\\n]c"],
    ["(?s).", "[^]"],
    ["(?P<n>a)(?:b)", "(a)b"],
    ["\\d\\w\\D\\W", "\\d\\w\\D\\W"],
    ["\\s", "[\\x09\\n\\x0c\\x0d ]"],
    ['[^"]', '[^"]'],
    ["^a$", "^a$"],
    ["\\Aa\\z", "^a$"],
    ["(?m)^a$", "(?:^|(?<=\\n))a(?:$|(?=\\n))"],
    ["\\Qa.b\\E/", "a\\.b\\/"],
    ["(?i)k", "[Kk\\u{212a}]"],
    ["(?i)é1", "[\\u{c9}\\u{e9}]1"],
    ["é🦀", "\\u{e9}\\u{1f980}"],
    ["\\x{fffd}", "[\\u{d800}-\\u{dfff}\\u{fffd}]"],
    ["[^\\x{fffd}]", "[^\\u{d800}-\\u{dfff}\\u{fffd}]"],
    ["[^\\x00-\\x{10FFFF}]", "[]"],
    ["(?U)a+b+?", "a+?b+"],
    ["abc|abd", "ab[cd]"],
    ["a{0}b", "b"],
    ["(a){0}b", "(a){0}b"],
    ["a{1}", "a"],
    ["(?:a*)?", "(?:a*|)"],
    ["(?:a*)??", "(?:|a*)"],
    ["(?:a?b?)*c", "(?:ab?|b)*c"],
    ["(?:a?){2,5}", "a{0,5}"],
    ["(?:^)*a", "a"],
    ["(?:\\b)+a", "\\ba"],
    ["\\Ba", "\\Ba"],
    ["\\B", "\\B(?=[^]|$)"],
    ["(ab)+", "(ab)+"],
    ["(?:ab)+?", "(?:ab)+?"],
    ["[]\\-^]", "[\\-\\]\\^]"],
  ])("%s becomes %s", (pattern, source) => {
    expect(emitNative(parse(pattern))).toEqual({ ok: true, source });
    expect(() => new RegExp(source, "u")).not.toThrow();
  });

  it.each(["(?:(a)|b)+", "(?:(a)?b)*", "((a)|b){2}", "(a?)*", "(a*)+", "(a*){2}", "(?:|a)*", "(?:a??)*", "(?:\\b|a)+"])(
    "%s has none",
    (pattern) => {
      expect(emitNative(parse(pattern))).toMatchObject({ ok: false });
    },
  );
});

describe("plain RE2 patterns", () => {
  it.each([
    ["(?P<n>a)(?P<n>b)", "(a)(b)"],
    ["(?i)k", "[Kk\\x{212a}]"],
    ["(?m)^a$", "(?m:^)a(?m:$)"],
    ["a.(?s:.)", "a[^\\n](?s:.)"],
    ["(?U)a+", "a+?"],
    ["[^\\x00-\\x{10FFFF}]", "[^\\x00-\\x{10FFFF}]"],
    ["\\Q.*\\E", "\\x{2e}\\x{2a}"],
    ["a|", "(?:a|(?:))".slice(3, -5)],
  ])("%s becomes %s", (pattern, source) => {
    expect(emitRe2(parse(pattern))).toBe(source);
  });
});
