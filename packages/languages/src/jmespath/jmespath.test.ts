import { describe, expect, it } from "vitest";
import { LimitError } from "../base/limit-error.ts";
import { encodeGoJson, parseJsonObject } from "../json/index.ts";
import { compileJmesPath, type Value } from "./index.ts";

const DATA: Value = {
  svc: {
    name: "cart",
    pods: [
      { id: "p1", cpu: 0.5, tags: ["x", "y"] },
      { id: "p2", cpu: 2, tags: ["z"] },
      { id: "p3", cpu: null },
    ],
  },
  n: 6,
  m: 4,
  neg: -7.5,
  txt: "naïve 🦀 text",
  nums: [4, 8, 1.5],
  words: ["kiwi", "apple", "mango"],
  nil: null,
  empty: "",
  flag: true,
  "user-agent": "curl",
};

/** The result's JSON text, or `error: …`. */
function search(text: string, data: Value = DATA): string | undefined {
  const compiled = compileJmesPath(text);
  if (!compiled.ok) return `refused: ${compiled.message}`;
  const result = compiled.expression.search(data);
  return result.ok ? encodeGoJson(result.value, "standard") : `error: ${result.message}`;
}

describe("search", () => {
  const cases: [expression: string, want: string][] = [
    ["svc.name", '"cart"'],
    ["svc.nope.deeper", "null"],
    ["txt.name", "null"],
    ["svc.toString", "null"],
    ["nums[1]", "8"],
    ["svc.pods[-1].id", '"p3"'],
    ["nums[9]", "null"],
    ["svc[0]", "null"],
    ['"user-agent"', '"curl"'],
    ["user-agent", "null"],
    ["n-m", "2"],
    ["nums[1:]", "[8,1.5]"],
    ["words[::-1]", '["mango","apple","kiwi"]'],
    ["nums[::0]", "error: invalid slice, step cannot be 0"],
    ["txt[2:7]", '"ïve 🦀"'],
    ["txt[::0]", "null"],
    ["svc.pods[*].tags[0]", '["x","z"]'],
    ["svc[*]", "null"],
    ["svc.pods[].tags[]", '["x","y","z"]'],
    ["[nums,[[n]],txt][]", '[4,8,1.5,[6],"naïve 🦀 text"]'],
    ["svc.pods[?cpu > `1`].id", '["p2"]'],
    ["words[?@ > 'b']", "[]"],
    ["svc.pods[?cpu].id | [1]", '"p2"'],
    ["length(nope)[?x]", "null"],
    ["[n, m, missing]", "[6,4,null]"],
    ["svc.pods[*].{pod: id}", '[{"pod":"p1"},{"pod":"p2"},{"pod":"p3"}]'],
    ["{a: n b: m} | a", "6"],
    ["nope.[a, b]", "null"],
    ["nope || empty || svc.name", '"cart"'],
    ["`0` || n", "0"],
    ["empty && n", '""'],
    ["!nope", "true"],
    ["svc.pods[0].[id, $.n]", '["p1",6]'],
    ["let $lim = m in nums[?@ >= $lim]", "[4,8]"],
    ["let $a = n, $b = m in $a - $b", "2"],
    ["let $a = n, $b = $a in $b", "error: variable not defined: $a"],
    ["$nope", "error: variable not defined: $nope"],
    ["n = m", "error: Unknown AST node: ASTBinding"],
    ["nums == `[4,8,1.5]`", "true"],
    ["n == '6'", "false"],
    ["svc.name > 'a'", "null"],
    ["n + m / `2`", "8"],
    ["n / m * `2`", "0.75"],
    ["n / m \u00d7 `2`", "3"],
    ["neg // `2`", "-4"],
    ["neg % `2`", "-1.5"],
    ["n + txt", "null"],
    ["'it\\'s \\\\ raw\\n'", '"it\'s \\\\ raw\\\\n"'],
    ['"\\u006e"', "6"],
    ['`"\\ud83dx \\\\ud83d"`', '"\ufffdx \\\\ud83d"'],
  ];
  it.each(cases)("%s", (expression, want) => {
    expect(search(expression)).toBe(want);
  });
});

describe("functions", () => {
  const cases: [expression: string, want: string][] = [
    ["[length(txt), length(nums), length(svc)]", "[12,3,2]"],
    ["length(n)", "error: invalid type for argument 1 of 'length', expected: string or array or object"],
    ["[abs(neg), ceil(neg), floor(neg)]", "[7.5,-7,-8]"],
    ["[sum(nums), avg(nums), max(nums), min(nums)]", "[13.5,4.5,8,1.5]"],
    ["[sum(`[]`), avg(`[]`), max(`[]`)]", "[0,null,null]"],
    ["[max(words), min(words), sort(words), sort(nums)]", '["mango","apple",["apple","kiwi","mango"],[1.5,4,8]]'],
    ["sort_by(svc.pods, &cpu)", "error: error in sort_by comparison"],
    ["sort_by(svc.pods, &id)[-1].id", '"p3"'],
    ["max_by(svc.pods[:2], &cpu).id", '"p2"'],
    ['max_by(`[{"a":null}]`, &a)', '{"a":null}'],
    ["keys(group_by(svc.pods, &id))", '["p1","p2","p3"]'],
    ['group_by(`[{"k":"__proto__"}]`, &k)', '{"__proto__":[{"k":"__proto__"}]}'],
    ["map(&cpu, svc.pods)", "[0.5,2,null]"],
    ["reverse(txt)", '"txet 🦀 evïan"'],
    ["join('-', words)", '"kiwi-apple-mango"'],
    ['items(`{"q":1}`)', '[["q",1]]'],
    ['merge(from_items(`[["k","v"]]`), `{"k":"w"}`)', '{"k":"w"}'],
    ["[contains(txt, '🦀'), contains(nums, `8`), contains(txt, `1`)]", "[true,true,false]"],
    ["contains(`[[1]]`, `[1]`)", "error: contains() cannot compare lists or objects"],
    ["[type(n), type(nil), type(flag), type(nums), type(svc)]", '["number","null","boolean","array","object"]'],
    ['to_string(`{"b":[1.0,1e21],"a":"<"}`)', '"{\\"a\\":\\"\\\\u003c\\",\\"b\\":[1,1e+21]}"'],
    ["[to_number('0x1p-2'), to_number('1_000'), to_number('1e400'), to_number(flag)]", "[0.25,1000,null,null]"],
    ["to_array(n)", "[6]"],
    ["not_null(nil, nope, empty, n)", '""'],
    ["[lower('ÀBΣ'), upper('straße')]", '["àbσ","STRAßE"]'],
    ["[trim(' \u0085x '), trim_left('xxay', 'xa'), trim_right('yax', 'xa')]", '["x","y","y"]'],
    [
      "[split('a,b,c', ',', `1`), split('a,b', ',', `0`), split('', ','), split('né', '')]",
      '[["a","b,c"],["a,b"],[],["n","é"]]',
    ],
    [
      "split('a,b', ',', `-1`)",
      "error: invalid value, the function 'split' expects its 'count' argument to be a an integer value greater than or equal to zero.",
    ],
    ["[replace('aaa', 'a', 'b', `2`), replace('ab', '', '-'), replace('ab', '', '-', `2`)]", '["bba","-a-b-","-a-b"]'],
    ["[find_first(txt, 'text'), find_last(txt, 't'), find_first(txt, 'q'), find_first(txt, '')]", "[12,15,null,null]"],
    ["[find_first('abcabc', 'a', `1`), find_last('abcabc', 'c', `0`, `5`)]", "[3,2]"],
    ["[pad_left('é', `4`), pad_right('ab', `5`, '.'), pad_left('a', `3`, '')]", '["  é","ab...","a"]'],
    ["zip(nums, words[:2])", '[[4,"kiwi"],[8,"apple"]]'],
    ["nope[*].no_such_fn(@)", "null"],
    ["no_such_fn(n)", "error: unknown function: no_such_fn"],
    ["abs(n, m)", "error: invalid arity, the function 'abs' expects at most 1 arguments but 2 were supplied"],
    ["zip(nums)", "error: invalid arity, the function 'zip' expects 2 arguments or more but only 1 were supplied"],
    ["abs(neg,)", "7.5"],
    ["not_null(nil n)", "6"],
  ];
  it.each(cases)("%s", (expression, want) => {
    expect(search(expression)).toBe(want);
  });

  it("leaves the data unchanged", () => {
    const data = { list: [{ k: 2 }, { k: 1 }] };
    search("sort_by(list, &k)", data);
    expect(data.list[0]).toEqual({ k: 2 });
  });
});

describe("errors of compilation", () => {
  const cases: [expression: string, message: string, start: number, end: number][] = [
    ["field-1", "SyntaxError: Unexpected token at the end of the expression: tNumber", 5, 7],
    ["first name", "SyntaxError: Unexpected token at the end of the expression: tUnquotedIdentifier", 6, 10],
    ["a.", "SyntaxError: Expected identifier, lbracket, or lbrace", 2, 2],
    [".a", "SyntaxError: Invalid token: tDot", 0, 1],
    ["a[0", "SyntaxError: Expected tRbracket, received: tEOF", 3, 3],
    ["a[b]", "SyntaxError: Expected tStar, received: tUnquotedIdentifier", 2, 3],
    ["{x: a", "SyntaxError: Expected tQuotedIdentifier or tUnquotedIdentifier", 5, 5],
    ["length(a", "SyntaxError: Incomplete expression", 8, 8],
    ["a - 1", "SyntaxError: Invalid token: tNumber", 4, 5],
    ["`word`", "invalid character 'w' looking for beginning of value", 0, 6],
    ["`foo`", "invalid character 'o' in literal false (expecting 'a')", 0, 5],
    ["`01`", "invalid character '1' after top-level value", 0, 4],
    ["``", "unexpected end of JSON input", 0, 2],
    ["`1", "SyntaxError: Unclosed delimiter: `", 0, 2],
    ["'abc", "SyntaxError: Unclosed delimiter: '", 0, 4],
    ['"a\\q"', "invalid character 'q' in string escape code", 0, 5],
    ["a # b", "SyntaxError: Unknown char: '#'", 2, 3],
    ["město", "SyntaxError: Unknown char: '\\u011b'", 1, 2],
    ["@@", "SyntaxError: Unexpected token at the end of the expression: tCurrent", 1, 2],
    ['"f"(a)', "SyntaxError: Can't have quoted identifier as function name.", 0, 3],
    ["a[0:1:2:3]", "SyntaxError: Too many colons in slice expression", 7, 8],
  ];
  it.each(cases)("%s", (expression, message, start, end) => {
    expect(compileJmesPath(expression)).toMatchObject({ ok: false, message, start, end });
  });

  it("offers to quote a name with a hyphen before a digit", () => {
    expect(compileJmesPath("a.field-1.b")).toMatchObject({ ok: false, fix: { start: 2, end: 9, text: '"field-1"' } });
    expect(compileJmesPath("a b")).not.toHaveProperty("fix");
  });
});

describe("warnings", () => {
  const warned = (expression: string) => {
    const result = compileJmesPath(expression);
    return result.ok ? result.warnings.map(({ fix }) => fix) : result.message;
  };
  it("warns of a hyphen before a letter and offers the quoted name", () => {
    expect(warned("user-agent")).toEqual([{ start: 0, end: 10, text: '"user-agent"' }]);
    expect(warned("a.b-c-d || e-f")).toEqual([
      { start: 2, end: 7, text: '"b-c-d"' },
      { start: 11, end: 14, text: '"e-f"' },
    ]);
  });
  it("does not warn of a spaced subtraction or a quoted name", () => {
    expect(warned("n - m")).toEqual([]);
    expect(warned('"user-agent"')).toEqual([]);
  });
});

describe("bounds", () => {
  it("refuses expressions that nest or chain too far", () => {
    expect(search("[".repeat(100_000))).toContain("nests deeper");
    expect(search("!".repeat(100_000))).toContain("nests deeper");
    expect(search(`a${".a".repeat(100_000)}`)).toContain("nests deeper");
    expect(search(`a${".a".repeat(400)}`)).toBe("null");
  });

  it("bounds the work and the texts made", () => {
    const list = Array.from({ length: 4000 }, (_, i) => i);
    expect(() => search("map(&map(&@, $), @)", list)).toThrow(LimitError);
    expect(() => search("pad_left('x', `1e9`)")).toThrow(LimitError);
    expect(search("pad_left('x', `1e9`, '')")).toBe('"x"');
  });

  it("compares and flattens deep data", () => {
    const deep = JSON.parse("[".repeat(9000) + "]".repeat(9000)) as Value;
    expect(search("@ == $", deep)).toBe("true");
    expect(search("length(to_string(@))", deep)).toBe("18000");
  });
});

describe("over the text null, which is an object without fields and no empty object", () => {
  const root = parseJsonObject(" null ");
  const cases: [expression: string, want: string][] = [
    ["@", "null"],
    ["to_string(@)", '"null"'],
    ["not_null(@, 'x')", "null"],
    ["[@, {a: @}]", '[null,{"a":null}]'],
    ["a || @", "null"],
    ["@ && 'x'", "null"],
    ["!@", "true"],
    ["@ == `{}`", "false"],
    ["@ == `null`", "false"],
    ["[@] == [`{}`]", "false"],
    ["[@] == [$]", "true"],
    ["@ != merge(@)", "true"],
    ['merge(@, `{"b":1}`)', '{"b":1}'],
    ["type(@)", '"object"'],
    ["length(@)", "0"],
    ["keys(@)", "[]"],
  ];
  it.each(cases)("%s", (expression, want) => {
    if (!root.ok) throw new Error("malformed");
    expect(search(expression, root.value)).toBe(want);
  });
});
