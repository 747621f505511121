import { describe, expect, it } from "vitest";
import { compilePattern } from "./index.ts";

function match(pattern: string, line: string): Record<string, string | undefined> | undefined | string {
  const result = compilePattern(pattern);
  if (!result.ok) return result.message;
  const values = result.pattern.match(line);
  return values && Object.fromEntries(result.pattern.names.map((name, i) => [name, values[i]]));
}

describe("pattern matching", () => {
  const cases: [name: string, pattern: string, line: string, want: Record<string, string | undefined> | undefined][] = [
    [
      "captures between literals",
      "<ip> - <user> [<ts>] <status>",
      "10.1.2.3 - bob [today] 404",
      { ip: "10.1.2.3", user: "bob", ts: "today", status: "404" },
    ],
    [
      "last capture takes the rest",
      "<level>: <msg>",
      "warn: low: disk  space ",
      { level: "warn", msg: "low: disk  space " },
    ],
    ["unnamed captures are skipped", "<_> <_> <third> <_>", "one two three four five", { third: "three" }],
    ["a leading literal is anchored", "lvl=<l> ", "  lvl=warn x", undefined],
    ["a trailing literal need not end the line", "[<a>]", "[one] and more", { a: "one" }],
    ["a missing literal gives the rest", "<a>|<b>|<c>", "one|two", { a: "one", b: "two", c: undefined }],
    ["a missing literal after an unnamed capture", "<a>|<_>|<c>", "one|two", { a: "one", c: undefined }],
    ["empty captures", "<a>,<b>,<c>", ",,", { a: "", b: "", c: "" }],
    ["nothing left for the last capture", "key=<v>", "key=", { v: "" }],
    ["an empty line never matches", "<all>", "", undefined],
    [
      "a repeated literal is searched after the previous one",
      "<a>/<b>/<c>",
      "usr/local/bin/x",
      { a: "usr", b: "local", c: "bin/x" },
    ],
    ["overlapping literal text", "<a>aa<b>", "xaaay", { a: "x", b: "ay" }],
    ["a newline is an ordinary character", "<a>\n<b>", "one\ntwo", { a: "one", b: "two" }],
    ["astral literals", "→<a>🚀<b>", "→ahoj🚀světe", { a: "ahoj", b: "světe" }],
    [
      "brackets that hold no name are literal",
      "<<a>> <b-c> <> <1x> <v>",
      "<inner> <b-c> <> <1x> value",
      { a: "inner", v: "value" },
    ],
    ["a double underscore is a name", "<__> <v>", "x y", { __: "x", v: "y" }],
    ["an unclosed bracket is literal", "<a> <b", "x y", { a: "x y" }],
  ];
  it.each(cases)("%s", (_, pattern, line, want) => {
    expect(match(pattern, line)).toEqual(want);
  });
});

describe("pattern errors", () => {
  const cases: [name: string, pattern: string, message: string, start: number, end: number][] = [
    ["empty", "", "parse error at line 1, col 1: syntax error: unexpected $end, expecting IDENTIFIER or LITERAL", 0, 0],
    ["no capture", "just text", "at least one capture is required", 0, 9],
    ["unnamed captures only", "<_> x <_>", "at least one capture is required", 0, 9],
    ["neighbours", "x <a><b> x", "found consecutive capture '<a><b>': invalid expression", 2, 8],
    ["neighbours, one unnamed", "<a><_>", "found consecutive capture '<a><_>': invalid expression", 0, 6],
    ["a name twice", "<a> <a>", "duplicate capture name (a): invalid expression", 4, 7],
  ];
  it.each(cases)("%s", (_, pattern, message, start, end) => {
    expect(compilePattern(pattern)).toEqual({ ok: false, message, start, end });
  });
});
