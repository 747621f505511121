import { describe, expect, it } from "vitest";
import { SeededRandom } from "../base/random.ts";
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

describe("where a pattern stops", () => {
  const shown = (pattern: string, text: string): string | undefined => {
    const result = compilePattern(pattern);
    if (!result.ok) throw new Error(result.message);
    const stop = result.pattern.findStop(text);
    if (stop === undefined) return undefined;
    const { nextStart, nextEnd, at, nowhere, expected } = stop;
    const found = `${text.slice(0, at)}»${text.slice(at)}${nowhere ? " nowhere" : ""}`;
    return `${pattern.slice(0, nextStart)}»${pattern.slice(nextStart, nextEnd)} | ${found}: ${expected}`;
  };

  it.each([
    ["level=<level> <_>", "lvl=warn", "l»evel= | l»vl=warn: `evel=`"],
    ["<ip> - <user> [", "1.2.3.4 ann", "<ip> »-  | 1.2.3.4 »ann: `- `"],
    ["<a>,<b>;<c>", "1,2", "<a>,<b>»; | 1,»2 nowhere: `;`"],
    ["<a>", "", "» | »: any text"],
    ["a<b>", "", "»a | »: `a`"],
    ["<ip> - <user>", "1 - 2", undefined],
    ["<ip> - <_> end", "1 - 2 end, and more", undefined],
  ])("%s in %s", (pattern, text, expected) => {
    expect(shown(pattern, text)).toBe(expected);
  });

  it("is where the part before it is found, and with the next character is not, for 500 changed texts", () => {
    const random = new SeededRandom(9);
    const pick = (count: number) => Math.floor(random.next() * count);
    const written = '<ip> - <user> [<_>] "<method> <path> <_>" <status> <size>';
    const line = '203.0.113.7 - ann [10/Mar/2024] "GET /cart HTTP/1.1" 200 512';
    const reaches = (pattern: string, text: string): boolean => {
      const result = compilePattern(`${pattern}<rest_of_it>`);
      if (!result.ok) throw new Error(result.message);
      return result.pattern.match(text)?.at(-1) !== undefined;
    };
    let stopped = 0;
    for (let i = 0; i < 500; i++) {
      const units = [...line];
      for (let n = 0; n < 3; n++) units.splice(pick(units.length), pick(12), ["", "x", " ", '"'][pick(4)]!);
      const text = units.join("");
      const result = compilePattern(written);
      const stop = result.ok ? result.pattern.findStop(text) : undefined;
      expect(stop === undefined).toBe(result.ok && result.pattern.match(text)?.at(-1) !== undefined);
      if (stop === undefined) continue;
      stopped++;
      const before = written.slice(0, stop.nextStart);
      if (!before.endsWith(">")) expect(reaches(before, text), text).toBe(true);
      expect(reaches(written.slice(0, stop.nextStart + 1), text), text).toBe(false);
    }
    expect(stopped).toBeGreaterThan(200);
  });
});
