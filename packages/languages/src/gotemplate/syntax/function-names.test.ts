import { describe, expect, it } from "vitest";
import { functionNames, typedFunctionName } from "./function-names.ts";

describe("typedFunctionName", () => {
  it.each([
    ["{{", ""],
    ["{{ ", ""],
    ["{{- ", ""],
    ["{{ Tri", "Tri"],
    ["{{ .a | ", ""],
    ["{{ .a | Tr", "Tr"],
    ["{{ $x := to", "to"],
    ["{{ if e", "e"],
    ["{{ if", "if"],
    ["{{ upper (low", "low"],
    ["a {{ b }} c {{ d", "d"],
    ["", undefined],
    ["plain", undefined],
    ["{{ a }} b", undefined],
    ["{{ .Va", undefined],
    ["{{ $na", undefined],
    ['{{ trim "ab', undefined],
    ["{{ trim `ab", undefined],
    ["{{/* up", undefined],
    ["{{ 12", undefined],
  ])("%j is typing %j", (text, typed) => {
    expect(typedFunctionName(text)).toBe(typed);
  });
});

describe("functionNames", () => {
  it("finds what is called, and neither fields, variables, keywords nor texts", () => {
    expect(functionNames('upper {{ if eq .lower "trim" }}{{ $x | ToUpper }}{{ end }}').map(({ name }) => name)).toEqual(
      ["eq", "ToUpper"],
    );
  });

  it("reads up to a mistake", () => {
    expect(functionNames("{{ upper .a | lower ! }}")).toEqual([
      { name: "upper", start: 3, end: 8 },
      { name: "lower", start: 14, end: 19 },
    ]);
  });
});
