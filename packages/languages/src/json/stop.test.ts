import { describe, expect, it } from "vitest";
import { SeededRandom } from "../base/random.ts";
import { findJsonStop, parseJsonObject } from "./index.ts";

describe("where a text stops being a JSON object", () => {
  it.each([
    ["plain text", "»plain text", "`{`"],
    ["  [1]", "  »[1]", "`{`"],
    ["", "»", "`{`"],
    ['{"a":1', '{"a":1»', "`,` or `}`"],
    ['{"a":1,}', '{"a":1,»}', "a key in double quotes"],
    ["{'a':1}", "{»'a':1}", "a key in double quotes"],
    ['{"a" 1}', '{"a" »1}', "`:`"],
    ['{"a":}', '{"a":»}', "a value"],
    ['{"a":tru}', '{"a":tru»}', "`true`, `false` or `null`"],
    ['{"a":[1 2]}', '{"a":[1 »2]}', "`,` or `]`"],
    ['{"a":1.}', '{"a":1.»}', "a digit"],
    ['{"a":"b', '{"a":"b»', "a closing quote, or control characters as escapes"],
    ['{"a":"\\x"}', '{"a":"\\»x"}', 'one of `"`, `\\`, `/`, `b`, `f`, `n`, `r`, `t`, `u`'],
    ['{"a":1} x', '{"a":1} »x', "the end of the text"],
  ])("%s", (text, marked, expected) => {
    const stop = findJsonStop(text)!;
    expect(`${text.slice(0, stop.at)}»${text.slice(stop.at)}`).toBe(marked);
    expect(stop.expected).toBe(expected);
  });

  it("is reported for every invalid text, and for no other, for 1,000 changed ones", () => {
    const random = new SeededRandom(4);
    const pick = (count: number) => Math.floor(random.next() * count);
    const line = '{"at":"2024-03-10","n":-1.5e3,"ok":true,"list":[1,null,{"x":"\\u00e9"}],"o":{}}';
    let stopped = 0;
    for (let i = 0; i < 1000; i++) {
      const units = [...line];
      units.splice(pick(units.length), pick(3), ["", "x", '"', "}", ",", " ", "1"][pick(7)]!);
      const text = units.join("");
      const stop = findJsonStop(text);
      expect(stop === undefined, text).toBe(parseJsonObject(text).ok);
      if (stop !== undefined) stopped++;
    }
    expect(stopped).toBeGreaterThan(400);
  });

  it("is absent for a text that nests too deep", () => {
    expect(findJsonStop(`{"a":${"[".repeat(20_000)}`)).toBeUndefined();
  });
});
