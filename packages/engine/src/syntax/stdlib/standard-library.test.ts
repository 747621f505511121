import { describe, expect, it } from "vitest";
import { createScope, evaluate } from "../evaluator.ts";
import { parseFile } from "../parse.ts";
import { printValueLiteral } from "../printing/print-value.ts";
import { FUNCTIONS } from "./functions.ts";
import { createStandardLibrary, FUNCTION_NAMES } from "./standard-library.ts";

// What Alloy gives for each expression: the value as it prints it and the kind of a number, or the message with the
// byte column (from 1, within the expression) where it points.

const scope = createScope(createStandardLibrary());

function show(expression: string): string {
  const { file, diagnostics } = parseFile(`v = ${expression}`);
  expect(diagnostics).toEqual([]);
  const [statement] = file.body;
  if (statement?.kind !== "attribute") throw new Error("not an attribute");
  const result = evaluate(statement.value, scope, file);
  if (result.ok) {
    const { value } = result;
    return printValueLiteral(value) + (value.type === "number" ? ` ${value.kind}` : "");
  }
  const [diagnostic] = result.diagnostics;
  const { column } = file.lines.position(diagnostic!.span!.start);
  return `error at ${column - 4}: ${diagnostic!.message}`;
}

it("knows its functions by their names before it has them", () => {
  expect([...FUNCTIONS.keys()].sort()).toEqual([...FUNCTION_NAMES].sort());
  const library = createStandardLibrary();
  for (const [name, value] of FUNCTIONS) expect(library.get(name)).toBe(value);
  expect(["constants", "sys", "env", "json_path", "logs"].map((name) => library.has(name))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
});

describe("string and file functions", () => {
  const cases: [expression: string, shown: string][] = [
    ['string.to_upper("straße ŉ ΐ ᾳ ı")', '"STRAßE ŉ ΐ ᾼ I"'],
    ['string.to_lower("ÀİẞΣ")', '"àißσ"'],
    ['string.trim("--x-é-", "-é")', '"x"'],
    ['string.trim("", "")', '""'],
    ['string.trim_space("\\u00a0\\u0085\\t x \\u3000\\n")', '"x"'],
    ['string.trim_space("\\ufeffx\\u200b")', '"\\ufeffx\\u200b"'],
    ['string.trim_prefix("abcab", "ab")', '"cab"'],
    ['string.trim_suffix("abcab", "ab")', '"abc"'],
    ['string.replace("ab🐢", "", ".")', '".a.b.🐢."'],
    ['string.replace("aXbX", "X", "--")', '"a--b--"'],
    ['string.split("a,b,,c", ",")', '["a", "b", "", "c"]'],
    ['string.split("é🐢", "")', '["é", "🐢"]'],
    ['string.split("", ",")', '[""]'],
    ['string.split("", "")', "[]"],
    ['string.join([1, 2.50, null], "-")', '"1-2.5-"'],
    ["string.join(null, null)", '""'],
    ["string.to_upper(1.50)", '"1.5"'],
    ["string.to_upper(null)", '""'],
    ['string.to_upper(encoding.from_base64("aGk="))', '"HI"'],
    ["string.to_upper([1])", "error at 17: [1] should be string, got array"],
    ['file.path_join("a", "", "../b", "/c/")', '"b/c"'],
    ["file.path_join()", '""'],
    ['file.path_join("", "")', '""'],
    ['file.path_join("/..", "a")', '"/a"'],
    ['file.path_join("..", "..", "a")', '"../../a"'],
    ['format("%03d", 5)', '"005"'],
    ["concat([1], [2])", "[1, 2]"],
    ['convert.nonsensitive("x")', '"x"'],
    ["convert.nonsensitive(1)", "error at 22: 1 should be capsule, got number"],
  ];
  it.each(cases)("%s", (expression, shown) => {
    expect(show(expression)).toBe(shown);
  });
});

describe("coalesce and array functions", () => {
  const cases: [expression: string, shown: string][] = [
    ['coalesce(null, "", 0, false, [], {}, "x")', '"x"'],
    ["coalesce()", "null"],
    ['coalesce("", 0)', "0 int"],
    ["coalesce(0.0, -1)", "-1 int"],
    [
      'array.combine_maps([{k = 1, a = "x"}], [{k = 1, b = "y"}, {k = 2}], ["k"])',
      '[{\n\ta = "x",\n\tb = "y",\n\tk = 1,\n}]',
    ],
    ['array.combine_maps([{k = 1}], [{k = 1.0}], ["k"])', "[]"],
    ['array.combine_maps([{k = 1}], [{k = 2}], ["k"], true)', "[{\n\tk = 1,\n}]"],
    ['array.combine_maps([{k = null}], [{k = null, b = 1}], ["k"])', "[{\n\tb = 1,\n\tk = null,\n}]"],
    ['array.combine_maps([1], [], ["k"])', "error at 21: 1 should be object, got number"],
    ["array.combine_maps([], [], [])", "error at 28: [] combine_maps: merge conditions must not be empty"],
    ["array.combine_maps([], [])", "error at 1: combine_maps: expected 3 or 4 arguments, got 2"],
    ['array.combine_maps([], [], ["k"], 1)', "error at 35: 1 should be bool, got number"],
    [
      'array.group_by([{a = "x", b = 1}, {a = "x"}], "a", true)',
      '[{\n\ta     = "x",\n\titems = [{\n\t\ta = "x",\n\t\tb = 1,\n\t}, {\n\t\ta = "x",\n\t}],\n}]',
    ],
    ['array.group_by([{a = "x"}, {b = 1}], "b", false)', "error at 33: 1 should be string, got number"],
    ['array.group_by([{b = 1}], "c", true)', "[]"],
    ['array.group_by([1], "a", true)', "error at 17: 1 should be object, got number"],
    ["array.group_by([], 1, true)", "error at 20: 1 should be string, got number"],
  ];
  it.each(cases)("%s", (expression, shown) => {
    expect(show(expression)).toBe(shown);
  });
});

describe("base64, URLs and to_json", () => {
  const cases: [expression: string, shown: string][] = [
    ['encoding.to_base64("hi?>")', '"aGk/Pg=="'],
    ['encoding.to_URLbase64("hi?>")', '"aGk_Pg=="'],
    ['encoding.to_base64("")', '""'],
    ['encoding.from_base64("aGk/Pg==")', "[104, 105, 63, 62]"],
    ['encoding.from_URLbase64("aGk_Pg==")', "[104, 105, 63, 62]"],
    ['encoding.from_base64("a\\nGk\\r\\n=")', "[104, 105]"],
    ['encoding.from_base64("aGk")', "error at 1: encoding.from_base64 illegal base64 data at input byte 0"],
    ['encoding.from_base64("a")', "error at 1: encoding.from_base64 illegal base64 data at input byte 0"],
    ['encoding.from_base64("aG=k")', "error at 1: encoding.from_base64 illegal base64 data at input byte 2"],
    ['encoding.from_base64("aGk=x")', "error at 1: encoding.from_base64 illegal base64 data at input byte 4"],
    ['encoding.from_base64("=")', "error at 1: encoding.from_base64 illegal base64 data at input byte 0"],
    ['encoding.from_base64("aG=")', "error at 1: encoding.from_base64 illegal base64 data at input byte 3"],
    ['encoding.from_base64("****")', "error at 1: encoding.from_base64 illegal base64 data at input byte 0"],
    ['encoding.from_base64("aGk_")', "error at 1: encoding.from_base64 illegal base64 data at input byte 3"],
    [
      'encoding.from_base64("aGk=") + "x"',
      'error at 1: encoding.from_base64("aGk=") should be one of [number string capsule] for binop +, got array',
    ],
    ['encoding.url_encode("a b&c=é/~*")', '"a+b%26c%3D%C3%A9%2F~%2A"'],
    ['encoding.url_decode("a+b%26c%c3%a9")', '"a b&cé"'],
    ['encoding.url_decode("%zz")', 'error at 1: encoding.url_decode invalid URL escape "%zz"'],
    ['encoding.url_decode("a%2")', 'error at 1: encoding.url_decode invalid URL escape "%2"'],
    [
      'encoding.to_json({b = 1, a = [true, null, 1.5, 1e21, 1e-7, "<&>\\u2028\\"\\n\\u0001"], "é" = {}})',
      '"{\\"a\\":[true,null,1.5,1e+21,1e-7,\\"\\\\u003c\\\\u0026\\\\u003e\\\\u2028\\\\\\"\\\\n\\\\u0001\\"],\\"b\\":1,\\"é\\":{}}"',
    ],
    ["encoding.to_json([1])", "error at 1: encoding.to_json jsonEncode only supports map"],
    ["encoding.to_json({a = 1 / 3})", '"{\\"a\\":0}"'],
    ['encoding.to_json({a = encoding.from_base64("aGk=")})', '"{\\"a\\":[104,105]}"'],
  ];
  it.each(cases)("%s", (expression, shown) => {
    expect(show(expression)).toBe(shown);
  });
});

describe("from_json", () => {
  const cases: [expression: string, shown: string][] = [
    ['encoding.from_json("{\\"a\\":[1,2.5,null,true,\\"x\\"]}")', '{\n\ta = [1, 2.5, null, true, "x"],\n}'],
    ['encoding.from_json("12345678901234567890")', "12345678901234567000 float"],
    ['encoding.from_json("{\\"a\\":1,\\"a\\":2}")', "{\n\ta = 2,\n}"],
    ['encoding.from_json("\\"\\\\ud83d\\\\ude00\\\\ud800x\\\\/\\"")', '"😀�x/"'],
    ['encoding.from_json(" [ ] ")', "[]"],
    [
      'encoding.from_json("1e400")',
      "error at 1: encoding.from_json json: cannot unmarshal number 1e400 into Go value of type float64",
    ],
    ['encoding.from_json("[1e400")', "error at 1: encoding.from_json unexpected end of JSON input"],
    ['encoding.from_json("-")', "error at 1: encoding.from_json invalid character ' ' in numeric literal"],
    ['encoding.from_json("-0")', "-0 float"],
    ['encoding.from_json("01")', "error at 1: encoding.from_json invalid character '1' after top-level value"],
    [
      'encoding.from_json("1.")',
      "error at 1: encoding.from_json invalid character ' ' after decimal point in numeric literal",
    ],
    [
      'encoding.from_json("1e+")',
      "error at 1: encoding.from_json invalid character ' ' in exponent of numeric literal",
    ],
    ['encoding.from_json("{")', "error at 1: encoding.from_json unexpected end of JSON input"],
    ['encoding.from_json("{\\"a\\"")', "error at 1: encoding.from_json unexpected end of JSON input"],
    [
      'encoding.from_json("{\\"a\\":1,}")',
      "error at 1: encoding.from_json invalid character '}' looking for beginning of object key string",
    ],
    [
      'encoding.from_json("[1,]")',
      "error at 1: encoding.from_json invalid character ']' looking for beginning of value",
    ],
    ['encoding.from_json("[1 2]")', "error at 1: encoding.from_json invalid character '2' after array element"],
    [
      'encoding.from_json("nul")',
      "error at 1: encoding.from_json invalid character ' ' in literal null (expecting 'l')",
    ],
    [
      'encoding.from_json("tru]")',
      "error at 1: encoding.from_json invalid character ']' in literal true (expecting 'e')",
    ],
    ['encoding.from_json("\\"ab")', "error at 1: encoding.from_json unexpected end of JSON input"],
    ['encoding.from_json("\\"\\\\q\\"")', "error at 1: encoding.from_json invalid character 'q' in string escape code"],
    [
      'encoding.from_json("\\"\\\\u12g4\\"")',
      "error at 1: encoding.from_json invalid character 'g' in \\u hexadecimal character escape",
    ],
    ['encoding.from_json("\\"a\\tb\\"")', "error at 1: encoding.from_json invalid character '\\t' in string literal"],
    ['encoding.from_json("{}x")', "error at 1: encoding.from_json invalid character 'x' after top-level value"],
    [
      'encoding.from_json("{1:2}")',
      "error at 1: encoding.from_json invalid character '1' looking for beginning of object key string",
    ],
    [
      "encoding.from_json(\"'a'\")",
      "error at 1: encoding.from_json invalid character '\\'' looking for beginning of value",
    ],
    ['encoding.from_json("é")', "error at 1: encoding.from_json invalid character 'Ã' looking for beginning of value"],
    ['encoding.from_json("\\"")', "error at 1: encoding.from_json unexpected end of JSON input"],
    [
      'encoding.from_json("\\\\")',
      "error at 1: encoding.from_json invalid character '\\\\' looking for beginning of value",
    ],
    ['encoding.from_json("+1")', "error at 1: encoding.from_json invalid character '+' looking for beginning of value"],
    ['encoding.from_json("")', "error at 1: encoding.from_json unexpected end of JSON input"],
  ];
  it.each(cases)("%s", (expression, shown) => {
    expect(show(expression)).toBe(shown);
  });
});

describe("json_path", () => {
  const cases: [expression: string, shown: string][] = [
    ['json_path("{\\"a\\":[{\\"b\\":1},{\\"b\\":2.5}]}", "$.a[*].b")', "[1, 2.5]"],
    [
      'json_path("{\\"a\\":[{\\"b\\":1},{\\"b\\":2.5}]}", "$")',
      "[{\n\ta = [{\n\t\tb = 1,\n\t}, {\n\t\tb = 2.5,\n\t}],\n}]",
    ],
    ['json_path("{\\"a\\":[{\\"b\\":1},{\\"b\\":2.5}]}", "a[0].b")', "[1]"],
    ['json_path("{\\"a\\":[{\\"b\\":1},{\\"b\\":2.5}]}", "$.x")', "[]"],
    ['json_path("{\\"a\\":[{\\"b\\":1},{\\"b\\":2.5}]}", "$..b")', "[1, 2.5]"],
    ['json_path("{\\"a\\":[{\\"b\\":1},{\\"b\\":2.5}]}", "$.a..b")', "[1, 2.5]"],
    [
      'json_path("{\\"a\\":[{\\"b\\":1},{\\"b\\":2.5}]}", "$..")',
      "[[{\n\tb = 1,\n}, {\n\tb = 2.5,\n}], {\n\tb = 1,\n}, {\n\tb = 2.5,\n}, 1, 2.5, {\n\ta = [{\n\t\tb = 1,\n\t}, {\n\t\tb = 2.5,\n\t}],\n}]",
    ],
    ['json_path("{\\"a\\":[{\\"b\\":1},{\\"b\\":2.5}]}", "$.a[-1]")', "[{\n\tb = 2.5,\n}]"],
    ['json_path("{\\"a\\":[{\\"b\\":1},{\\"b\\":2.5}]}", "$.a[1:]")', "[{\n\tb = 2.5,\n}]"],
    ['json_path("{\\"a\\":[{\\"b\\":1},{\\"b\\":2.5}]}", "$.a[::-1]")', "[]"],
    ['json_path("{\\"a\\":[{\\"b\\":1},{\\"b\\":2.5}]}", "$.a[1:-5:-1].b")', "[2.5, 1]"],
    ['json_path("{\\"a\\":[{\\"b\\":1},{\\"b\\":2.5}]}", "$[\'a\'][0,1][\'b\']")', "[1, 2.5]"],
    ['json_path("{\\"a\\":[{\\"b\\":1},{\\"b\\":2.5}]}", "$.*")', "[[{\n\tb = 1,\n}, {\n\tb = 2.5,\n}]]"],
    ['json_path("{\\"a\\":[{\\"b\\":1},{\\"b\\":2.5}]}", "$.a[")', "error at 1: json_path not terminated at 5 in $.a["],
    ['json_path("{\\"a\\":[{\\"b\\":1},{\\"b\\":2.5}]}", "$[")', "error at 1: json_path not terminated at 3 in $["],
    ['json_path("{", "$.a")', "error at 1: json_path incomplete JSON at 1:2"],
    ['json_path("", "$")', "[null]"],
    ['json_path("[1,12345678901234567890]", "$[*]")', '[1, "12345678901234567890"]'],
  ];
  it.each(cases)("%s", (expression, shown) => {
    expect(show(expression)).toBe(shown);
  });
});

describe("string.format", () => {
  const cases: [expression: string, shown: string][] = [
    ['string.format("%s-%d-%5.2f|%t|%q", "x", 7, 3.14159, true, "q")', '"x-7- 3.14|true|\\"q\\""'],
    ['string.format("%d", 1.5)', '"%!d(float64=1.5)"'],
    ['string.format("%s")', '"%!s(MISSING)"'],
    ['string.format("%s %s", 1)', '"%!s(int=1) %!s(MISSING)"'],
    ['string.format("x", 1, "a", null)', '"x%!(EXTRA int=1, string=a, <nil>)"'],
    ['string.format("%!")', '"%!!(MISSING)"'],
    ['string.format("%")', '"%!(NOVERB)"'],
    [
      'string.format("%%d|%-5d|%05d|%+d|% d|%x|%X|%#x|%o|%O|%#o|%b|%c|%U|%#U|%q", 1, 2, 3, 4, 255, 255, 255, 8, 8, 8, 5, 233, 233, 128034, 233)',
      "\"%d|1    |00002|+3| 4|ff|FF|0xff|10|0o10|010|101|é|U+00E9|U+1F422 '🐢'|'é'\"",
    ],
    ['string.format("%-5d|%05d|%+d|% d|%x", 1, -2, 3, 4, 255)', '"1    |-0002|+3| 4|ff"'],
    ['string.format("%8.3d|%-8.3d|%08.3d|%.0d|", 5, 5, 5, 0)', '"     005|005     |     005||"'],
    [
      'string.format("%v %v %v %v", [1, "a", null], {b = 1, a = "x"}, null, true)',
      '"[1 a <nil>] map[a:x b:1] <nil> true"',
    ],
    [
      'string.format("%#v %#v %#v %#v", [1, "a", null], {b = 1}, "q", 1.0)',
      '"[]interface {}{1, \\"a\\", interface {}(nil)} map[string]interface {}{\\"b\\":1} \\"q\\" 1"',
    ],
    [
      'string.format("%T %T %T %T %T %T %T", 1, 1.5, "a", [], {}, true, null)',
      '"int float64 string []interface {} map[string]interface {} bool <nil>"',
    ],
    ['string.format("%d %t", ["a", 1], {a = 1})', '"[%!d(string=a) 1] map[%!t(string=a):%!t(int=1)]"'],
    ['string.format("%5s|%-5s|%.2s|%5.1s|%05s", "é", "é", "éèx", "éèx", "a")', '"    é|é    |éè|    é|0000a"'],
    [
      'string.format("%q %+q %#q %#q %x %X %# x %x", "é\\n", "é\\n", "a`", "ab", "hé", "hé", "hé", "")',
      '"\\"é\\\\n\\" \\"\\\\u00e9\\\\n\\" \\"a`\\" `ab` 68c3a9 68C3A9 0x68 0xc3 0xa9 "',
    ],
    [
      'string.format("%e %E %f %F %g %G %.3g %.0f %.0f %.1f", 1234.5678, 1234.5678, 1234.5678, 1234.5678, 1e21, 1e-7, 1234.5678, 0.5, 2.5, 0.25)',
      '"1.234568e+03 1.234568E+03 1234.567800 1234.567800 1e+21 1E-07 1.23e+03 0 2 0.2"',
    ],
    [
      'string.format("%g %g %g %v %6.2f|%-8.2f|%+.1f|%08.2f|% .1f", 100000.0, 1e20, 123456789.0, 0.0001, 3.14159, 3.14159, 3.14159, -3.14159, 2.0)',
      '"100000 1e+20 1.23456789e+08 0.0001   3.14|3.14    |+3.1|-0003.14| 2.0"',
    ],
    [
      'string.format("%x %X %b %#g %#.3g %#v", 1.5, -0.1, 1.0, 1.0, 2.0, 3.0)',
      '"0x1.8p+00 -0X1.999999999999AP-04 4503599627370496p-52 1.00000 2.00 3"',
    ],
    [
      'string.format("%[2]d %[1]d|%[3]*.[2]*[1]f|%[5]d|%[x]d|%[1", 1, 2, 8)',
      '"2 1|%!f(int=      01)|%!d(BADINDEX)|%!d(BADINDEX)|%!(NOVERB)"',
    ],
    ['string.format("%*d|%-*d|%.*f|%*d", 5, 1, 5, 2, 2, 3.14159, "x", 1)', '"    1|2    |3.14|%!(BADWIDTH)1"'],
    ['string.format("%z %w", 1, "a")', '"%!z(int=1) %!w(string=a)"'],
    ['string.format("%1000001d", 1)', `"${" ".repeat(1_000_000)}1"`],
    ['string.format("%d %v", 18446744073709551615, 9223372036854775808)', '"18446744073709551615 9223372036854775808"'],
    ['string.format("%.3x|%c|%U", "hello", 1114112, -1)', '"68656c|�|U+FFFFFFFFFFFFFFFF"'],
  ];
  it.each(cases)("%s", (expression, shown) => {
    expect(show(expression)).toBe(shown);
  });
});
