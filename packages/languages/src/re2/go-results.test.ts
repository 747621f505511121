import { describe, expect, it } from "vitest";
import { compileRegex, describeRegex } from "./index.ts";

/**
 * Expected values come from Go 1.26's package regexp: all successive matches (positions of the groups, in UTF-16
 * offsets), and the text with each match put in angle brackets.
 */
describe("matches are Go's", () => {
  const cases: [pattern: string, text: string, matches: string, bracketed: string][] = [
    // leftmost-first, not longest
    ["a|ab|abc", "abcab", "0 1, 3 4", "<a>bc<a>b"],
    ["foo|foobar", "foobar foo", "0 3, 7 10", "<foo>bar <foo>"],
    ["(a|ab)(c|bcd)(d*)", "abcd", "0 4 0 1 1 4 4 4", "<abcd>"],
    ["(a|ab)(c|bcd)(d*)", "abcdd", "0 5 0 1 1 4 4 5", "<abcdd>"],
    ["x(?:|y|yz)z?", "xyzz", "0 1", "<x>yzz"],
    // empty matches
    ["", "ab", "0 0, 1 1, 2 2", "<>a<>b<>"],
    ["", "é🦀", "0 0, 1 1, 3 3", "<>é<>🦀<>"],
    ["a*", "baaac", "0 0, 1 4, 5 5", "<>b<aaa>c<>"],
    ["a*", "aéa", "0 1, 2 3", "<a>é<a>"],
    ["a*", "", "0 0", "<>"],
    ["a*?", "aa", "0 0, 1 1, 2 2", "<>a<>a<>"],
    ["x*|y", "xyx", "0 1, 2 3", "<x>y<x>"],
    [".|()", "ab", "0 1 -1 -1, 1 2 -1 -1", "<a><b>"],
    ["(?:)|b", "ab", "0 0, 1 1, 2 2", "<>a<>b<>"],
    ["$|b", "ab", "1 2", "a<b>"],
    // groups in loops keep their last value
    ["(?:(a)|b)*", "abab", "0 4 2 3", "<abab>"],
    ["(?:(a)|b)*", "ba", "0 2 1 2", "<ba>"],
    ["(?:(a)|(b))+", "abab", "0 4 2 3 3 4", "<abab>"],
    ["(a(b)?)+", "aba", "0 3 2 3 1 2", "<aba>"],
    ["(?:(a)(b)?)+", "abaab", "0 5 3 4 4 5", "<abaab>"],
    ["((a)|b)*?c", "abac", "0 4 2 3 2 3", "<abac>"],
    ["(?:x(y)?){2}", "xyx", "0 3 1 2", "<xyx>"],
    ["(a|b)*", "abcab", "0 2 1 2, 3 5 4 5", "<ab>c<ab>"],
    ["(\\d{1,3})(?:\\.(\\d{1,3})){3}", "10.20.30.40", "0 11 0 2 9 11", "<10.20.30.40>"],
    // loops over nothing
    ["(a*)*", "b", "0 0 0 0, 1 1 1 1", "<>b<>"],
    ["(a*)*", "aab", "0 2 0 2, 3 3 3 3", "<aa>b<>"],
    ["(a*)+", "b", "0 0 0 0, 1 1 1 1", "<>b<>"],
    ["(a*)+", "aab", "0 2 0 2, 3 3 3 3", "<aa>b<>"],
    ["(|a)*", "aaa", "0 0 0 0, 1 1 1 1, 2 2 2 2, 3 3 3 3", "<>a<>a<>a<>"],
    ["(|a)+", "aa", "0 0 0 0, 1 1 1 1, 2 2 2 2", "<>a<>a<>"],
    ["(a|)*", "aab", "0 2 1 2, 3 3 3 3", "<aa>b<>"],
    ["(?:a?b?)*", "abbac", "0 4, 5 5", "<abba>c<>"],
    ["(?:|a){0,3}b", "aaab", "0 4", "<aaab>"],
    ["(?:|a)?b", "ab", "0 2", "<ab>"],
    ["(a*)?", "b", "0 0 0 0, 1 1 1 1", "<>b<>"],
    ["(a*)??b", "aab", "0 3 0 2", "<aab>"],
    ["(a?){3}", "aa", "0 2 2 2", "<aa>"],
    ["(?:a*){2,3}", "aaab", "0 3, 4 4", "<aaa>b<>"],
    ["(?:\\b)*a", "a a", "0 1, 2 3", "<a> <a>"],
    ["(?:^)*", "ab", "0 0, 1 1, 2 2", "<>a<>b<>"],
    ["(?:^a)*b", "aab", "2 3", "aa<b>"],
    ["(?:a{0,2}){2,}", "aaaaab", "0 5, 6 6", "<aaaaa>b<>"],
    ["(?:a*?)*b", "aab", "0 3", "<aab>"],
    // assertions
    ["^", "a\nb", "0 0", "<>a\nb"],
    ["$", "a\n", "2 2", "a\n<>"],
    ["(?m)^", "a\nb\n", "0 0, 2 2, 4 4", "<>a\n<>b\n<>"],
    ["(?m)$", "a\nb\n", "1 1, 3 3, 4 4", "a<>\nb<>\n<>"],
    ["(?m)^.*$", "one\ntwo\r\n\u2028x", "0 3, 4 8, 9 11", "<one>\n<two\r>\n<\u2028x>"],
    ["\\Aab\\z", "ab", "0 2", "<ab>"],
    ["\\Aab\\z", "ab\n", "", "ab\n"],
    ["(?m)\\Ab", "a\nb", "", "a\nb"],
    ["\\b\\w+\\b", "é_a1-b", "1 4, 5 6", "é<_a1>-<b>"],
    ["\\B", "ab é", "1 1, 3 3, 4 4", "a<>b <>é<>"],
    ["\\B", "a🦀b🦀", "6 6", "a🦀b🦀<>"],
    ["\\B", "🦀🦀", "0 0, 2 2, 4 4", "<>🦀<>🦀<>"],
    ["a\\B.", "a🦀", "", "a🦀"],
    ["(?m)(?:^|,)(\\w*)", "a,b\n,c", "0 1 0 1, 1 3 2 3, 4 4 4 4", "<a><,b>\n<>,c"],
    ["\\b", "a b", "0 0, 1 1, 2 2, 3 3", "<>a<> <>b<>"],
    // the dot
    ["...", "a\r\u2028b\u0085c", "0 3, 3 6", "<a\r\u2028><b\u0085c>"],
    [".", "\n", "", "\n"],
    ["(?s).", "\n\r", "0 1, 1 2", "<\n><\r>"],
    ["(?-s:.)(?s:.)", "a\n", "0 2", "<a\n>"],
    ["^.$", "🦀", "0 2", "<🦀>"],
    ["^.$", "é", "0 1", "<é>"],
    [".{2}", "🦀a🦁", "0 3", "<🦀a>🦁"],
    ["(.)(.)", "🦀é", "0 3 0 2 2 3", "<🦀é>"],
    ["[^a]", "🦀a", "0 2", "<🦀>a"],
    ["[^\\x{1F980}]", "🦀🦁", "2 4", "🦀<🦁>"],
    ["[🦀-🦄]+", "🦁🦀🤀", "0 4", "<🦁🦀>🤀"],
    ["\\x{1F980}*", "🦀🦀", "0 4", "<🦀🦀>"],
    ["(?:[^x]x?)*?y", "🦀xy", "0 4", "<🦀xy>"],
    ["\\S+", "a\u00a0b c", "0 3, 4 5", "<a\u00a0b> <c>"],
    ["[^\\x{fffd}]", "�🦀", "1 3", "�<🦀>"],
    ["\\W", "é🦀", "0 1, 1 3", "<é><🦀>"],
    // letter case
    ["(?i)k", "kK\u212a", "0 1, 1 2, 2 3", "<k><K><\u212a>"],
    ["(?i)s+", "sSſ", "0 3", "<sSſ>"],
    ["(?i)straße", "STRAẞE STRASSE", "0 6", "<STRAẞE> STRASSE"],
    ["(?i)σ", "Σσς", "0 1, 1 2, 2 3", "<Σ><σ><ς>"],
    ["(?i)[a-f]+", "aBcXyF", "0 3, 5 6", "<aBc>Xy<F>"],
    ["(?i)[^k]", "k\u212aKj", "3 4", "k\u212aK<j>"],
    ["(?i)ǆ", "ǅ Ǆ ǆ", "0 1, 2 3, 4 5", "<ǅ> <Ǆ> <ǆ>"],
    ["(?i)i", "iI\u0131\u0130", "0 1, 1 2", "<i><I>\u0131\u0130"],
    ["(?i)[[:lower:]]+", "aB1", "0 2", "<aB>1"],
    ["(?i)\\p{Lu}+", "aBé", "0 3", "<aBé>"],
    ["a(?i)b|c", "aB C ac c aC", "0 2, 3 4, 6 7, 8 9, 11 12", "<aB> <C> a<c> <c> a<C>"],
    ["(?i:a)b(?-i)c", "Abc ABc", "0 3", "<Abc> ABc"],
    ["(?i)a(?-i:b)c", "AbC ABC", "0 3", "<AbC> ABC"],
    ["(?i)\\w", "\u212aſ", "0 1, 1 2", "<\u212a><ſ>"],
    ["(?i)\\W", "\u212aſ-", "2 3", "\u212aſ<->"],
    ["(?i)µ", "μΜ", "0 1, 1 2", "<μ><Μ>"],
    // flags
    ["(?U)a+", "aaa", "0 1, 1 2, 2 3", "<a><a><a>"],
    ["(?U)a+?", "aaa", "0 3", "<aaa>"],
    ["(?U:x+)x*", "xxx", "0 3", "<xxx>"],
    ["(?ims)^a.b$", "x\nA\nB\ny", "2 5", "x\n<A\nB>\ny"],
    ["(?i-m:^A)", "b\na", "", "b\na"],
    ["(?)a", "a", "0 1", "<a>"],
    // counts
    ["a{2,4}a", "aaaaa", "0 5", "<aaaaa>"],
    ["a{2,3}?", "aaaaa", "0 2, 2 4", "<aa><aa>a"],
    ["a{0}b", "ab", "1 2", "a<b>"],
    ["(a){0}b", "ab", "1 2 -1 -1", "a<b>"],
    ["a{,3}", "a{,3}", "0 5", "<a{,3}>"],
    ["a{1", "a{1", "0 3", "<a{1>"],
    ["x{1}{", "x{", "0 2", "<x{>"],
    ["a{01}", "a{01}", "0 5", "<a{01}>"],
    ["(?:a{2}){2,}", "aaaaaaa", "0 6", "<aaaaaa>a"],
    ["(ab){1}c", "abc", "0 3 0 2", "<abc>"],
    // classes
    ["[]a]", "a]b", "0 1, 1 2", "<a><]>b"],
    ["[^]a]", "a]b", "2 3", "a]<b>"],
    ["[a-]", "a-b", "0 1, 1 2", "<a><->b"],
    ["[a\\-z]", "a-m", "0 1, 1 2", "<a><->m"],
    ["[a^]", "^a", "0 1, 1 2", "<^><a>"],
    ["[\\d-z]", "5-z", "0 1, 1 2, 2 3", "<5><-><z>"],
    ["[[:alpha:][:digit:]_]+", "aZ_9-é", "0 4", "<aZ_9>-é"],
    ["[[:^alpha:]]", "a1", "1 2", "a<1>"],
    ["[[]", "[]", "0 1", "<[>]"],
    ["[\\s\\S]", "\n", "0 1", "<\n>"],
    ["[^\\s\\S]", "a", "", "a"],
    ["[\\x00-\\x{10FFFF}]", "a🦀", "0 1, 1 3", "<a><🦀>"],
    ["\\pL+\\PL+", "aé日1 ", "0 5", "<aé日1 >"],
    ["\\p{^Greek}+", "aΩ", "0 1", "<a>Ω"],
    ["[\\p{Lu}\\p{Nd}]+", "aB1C", "1 4", "a<B1C>"],
    ["[[:word:]-]+", "a-b_c d", "0 5, 6 7", "<a-b_c> <d>"],
    // escapes
    ["\\Qa.b\\E+", "a.bb", "0 4", "<a.bb>"],
    ["\\Q[(\\E\\)", "[()", "0 3", "<[()>"],
    ["a\\Q|", "a|", "0 2", "<a|>"],
    ["\\08", "\u00008", "0 2", "<\u00008>"],
    ["\\101\\060", "A0", "0 2", "<A0>"],
    ["\\a\\f\\t\\n\\r\\v", "\u0007\f\t\n\r\u000b", "0 6", "<\u0007\f\t\n\r\u000b>"],
    ['\\/\\-\\_\\"\\#\\ ', '/-_"# ', "0 6", '</-_"# >'],
    ["}]", "}]", "0 2", "<}]>"],
    ["\\x{e9}\\x41", "éA", "0 2", "<éA>"],
    // lists of words
    ["(?:error|err|warning|warn|w)+", "warnerr errorw", "0 7, 8 14", "<warnerr> <errorw>"],
    ["(abc|abd|ab|a)(c|d)?", "abcabdabd", "0 3 0 3 -1 -1, 3 6 3 6 -1 -1, 6 9 6 9 -1 -1", "<abc><abd><abd>"],
    ["\\b(?i:get|gets|GET)\\b", "Gets get gETs", "0 4, 5 8, 9 13", "<Gets> <get> <gETs>"],
    ["[ab]x|[ab]y|[ab]z", "aybzcx", "0 2, 2 4", "<ay><bz>cx"],
    ["a{2}x|a{2}y", "aayaax", "0 3, 3 6", "<aay><aax>"],
    ["(?i:a)[xz]|a[yw]", "Ay ay Ax", "3 5, 6 8", "Ay <ay> <Ax>"],
    // logs
    [
      '^(\\S+) (\\S+) \\[([^\\]]+)\\] "([^"]*)" (\\d{3})$',
      'h u [12/May] "GET /" 200',
      "0 24 0 1 2 3 5 11 14 19 21 24",
      '<h u [12/May] "GET /" 200>',
    ],
    ['"(?:[^"\\\\]|\\\\.)*"', 'a "b\\"c" d ""', "2 8, 11 13", 'a <"b\\"c"> d <"">'],
    [
      '([a-zA-Z_]\\w*)=("[^"]*"|\\S*)',
      'a=1 b="x y" _c=',
      "0 3 0 1 2 3, 4 11 4 5 6 11, 12 15 12 14 15 15",
      '<a=1> <b="x y"> <_c=>',
    ],
    [
      "(?P<y>\\d{4})-(?P<m>\\d{2})(?:[.,](?P<f>\\d+))?",
      "2024-05 2024-06,7",
      "0 7 0 4 5 7 -1 -1, 8 17 8 12 13 15 16 17",
      "<2024-05> <2024-06,7>",
    ],
    ["^(?:(\\w+)\\s*)+$", "one two three", "0 13 8 13", "<one two three>"],
    ["(a+)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", "", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"],
  ];
  for (const use of ["auto", "re2js"] as const) {
    it.each(cases)(`${use}: %j on %j`, (pattern, text, matches, bracketed) => {
      const result = compileRegex(pattern, { use });
      if (!result.ok) throw new Error(result.message);
      const { regex } = result;
      const all = regex.allIndices(text);
      expect(all.map((match) => match.join(" ")).join(", ")).toBe(matches);
      expect(regex.replaceAll(text, "<$0>")).toBe(bracketed);
      expect(regex.test(text)).toBe(matches !== "");
      expect(regex.execIndices(text)).toEqual(all[0] ?? null);
      const groups = regex.exec(text);
      const first = all[0];
      const expected = first?.flatMap((at, i) =>
        i % 2 === 1 ? [] : [at < 0 ? undefined : text.slice(at, first[i + 1])],
      );
      expect(groups === null ? undefined : Array.from(groups)).toEqual(expected);
    });
  }

  // Exponential forms are equivalent too, but not to be run.
  const native = cases.filter(([pattern]) => {
    const description = describeRegex(pattern);
    return description?.nativeSource !== undefined && description.costClass.kind !== "exponential";
  });
  it.each(native)("native: %j on %j", (pattern, text, matches) => {
    const result = compileRegex(pattern, { use: "native" });
    if (!result.ok) throw new Error(result.message);
    expect(result.regex.engine).toBe("native");
    expect(
      result.regex
        .allIndices(text)
        .map((match) => match.join(" "))
        .join(", "),
    ).toBe(matches);
  });
});
