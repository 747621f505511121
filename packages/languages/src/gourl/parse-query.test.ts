import { describe, expect, it } from "vitest";
import { encodeUtf8 } from "../base/text.ts";
import { queryPairs } from "./parse-query.ts";

describe("url.ParseQuery", () => {
  it.each([
    ["nothing", "", []],
    [
      "names and values in order, also repeated",
      "b=1&a=2&b=3",
      [
        ["b", "1"],
        ["a", "2"],
        ["b", "3"],
      ],
    ],
    [
      "a name without a value",
      "a&b=",
      [
        ["a", ""],
        ["b", ""],
      ],
    ],
    ["empty pairs", "&&a=1&", [["a", "1"]]],
    ["an empty name", "=x", [["", "x"]]],
    ["only the first = separates", "a=b=c", [["a", "b=c"]]],
    ["+ and escapes", "a+b=%41%2B+", [["a b", "A+ "]]],
    ["a semicolon takes its pair along", "a=1;b=2&c=3", [["c", "3"]]],
    ["a bad escape takes its pair along", "a=%zz&%4=1&c=3", [["c", "3"]]],
    ["bytes that are not UTF-8", "a=%FF", [["a", "\ufffd"]]],
  ])("%s", (_name, query, pairs) => {
    expect([...queryPairs(encodeUtf8(query))]).toEqual(pairs);
  });

  it("bytes that are sent unescaped", () => {
    expect([...queryPairs(new Uint8Array([0x61, 0x3d, 0xc3, 0xa9, 0xff]))]).toEqual([["a", "é\ufffd"]]);
  });
});
