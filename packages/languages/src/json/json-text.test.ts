import { describe, expect, it } from "vitest";
import { jsonText } from "./json-text.ts";

describe("values as text", () => {
  it.each([["a"], [{ b: 1, a: [true, null] }], [1.5]])("%j", (value) => {
    expect(jsonText(value)).toBe(JSON.stringify(value));
  });

  it.each([
    ["lists", "[", "]"],
    ["objects", '{"a":', "}"],
  ])("may nest deep: %s", (_, open, close) => {
    const text = `${open.repeat(10_000)}1${close.repeat(10_000)}`;
    expect(jsonText(JSON.parse(text))).toBe(text);
  });
});
