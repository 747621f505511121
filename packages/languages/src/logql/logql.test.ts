import { describe, expect, it } from "vitest";
import { compileSelector, parseSelector } from "./index.ts";

function parsed(text: string) {
  const result = parseSelector(text);
  if (!result.ok) return result.message;
  return {
    matchers: result.selector.matchers.map((m) => `${m.name}${m.op}${JSON.stringify(m.value)}`),
    filters: result.selector.filters.map((f) => `${f.op}${JSON.stringify(f.value)}`),
  };
}

describe("parseSelector", () => {
  const cases: [name: string, text: string, matchers: string[], filters: string[]][] = [
    ["all label operators", '{a="b", c!="d",e=~"f",g!~"h"}', ['a="b"', 'c!="d"', 'e=~"f"', 'g!~"h"'], []],
    ["all line filters", '{a="b"}|="x"!="y" |~ "z" !~ "w"', ['a="b"'], ['|="x"', '!="y"', '|~"z"', '!~"w"']],
    ["braces and commas inside strings", '{a="x,y}",b="{z"}', ['a="x,y}"', 'b="{z"'], []],
    ["escapes", '{p="C:\\\\a\\tb\\u00e9\\x41\\101\\""}', [`p=${JSON.stringify('C:\\a\tb\u00e9AA"')}`], []],
    ["a byte that is not a character", '{a="\\xff"}', ['a="\ufffd"'], []],
    ["blanks, newlines and comments", '// c\n{ a\n=\t"b" /* d */ }\r\n', ['a="b"'], []],
    ["names that are not identifiers elsewhere", '{ž="1", 1_0="2", (="3"}', ['ž="1"', '1_0="2"', '(="3"'], []],
    ["a byte order mark in front", '\ufeff{a="b"}', ['a="b"'], []],
  ];
  it.each(cases)("%s", (_, text, matchers, filters) => {
    expect(parsed(text)).toEqual({ matchers, filters });
  });

  const errors: [name: string, text: string, message: string][] = [
    ["empty braces", "{}", "line 1, col 2: syntax error: unexpected }, expecting IDENTIFIER"],
    ["missing closing brace", '{app="shop"', "line 1, col 12: syntax error: unexpected $end, expecting } or ,"],
    ["no braces", 'app="shop"', "line 1, col 1: syntax error: unexpected IDENTIFIER, expecting {"],
    ["unquoted value", "{app=shop}", "line 1, col 6: syntax error: unexpected IDENTIFIER, expecting STRING"],
    ["trailing comma", '{app="shop",}', "line 1, col 13: syntax error: unexpected }, expecting IDENTIFIER"],
    ["missing comma", '{a="b" c="d"}', "line 1, col 8: syntax error: unexpected IDENTIFIER, expecting } or ,"],
    ["double equals", '{app=="shop"}', "line 1, col 6: syntax error: unexpected =, expecting STRING"],
    [
      "dash in a name",
      '{my-app="x"}',
      "line 1, col 4: syntax error: unexpected IDENTIFIER, expecting = or != or =~ or !~",
    ],
    ["dot in a name", '{k8s.app="x"}', "line 1, col 5: syntax error: unexpected ., expecting = or != or =~ or !~"],
    ["back-quoted value", "{app=`shop`}", "line 1, col 6: syntax error: unexpected IDENTIFIER, expecting STRING"],
    ["single-quoted value", "{app='shop'}", "line 1, col 6: invalid char literal"],
    ["unterminated string", '{app="shop}', "line 1, col 6: literal not terminated"],
    ["newline in a string", '{a="x\ny"}', "line 1, col 4: literal not terminated"],
    ["unknown escape", '{app="a\\d"}', "line 1, col 6: invalid char escape"],
    ["half a surrogate pair", '{a="\\ud800"}', "line 1, col 4: invalid syntax"],
    [
      "or",
      '{a="b"} |= "x" or "y"',
      "line 1, col 16: syntax error: unexpected IDENTIFIER, expecting != or !~ or |~ or |=",
    ],
    [
      "a parser",
      '{a="b"} | json',
      "line 1, col 9: syntax error: unexpected IDENTIFIER, expecting != or !~ or |~ or |=",
    ],
    ["a filter without text", '{a="b"} |=', "line 1, col 11: syntax error: unexpected $end, expecting STRING"],
    [
      "columns count characters",
      '{a="\u{1f600}"} x',
      "line 1, col 9: syntax error: unexpected IDENTIFIER, expecting != or !~ or |~ or |=",
    ],
    ["lines count", '{a="b"}\n\n|= x', "line 3, col 4: syntax error: unexpected IDENTIFIER, expecting STRING"],
    ["an open comment", '{a="b"} /* x', "line 1, col 9: comment not terminated"],
  ];
  it.each(errors)("refuses: %s", (_, text, message) => {
    expect(parsed(text)).toBe(`parse error at ${message}`);
  });

  it("places an error in UTF-16 offsets", () => {
    expect(parseSelector('{a="\u{1f600}", b=x}')).toMatchObject({ ok: false, start: 11, end: 12 });
    expect(parseSelector('{a="xy\\q"}')).toMatchObject({ ok: false, start: 6, end: 8 });
  });

  it("reads a long selector in linear time", () => {
    expect(parsed(`{0x${"f".repeat(200_000)}g="x"}`)).toContain("unexpected IDENTIFIER");
  });
});

describe("compileSelector", () => {
  function run(text: string, labels: Record<string, string>, line: string) {
    const result = parseSelector(text);
    if (!result.ok) throw new Error(result.message);
    const compiled = compileSelector(result.selector);
    if (!compiled.ok) throw new Error(compiled.message);
    const get = (name: string) => labels[name];
    return compiled.compiled.matchesLabels(get) && compiled.compiled.matchesLine(line);
  }
  const cases: [name: string, text: string, labels: Record<string, string>, line: string, want: boolean][] = [
    ["equal", '{a="b"}', { a: "b" }, "", true],
    ["equal is exact", '{a="b"}', { a: "bb" }, "", false],
    ["a missing label is empty", '{z=""}', {}, "", true],
    ["not equal holds for a missing label", '{a!="b"}', {}, "", true],
    ["label expressions are anchored", '{a=~"sho."}', { a: "shops" }, "", false],
    ["alternatives are grouped", '{a=~"a|b"}', { a: "ab" }, "", false],
    ["a dot matches a newline in labels", '{a=~"a.b"}', { a: "a\nb" }, "", true],
    ["not matching holds for a missing label", '{a!~".+"}', {}, "", true],
    ["line expressions are not anchored", '{a="b"} |~ "5[0-9]{2}"', { a: "b" }, "GET 503 x", true],
    ["a dot does not match a newline in lines", '{a="b"} |~ "a.b"', { a: "b" }, "a\nb", false],
    ["contains is literal", '{a="b"} |= "a.b*"', { a: "b" }, "axb", false],
    ["not containing nothing never holds", '{a="b"} != ""', { a: "b" }, "x", false],
    ["all filters must hold", '{a="b"} |= "GET" !~ "health"', { a: "b" }, "GET /health", false],
  ];
  it.each(cases)("%s", (_, text, labels, line, want) => {
    expect(run(text, labels, line)).toBe(want);
  });

  it("says which part failed", () => {
    const result = parseSelector('{a="1", b="2"} |= "x" |= "y"');
    if (!result.ok) throw new Error(result.message);
    const compiled = compileSelector(result.selector);
    if (!compiled.ok) throw new Error(compiled.message);
    expect(compiled.compiled.failingMatcher((name) => ({ a: "1" })[name])?.name).toBe("b");
    expect(compiled.compiled.failingFilter("just x")?.value).toBe("y");
    expect(compiled.compiled.failingFilter("x y")).toBeUndefined();
  });

  it.each([
    ['{a=~"x("}', "label", "missing closing ): `x(`", 5],
    ['{a="b"} |~ "ab["', "line", "missing closing ]: `[`", 12],
  ])("places an invalid expression: %s", (text, part, message, from) => {
    const result = parseSelector(text);
    if (!result.ok) throw new Error(result.message);
    const compiled = compileSelector(result.selector);
    expect(compiled).toMatchObject({ ok: false, part, message: expect.stringContaining(message) });
    if (!compiled.ok) expect(compiled.start).toBeGreaterThanOrEqual(from);
  });

  // Prometheus compiles label matchers with its fork of `regexp`; line filters are compiled with Go's own.
  it.each(["Assigned", "Uppercase_Letter", "lu", "greek", "ASCII", "Lc"])(
    "knows the class %s in line filters, not in label matchers",
    (name) => {
      const compile = (text: string) => {
        const result = parseSelector(text);
        if (!result.ok) throw new Error(result.message);
        return compileSelector(result.selector);
      };
      expect(compile(`{a=~"\\\\p{${name}}"}`)).toMatchObject({
        ok: false,
        part: "label",
        message: `error parsing regexp: invalid character class range: \`\\p{${name}}\``,
      });
      expect(compile(`{a!~"[^\\\\p{^${name}}]"}`)).toMatchObject({ ok: false, part: "label" });
      expect(compile(`{a="b"} |~ "\\\\p{${name}}"`).ok).toBe(true);
      expect(compile(`{a=~"[\\\\p{Lu}\\\\p{Greek}\\\\p{LC}]\\\\P{Cn}\\\\p{Any}"}`).ok).toBe(true);
    },
  );
});
