import { describe, expect, it } from "vitest";
import { createLogfmtScanner, parseLogfmt, typedValue } from "./index.ts";

function scan(text: string, keys?: string[]) {
  const pairs: string[] = [];
  const error = createLogfmtScanner(keys)(text, (key, value) => pairs.push(`${key}=${value}`));
  return { pairs, error: error?.message };
}

describe("parseLogfmt", () => {
  const cases: [name: string, text: string, pairs: string[], error?: string][] = [
    ["pairs", 'ts=1 level=warn msg="disk almost full"', ["ts=1", "level=warn", "msg=disk almost full"]],
    ["keys without values", "flag x= y", ["flag=", "x=", "y="]],
    ["empty quotes", 'a="" b=2', ["a=", "b=2"]],
    ["blanks are all up to the space", "  a=1 \t\t b=2\u0001c=3  ", ["a=1", "b=2", "c=3"]],
    ["a quote may end without a blank", 'a="1"b=2', ["a=1", "b=2"]],
    ["commas belong to values", "a=1,2, b=3", ["a=1,2,", "b=3"]],
    ["escapes", 'v="t\\t n\\n q\\" b\\\\ s\\/ a\\\' \\u00e9 \\ud83d\\ude80"', ["v=t\t n\n q\" b\\ s/ a' é 🚀"]],
    ["half a pair", 'v="a\\ud83db"', ["v=a\ufffdb"]],
    ["a backslash without quotes", "p=C:\\temp", ["p=C:\\temp"]],
    ["a repeated key", "k=1 k=2", ["k=1", "k=2"]],
    ["records", "a=1 b=2\r\nc=3\na=4", ["a=1", "b=2", "c=3", "a=4"]],
    ["a raw tab in quotes without escape", 'v="a\tb"', ["v=a\tb"]],
    ["unicode", "město=Plzeň 🔑=🚀", ["město=Plzeň", "🔑=🚀"]],
    ["nothing", "", []],
    ["empty lines", "\n\n", []],
    ["equals without key", "a=1 =2", ["a=1"], "logfmt syntax error at pos 5 on line 1: unexpected '='"],
    ["a second equals", "a=1 b=x=y c=3", ["a=1"], "logfmt syntax error at pos 8 on line 1: unexpected '='"],
    ["a quote in a key", 'a=1 b"x"', ["a=1"], "logfmt syntax error at pos 6 on line 1: unexpected '\"'"],
    ["a quote in a value", 'b=x"y"', [], "logfmt syntax error at pos 4 on line 1: unexpected '\"'"],
    ["an open quote", 'a=1\nb="open', ["a=1"], "logfmt syntax error at pos 8 on line 2: unterminated quoted value"],
    [
      "an unknown escape",
      'a=1 v="\\x41" z=2',
      ["a=1"],
      "logfmt syntax error at pos 13 on line 1: invalid quoted value",
    ],
    ["a raw tab beside an escape", 'v="a\tb\\n"', [], "logfmt syntax error at pos 10 on line 1: invalid quoted value"],
    ["a replaced byte in a key", "é=1 k\ufffd=2", ["é=1"], "logfmt syntax error at pos 10 on line 1: invalid key"],
    ["positions count bytes", 'é="é"x"', ["é=é"], "logfmt syntax error at pos 9 on line 1: unexpected '\"'"],
  ];
  it.each(cases)("%s", (_, text, pairs, error) => {
    expect(scan(text)).toEqual({ pairs, error });
  });

  it("reports only the wanted keys, and still stops at errors elsewhere", () => {
    expect(scan("a=1 bb=2 cc=3 d=x=y a=4", ["a", "cc"])).toEqual({
      pairs: ["a=1", "cc=3"],
      error: "logfmt syntax error at pos 18 on line 1: unexpected '='",
    });
    const many = Array.from({ length: 30 }, (_, i) => `k${10 + i}`);
    expect(scan("k10=a k39=b k40=c", many).pairs).toEqual(["k10=a", "k39=b"]);
  });

  it("reads records shorter than 64 KiB in bytes", () => {
    const fill = (bytes: number) => `a=1 b=${"é".repeat((bytes - 6) / 2)}`;
    expect(scan(fill(65_534)).error).toBeUndefined();
    expect(scan(fill(65_536))).toEqual({ pairs: [], error: "bufio.Scanner: token too long" });
    expect(scan(`x=1\n${fill(65_536)}`)).toEqual({ pairs: ["x=1"], error: "bufio.Scanner: token too long" });
  });

  it("returns the place of an error", () => {
    expect(parseLogfmt("a=1\nb==", () => {})).toMatchObject({ at: 6 });
  });
});

describe("typedValue", () => {
  const cases: [text: string, value: string | number | boolean][] = [
    ["200", 200],
    ["0", 0],
    ["-5", -5],
    ["1.5", 1.5],
    ["0.001", 0.001],
    ["true", true],
    ["false", false],
    ["1.10", "1.10"],
    ["007", "007"],
    ["1e3", "1e3"],
    ["-0", "-0"],
    ["-", "-"],
    ["1.", "1."],
    [".5", ".5"],
    ["0x10", "0x10"],
    ["1_000", "1_000"],
    ["True", "True"],
    ["truely", "truely"],
    ["", ""],
    ["NaN", "NaN"],
    ["9007199254740993", "9007199254740993"],
    ["9007199254740992", 9007199254740992],
    ["0.0000001", 1e-7],
    ["1.2.3", "1.2.3"],
    ["10.0.0.1", "10.0.0.1"],
  ];
  it.each(cases)("%j", (text, value) => {
    expect(typedValue(text)).toBe(value);
  });
});
