import { describe, expect, it } from "vitest";
import { findGroupPlaces, type GroupPlaces, placeGroups } from "./group-places.ts";
import { compileRegex } from "./index.ts";
import { PropertyCache } from "./properties.ts";
import { parsePattern } from "./syntax/parser.ts";

function placesOf(pattern: string): GroupPlaces | undefined {
  const parsed = parsePattern(pattern);
  if (!parsed.ok) throw new Error(parsed.message);
  const { root } = parsed.parsed;
  return findGroupPlaces(root, new PropertyCache().of(root).captures);
}

describe("findGroupPlaces", () => {
  const cases: [name: string, pattern: string, want: GroupPlaces | undefined][] = [
    ["one group after a text", "user=(\\S+)@", { fromStart: [5], fromEnd: [] }],
    ["the whole pattern", "(a+)", { fromStart: [0], fromEnd: [] }],
    ["marks of no width", "^\\b(a+)$", { fromStart: [0], fromEnd: [] }],
    ["several groups", "^(\\S+) - \\[(\\d{3})\\]", { fromStart: [0, 4], fromEnd: [] }],
    ["after a class of the first plane", "[a-f](x*)", { fromStart: [1], fromEnd: [] }],
    ["after a counted class", "\\d{4}-(x*)", { fromStart: [5], fromEnd: [] }],
    ["after a character of two units", "🦀(x*)", { fromStart: [2], fromEnd: [] }],
    ["after what varies, before what does not", "a*(x)b", { fromStart: [], fromEnd: [1] }],
    ["what varies between", "(a)\\d+(b)-(c)x", { fromStart: [0], fromEnd: [1, 1] }],
    ["what varies on both sides", "a*(x)b*", undefined],
    ["a class with characters of two units", "\\W(x)\\W", undefined],
    ["any character", ".(x).", undefined],
    ["letters without case", "(?i:k)(x)(?i:k)", undefined],
    ["a group inside a group", "((a)b)", undefined],
    ["a group that may be left out", "(a)?b", undefined],
    ["a group in a repetition", "(?:(a)b)+", undefined],
    ["groups in alternatives", "(a)x|(b)y", undefined],
  ];
  it.each(cases)("%s", (_, pattern, want) => {
    expect(placesOf(pattern)).toEqual(want);
  });
});

describe("placeGroups", () => {
  const cases: [pattern: string, text: string][] = [
    ["user=(\\S+)@", "x user=ann@example.com"],
    ["^(\\S+) - \\[(\\d{3})\\]", "é🦀 - [123]"],
    ["🦀(x*)(y*)", "..🦀xxyyy"],
    ["a*(x+)b", "aaxxxb"],
    ["(a+)\\d+(b+)-(c*)x", "-aa12bb-x"],
    ["(a+)[^x]*(b+)-(c*)x", "-aa🦀bb-ccx"],
  ];
  it.each(cases)("gives the places of /%s/ in %s as the platform does", (pattern, text) => {
    const places = placesOf(pattern);
    const compiled = compileRegex(pattern, { use: "native" });
    if (places === undefined || !compiled.ok) throw new Error("no places");
    const match = new RegExp(compiled.regex.nativeSource!, "du").exec(text);
    expect(match).not.toBeNull();
    expect(placeGroups(places, match!)).toEqual(match!.indices!.flat());
    expect(compiled.regex.execIndices(text)).toEqual(match!.indices!.flat());
  });
});
