import { describe, expect, it } from "vitest";
import { parsePattern } from "./parser.ts";

describe("refusals have Go's text and the offending stretch", () => {
  const cases: [pattern: string, text: string, offending: string][] = [
    ["(", "missing closing ): `(`", "("],
    ["(a", "missing closing ): `(a`", "("],
    ["(?P<n>a", "missing closing ): `(?P<n>a`", "("],
    ["a(b(c)", "missing closing ): `a(b(c)`", "("],
    ["a)", "unexpected ): `a)`", ")"],
    ["(a))", "unexpected ): `(a))`", ")"],
    ["[", "missing closing ]: `[`", "["],
    ["[a", "missing closing ]: `[a`", "[a"],
    ["[^", "missing closing ]: `[^`", "[^"],
    ["[]", "missing closing ]: `[]`", "[]"],
    ["[a-", "missing closing ]: `[a-`", "[a-"],
    ["*", "missing argument to repetition operator: `*`", "*"],
    ["+a", "missing argument to repetition operator: `+`", "+"],
    ["?", "missing argument to repetition operator: `?`", "?"],
    ["(*)", "missing argument to repetition operator: `*`", "*"],
    ["(|*)", "missing argument to repetition operator: `*`", "*"],
    ["a|*", "missing argument to repetition operator: `*`", "*"],
    ["a**", "invalid nested repetition operator: `**`", "**"],
    ["a*+", "invalid nested repetition operator: `*+`", "*+"],
    ["a++", "invalid nested repetition operator: `++`", "++"],
    ["x{1}??", "invalid nested repetition operator: `{1}??`", "{1}??"],
    ["a?{2}", "invalid nested repetition operator: `?{2}`", "?{2}"],
    ["a{2}{3}", "invalid nested repetition operator: `{2}{3}`", "{2}{3}"],
    ["x*?*", "invalid nested repetition operator: `*?*`", "*?*"],
    ["a{3,1}", "invalid repeat count: `{3,1}`", "{3,1}"],
    ["a{1001}", "invalid repeat count: `{1001}`", "{1001}"],
    ["a{1,1001}", "invalid repeat count: `{1,1001}`", "{1,1001}"],
    ["a{99999999999}", "invalid repeat count: `{99999999999}`", "{99999999999}"],
    ["(a{1000}){2}", "invalid repeat count: `{2}`", "{2}"],
    ["((a{10}){10}){11}", "invalid repeat count: `{11}`", "{11}"],
    ["\\", "trailing backslash at end of expression: ``", "\\"],
    ["a\\", "trailing backslash at end of expression: ``", "\\"],
    ["\\1", "invalid escape sequence: `\\1`", "\\1"],
    ["(a)\\1", "invalid escape sequence: `\\1`", "\\1"],
    ["\\8", "invalid escape sequence: `\\8`", "\\8"],
    ["\\y", "invalid escape sequence: `\\y`", "\\y"],
    ["\\Z", "invalid escape sequence: `\\Z`", "\\Z"],
    ["\\cA", "invalid escape sequence: `\\c`", "\\c"],
    ["\\u0041", "invalid escape sequence: `\\u`", "\\u"],
    ["\\C", "invalid escape sequence: `\\C`", "\\C"],
    ["\\x", "invalid escape sequence: `\\x`", "\\x"],
    ["\\x4", "invalid escape sequence: `\\x4`", "\\x4"],
    ["\\xg", "invalid escape sequence: `\\xg`", "\\xg"],
    ["\\x{", "invalid escape sequence: `\\x{`", "\\x{"],
    ["\\x{}", "invalid escape sequence: `\\x{}`", "\\x{}"],
    ["\\x{g}", "invalid escape sequence: `\\x{g`", "\\x{g"],
    ["\\x{110000}", "invalid escape sequence: `\\x{110000`", "\\x{110000"],
    ["\\p", "invalid character class range: `\\p`", "\\p"],
    ["\\p{", "invalid character class range: `\\p{`", "\\p{"],
    ["\\p{Nope}", "invalid character class range: `\\p{Nope}`", "\\p{Nope}"],
    ["\\pX", "invalid character class range: `\\pX`", "\\pX"],
    ["\\p{IsGreek}", "invalid character class range: `\\p{IsGreek}`", "\\p{IsGreek}"],
    ["\\p{Old_Italic}", "invalid character class range: `\\p{Old_Italic}`", "\\p{Old_Italic}"],
    ["[\\p{Nope}]", "invalid character class range: `\\p{Nope}`", "\\p{Nope}"],
    ["[[:nope:]]", "invalid character class range: `[:nope:]`", "[:nope:]"],
    ["[z-a]", "invalid character class range: `z-a`", "z-a"],
    ["[a-\\d]", "invalid escape sequence: `\\d`", "\\d"],
    ["[a\\", "trailing backslash at end of expression: ``", "\\"],
    ["(?=a)", "invalid or unsupported Perl syntax: `(?=`", "(?="],
    ["(?!a)", "invalid or unsupported Perl syntax: `(?!`", "(?!"],
    ["(?<=a)", "invalid named capture: `(?<=a)`", "(?<=a)"],
    ["(?<!a)", "invalid named capture: `(?<!a)`", "(?<!a)"],
    ["(?>a)", "invalid or unsupported Perl syntax: `(?>`", "(?>"],
    ["(?#c)", "invalid or unsupported Perl syntax: `(?#`", "(?#"],
    ["(?x)a", "invalid or unsupported Perl syntax: `(?x`", "(?x"],
    ["(?P<a", "invalid named capture: `(?P<a`", "(?P<a"],
    ["(?P<>a)", "invalid named capture: `(?P<>`", "(?P<>"],
    ["(?P<a-b>c)", "invalid named capture: `(?P<a-b>`", "(?P<a-b>"],
    ["(?<é>a)", "invalid named capture: `(?<é>`", "(?<é>"],
    ["(?P=a)", "invalid or unsupported Perl syntax: `(?P`", "(?P"],
    ["(?<a", "invalid named capture: `(?<a`", "(?<a"],
    ["(?", "invalid or unsupported Perl syntax: `(?`", "(?"],
    ["(?i", "invalid or unsupported Perl syntax: `(?i`", "(?i"],
    ["(?i-", "invalid or unsupported Perl syntax: `(?i-`", "(?i-"],
    ["(?i-)a", "invalid or unsupported Perl syntax: `(?i-)`", "(?i-)"],
    ["(?-)", "invalid or unsupported Perl syntax: `(?-)`", "(?-)"],
    ["(?--i)", "invalid or unsupported Perl syntax: `(?--`", "(?--"],
    ["(?^a)", "invalid or unsupported Perl syntax: `(?^`", "(?^"],
    ["(?1)", "invalid or unsupported Perl syntax: `(?1`", "(?1"],
    ["日(本", "missing closing ): `日(本`", "("],
  ];
  it.each(cases)("%s", (pattern, text, offending) => {
    const result = parsePattern(pattern);
    if (result.ok) throw new Error("accepted");
    expect(result.message).toBe(`error parsing regexp: ${text}`);
    expect(pattern.slice(result.start, result.end)).toBe(offending);
  });

  it("points at the parenthesis that is not closed", () => {
    expect(parsePattern("(a)(b(c)")).toMatchObject({ ok: false, start: 3, end: 4 });
  });

  it("refuses a lone surrogate, which no UTF-8 text has", () => {
    expect(parsePattern("a\ud800")).toMatchObject({
      ok: false,
      message: "error parsing regexp: invalid UTF-8: `\ud800`",
    });
  });
});

describe("limits", () => {
  it.each([
    ["height 1000", `${"(".repeat(999)}a${")".repeat(999)}`, undefined],
    ["height 1001", `${"(".repeat(1000)}a${")".repeat(1000)}`, "expression nests too deeply"],
    ["groups that only group are free", `${"(?:".repeat(20_000)}a${")".repeat(20_000)}`, undefined],
    ["stars in stars", `${"(?:".repeat(1000)}a${")*".repeat(1000)}`, "expression nests too deeply"],
    ["instructions", `(?:${"ab".repeat(1700)}){1000}`, "expression too large"],
    ["bounds of classes", "\\pL".repeat(1000), "expression too large"],
    ["counts multiply to 1000", "((?:a{10}){10}){10}", undefined],
  ])("%s", (_name, pattern, code) => {
    const result = parsePattern(pattern);
    expect(result.ok ? undefined : result.message).toBe(
      code === undefined ? undefined : `error parsing regexp: ${code}: \`${pattern}\``,
    );
  });
});

describe("groups", () => {
  it.each<[string, (string | undefined)[]]>([
    ["a", [undefined]],
    ["(a)(?:b)(?P<c>c)(?<d>d)", [undefined, undefined, "c", "d"]],
    ["(?P<n>.)(?P<n>.)", [undefined, "n", "n"]],
    ["(?P<1>a)(?P<_>b)", [undefined, "1", "_"]],
    ["(a){0}b", [undefined, undefined]],
  ])("%s", (pattern, names) => {
    const result = parsePattern(pattern);
    if (!result.ok) throw new Error(result.message);
    expect(result.parsed.groupNames).toEqual(names);
    expect(result.parsed.groupCount).toBe(names.length - 1);
  });
});
