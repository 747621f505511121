import { describe, expect, it } from "vitest";
import { findJsonValue } from "./index.ts";

describe("the value at a place of a JSON text", () => {
  const text = '{ "a": {"b,c": [1, {"d": "x\\"]"}], "e": -1.5}, "f": [[true], null] }';
  it.each([
    ["1,", ["a", "b,c", 0], "1"],
    [']"}', ["a", "b,c", 1, "d"], '"x\\"]"'],
    [".5", ["a", "e"], "-1.5"],
    ["rue", ["f", 0, 0], "true"],
    ["null", ["f", 1], "null"],
  ])("%s", (piece, path, written) => {
    const found = findJsonValue(text, text.indexOf(piece))!;
    expect(found.path).toEqual(path);
    expect(text.slice(found.start, found.end)).toBe(written);
  });

  it.each(['"a"', "{", "b,c", " }"])("there is none at %s", (piece) => {
    expect(findJsonValue(text, text.indexOf(piece))).toBeUndefined();
  });
});
