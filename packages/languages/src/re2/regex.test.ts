import { describe, expect, it } from "vitest";
import { LimitError } from "../base/limit-error.ts";
import { compileRegex, describeRegex, expandTemplate, quoteMeta, type Regex, type RegexOptions } from "./index.ts";

function compile(pattern: string, options: RegexOptions = {}): Regex {
  const result = compileRegex(pattern, options);
  if (!result.ok) throw new Error(result.message);
  return result.regex;
}

describe("replaceAll and replaceAllLiteral give what Go gives", () => {
  const cases: [pattern: string, text: string, replacement: string, expanded: string, literal: string][] = [
    ["a(x*)b", "-ab-axxb-", "T", "-T-T-", "-T-T-"],
    ["a(x*)b", "-ab-axxb-", "$1", "--xx-", "-$1-$1-"],
    ["a(x*)b", "-ab-axxb-", "$1W", "---", "-$1W-$1W-"],
    ["a(x*)b", "-ab-axxb-", "${1}W", "-W-xxW-", "-${1}W-${1}W-"],
    ["(?P<n>\\w)(?P<m>\\w)?", "abc", "$m$n;", "ba;c;", "$m$n;$m$n;"],
    ["(?P<n>a)|(?P<n>b)", "ab", "<$n>", "<a><b>", "<$n><$n>"],
    ["(a)(b)?", "aab", "[$2|$1]", "[|a][b|a]", "[$2|$1][$2|$1]"],
    ["a", "aXa", "$$0", "$0X$0", "$$0X$$0"],
    ["a", "aXa", "$", "$X$", "$X$"],
    ["a", "aXa", "$ ${ ${} ${1 $-", "$ ${ ${} ${1 $-X$ ${ ${} ${1 $-", "$ ${ ${} ${1 $-X$ ${ ${} ${1 $-"],
    ["a", "aXa", "$0$1$2x", "aXa", "$0$1$2xX$0$1$2x"],
    ["(?P<n>a)", "a", "${n}n $nn", "an ", "${n}n $nn"],
    ["a*", "baaac", "-", "-b-c-", "-b-c-"],
    ["a*", "", "-", "-", "-"],
    ["x*", "é🦀", "-", "-é-🦀-", "-é-🦀-"],
    ["\\b", "ab c", "|", "|ab| |c|", "|ab| |c|"],
    ["(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)(k)", "abcdefghijk", "$11$10$1 $01 ${0}", "kja  abcdefghijk", "$11$10$1 $01 ${0}"],
    ["a", "a", "$&$`$'$<n>", "$&$`$'$<n>", "$&$`$'$<n>"],
    ["(?:(a)|b)+", "abab ba", "<$1>", "<a> <a>", "<$1> <$1>"],
    ["b", "abc", "$é$日0", "ac", "a$é$日0c"],
  ];
  for (const use of ["auto", "re2js"] as const) {
    it.each(cases)(`${use}: %j in %j by %j`, (pattern, text, replacement, expanded, literal) => {
      const regex = compile(pattern, { use });
      expect(regex.replaceAll(text, replacement)).toBe(expanded);
      expect(regex.replaceAllLiteral(text, replacement)).toBe(literal);
    });
  }

  it("keeps two replacements of one pattern apart", () => {
    const regex = compile("(a)");
    expect(["<$1>", "[$1]", "<$1>"].map((replacement) => regex.replaceAll("xa", replacement))).toEqual([
      "x<a>",
      "x[a]",
      "x<a>",
    ]);
  });
});

describe("split gives what Go gives", () => {
  const cases: [pattern: string, text: string, n: number, pieces: string[]][] = [
    ["a", "banana", -1, ["b", "n", "n", ""]],
    ["a", "banana", 2, ["b", "nana"]],
    ["a", "banana", 0, []],
    ["a", "banana", 1, ["banana"]],
    ["", "é🦀b", -1, ["é", "🦀", "b"]],
    ["", "", -1, []],
    ["x*", "axbxc", -1, ["a", "b", "c"]],
    ["z+", "pizza", -1, ["pi", "a"]],
    ["z+", "pizza", 1, ["pizza"]],
    ["z+", "pizza", 2, ["pi", "a"]],
    [",", "a,b,,c,", -1, ["a", "b", "", "c", ""]],
    [" +", "  a  b ", -1, ["", "a", "b", ""]],
    ["a", "", -1, [""]],
    ["$", "ab", -1, ["ab"]],
    ["^", "ab", -1, ["ab"]],
    ["a*", "aab", 3, ["", "b"]],
  ];
  it.each(cases)("%j in %j, at most %j", (pattern, text, n, pieces) => {
    expect(compile(pattern).split(text, n)).toEqual(pieces);
    expect(compile(pattern, { use: "re2js" }).split(text, n)).toEqual(pieces);
  });
});

describe("positions", () => {
  for (const use of ["auto", "re2js"] as const) {
    it(`${use}: a search can start later, and still sees what is before`, () => {
      const regex = compile("\\b(a)|^b", { use });
      expect(regex.exec("aa b a", 1)?.[1]).toBe("a");
      expect(regex.execIndices("aa b a", 1)).toEqual([5, 6, 5, 6]);
      expect(regex.execIndices("aa b a", 6)).toBeNull();
      expect(compile("^b", { use }).exec("ab", 1)).toBeNull();
    });

    it(`${use}: a number of matches can be asked for`, () => {
      const regex = compile("a", { use });
      expect(regex.allIndices("aaa", 2)).toEqual([
        [0, 1],
        [1, 2],
      ]);
      expect(regex.allIndices("aaa", 0)).toEqual([]);
    });

    it(`${use}: a lone surrogate counts as U+FFFD`, () => {
      const text = "a\ud83eb\udd80";
      expect(compile("[^\\x{fffd}]", { use }).allIndices(text)).toEqual([
        [0, 1],
        [2, 3],
      ]);
      expect(compile("\\x{fffd}", { use }).allIndices(text)).toEqual([
        [1, 2],
        [3, 4],
      ]);
      expect(compile("a.b.", { use }).test(text)).toBe(true);
      expect(compile("\ufffd", { use }).test(text)).toBe(true);
      expect(compile("[\\x{d000}-\\x{fff0}]", { use }).test(text)).toBe(false);
    });
  }

  it("hands over the engine's own array on the native road", () => {
    const groups = compile("(a)(b)?").exec("xa");
    expect(groups).toHaveProperty("index", 1);
  });
});

describe("anchored patterns, as label matchers have them", () => {
  it.each<[pattern: string, text: string, matches: boolean]>([
    ["a|b", "a", true],
    ["a|b", "ab", false],
    ["a|b", "xb", false],
    ["a.b", "a\nb", true],
    [".*", "a\nb", true],
    [".*foo.*", "a\nfoo\n", true],
    [".+foo", "foo", false],
    ["foo.*", "foo\n", true],
    ["(?-s).*foo", "a\nfoo", false],
    ["", "", true],
    ["", "a", false],
    ["(?i)prod", "PROD", true],
  ])("%j on %j", (pattern, text, matches) => {
    for (const use of ["auto", "re2js"] as const)
      expect(compile(pattern, { anchored: true, dotAll: true, use }).test(text)).toBe(matches);
  });
});

describe("test asks a smaller pattern, with the same answer", () => {
  it.each<[pattern: string, yes: string[], no: string[]]>([
    ["^kube-probe/", ["kube-probe/1"], ["x kube-probe/", ""]],
    ["ready$", ["is ready"], ["ready\n"]],
    ["^ready$", ["ready"], ["readyx"]],
    [".*foo.*", ["foo", "a foo b"], ["f", ""]],
    [".+foo.+", ["afoob"], ["foo", "foob", "afoo"]],
    ["\\d{2,5}", ["a12"], ["a1b2"]],
    ["(?:(a)|b)+c", ["bac"], ["ba", "c"]],
    ["(?:\\bx)*y", ["ay", "xy"], ["x"]],
    ["(?:\\b|x)y", ["y", "axy"], ["ay"]],
    ["x*", ["", "y"], []],
    ["^x*$", ["", "xx"], ["y"]],
    ["(?s)^.*x", ["\nx"], ["\ny"]],
    ["^.*x", ["ax"], ["a\nx"]],
    ["🦀", ["a🦀"], ["\ud83e", "\udd80"]],
  ])("%s", (pattern, yes, no) => {
    for (const text of yes) expect(compile(pattern).test(text)).toBe(true);
    for (const text of no) expect(compile(pattern).test(text)).toBe(false);
  });
});

describe("work is bounded", () => {
  it("runs what would backtrack exponentially in no time", () => {
    for (const pattern of ["(a+)+$", "(a|aa)+$", "(a*)*b", "(?:a?a?)*b", "^(\\w+\\s?)*$"]) {
      const regex = compile(pattern);
      expect(regex.engine).toBe("linear");
      expect(regex.test(`${"a".repeat(20_000)}!`)).toBe(false);
      expect(regex.exec(`${"a".repeat(20_000)}!`)).toBeNull();
    }
  });

  it("leaves the native form where the text is too long for its class", () => {
    const regex = compile("(a)*b");
    expect(regex.nativeLimit).toBe(8192);
    const text = `${"a".repeat(100_000)}!`;
    expect(regex.exec(text)).toBeNull();
    expect(regex.execIndices(`${text}ab`)).toEqual([100_001, 100_003, 100_001, 100_002]);
  });

  it("survives a text for which V8 has no room to backtrack", () => {
    const regex = compile("^(?:[ab]|cd)*e");
    expect(regex.costClass).toEqual({ kind: "linear" });
    expect(regex.exec(`${"ab".repeat(2_000_000)}e`)?.[0]).toHaveLength(4_000_001);
  });

  const counted = "(?:a{1,50}){1,20}b";
  it("says so when even the linear engine would take too long", () => {
    const regex = compile(counted);
    expect(regex.engine).toBe("linear");
    expect(regex.test("aab")).toBe(true);
    for (const run of [
      () => regex.test("a".repeat(100_000)),
      () => regex.exec("a".repeat(100_000)),
      () => regex.allIndices("a".repeat(100_000)),
    ]) {
      expect(run).toThrow(LimitError);
      expect(run).toThrow(/2002 instructions and the text has 100000 characters/);
    }
  });

  it("counts the work of all matches together", () => {
    // Every match makes the engine read to the end of the text.
    const regex = compile("(?:(a)|(b))+?(?:[ab]*z)?", { use: "re2js" });
    expect(() => regex.allIndices("ab".repeat(20_000))).toThrow(LimitError);
    expect(regex.allIndices("ab".repeat(100))).toHaveLength(200);
    // Here every match ends where the reading ends.
    expect(compile("(?:(a)|(b))c?", { use: "re2js" }).allIndices("ab".repeat(20_000))).toHaveLength(40_000);
  });

  it("says of a text what it says of it alone, whichever texts came before", () => {
    const regex = compile("(a)(?:[^\\n]*x)?");
    const text = "a".repeat(5000);
    expect(regex.allIndices(text)).toHaveLength(text.length);
    // This one is too long for all of its matches to be found natively.
    expect(regex.allIndices(`${"b".repeat(100_000)}ax`)).toHaveLength(1);
    expect(regex.allIndices(text)).toHaveLength(text.length);
  });

  it("refuses a pattern that is too large for the only engine that could run it", () => {
    const pattern = `(?:(x)|${"ab".repeat(1000)}){100}`;
    const result = compileRegex(pattern);
    expect(result).toMatchObject({ ok: false, message: `error parsing regexp: expression too large: \`${pattern}\`` });
  });
});

describe("describeRegex", () => {
  it("reports class, engine and native form", () => {
    expect(describeRegex("^(?P<a>\\d+) x$")).toEqual({
      costClass: { kind: "linear" },
      engine: "native",
      reason: undefined,
      nativeSource: "^(\\d+) x$",
      nativeLimit: 2 ** 24,
      groupCount: 1,
      groupNames: [undefined, "a"],
    });
  });

  it.each([
    ["(a+)+$", "backtracking may take exponential time"],
    ["(?:a{1,50}){1,20}b", "backtracking may take too many steps"],
    ["(?:(a)|b)+", "a group inside a repetition does not take part in every round"],
    ["(a*)*", "the body of a repetition has groups and can match nothing"],
    ["(?:|a)*", "the body of a repetition can match nothing before its other choices"],
  ])("says why %s is not native", (pattern, reason) => {
    expect(describeRegex(pattern)).toMatchObject({ engine: "linear", reason });
  });

  it("has nothing to say about a pattern that is refused", () => {
    expect(describeRegex("(")).toBeUndefined();
  });
});

describe("forced engines", () => {
  it("refuses a pattern without a native form when native is asked for", () => {
    expect(compileRegex("(?:(a)|b)+", { use: "native" })).toMatchObject({ ok: false });
    expect(compileRegex("(a|b)+", { use: "native" })).toMatchObject({ ok: true });
  });
});

describe("expandTemplate", () => {
  it.each([
    ["$1-${n}-$2-$x-$$", "b-b---$"],
    ["$1x${1}x", "bx"],
    ["$0", "abc"],
  ])("%s", (template, expanded) => {
    expect(expandTemplate(template, "xabcx", [1, 4, 2, 3, -1, -1], [undefined, "n", "x"])).toBe(expanded);
  });
});

describe("quoteMeta", () => {
  it("escapes what has a meaning, and only that", () => {
    expect(quoteMeta("a.+*?()|[]{}^$\\é-/#")).toBe("a\\.\\+\\*\\?\\(\\)\\|\\[\\]\\{\\}\\^\\$\\\\é-/#");
  });

  it("gives a pattern that matches the text", () => {
    const text = "[a](b)*{2}\\d$";
    expect(compile(quoteMeta(text)).execIndices(`x${text}`)).toEqual([1, 1 + text.length]);
  });
});
