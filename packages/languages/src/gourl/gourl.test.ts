import { describe, expect, it } from "vitest";
import { decodeGo, encodeUtf8 } from "../base/text.ts";
import { escapeQuery, unescapeQuery } from "./index.ts";

describe("url.QueryEscape and QueryUnescape", () => {
  it.each([
    ["a b&c=é/", "a+b%26c%3D%C3%A9%2F"],
    ["-_.~+%", "-_.~%2B%25"],
    ["", ""],
  ])("%j", (text, escaped) => {
    expect(escapeQuery(encodeUtf8(text))).toBe(escaped);
    const back = unescapeQuery(encodeUtf8(escaped));
    expect(back.ok && decodeGo(back.bytes)).toBe(text);
  });

  it.each([
    ["a%zz", 'invalid URL escape "%zz"'],
    ["a%", 'invalid URL escape "%"'],
    ["%4", 'invalid URL escape "%4"'],
  ])("refuses %j", (text, message) => {
    expect(unescapeQuery(encodeUtf8(text))).toEqual({ ok: false, message });
  });
});
