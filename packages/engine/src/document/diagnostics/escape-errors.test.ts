import { describe, expect, it } from "vitest";
import { applyEdits } from "../../base/diagnostic.ts";
import { openDocument } from "../open-document.ts";

const regex = (literal: string) => `stage.regex {\n  expression = ${literal}\n}\n`;
const errors = (text: string) => openDocument(text).syntaxErrors;

describe("a pattern in quotes with backslashes that are not doubled", () => {
  it("is one problem however many there are, and a raw string mends it", () => {
    const text = regex(String.raw`"^(?P<ip>\S+) \d+ \[(?P<at>[^\]]+)\] \"(?P<path>\S+)\" \\d \. \w"`);
    const found = errors(text);
    expect(found.map(({ code }) => code)).toEqual(["syntax-escape"]);
    expect(found[0]!.fixes!.map(({ title }) => title)).toEqual(["Change to a raw string"]);
    const fixed = applyEdits(text, found[0]!.fixes![0]!.edits);
    expect(fixed).toBe(regex(String.raw`${"`"}^(?P<ip>\S+) \d+ \[(?P<at>[^\]]+)\] "(?P<path>\S+)" \d \. \w${"`"}`));
    expect(openDocument(fixed)).toMatchObject({ ok: true, diagnostics: [] });
  });

  it("is one problem for each string", () => {
    const text = regex(String.raw`"\d \d"`) + regex(String.raw`"\S \S"`) + regex('"ok"');
    expect(errors(text).map(({ span }) => text.slice(span!.start, span!.start + 2))).toEqual(["d ", "S "]);
  });

  it("has no fix where a raw string cannot hold the text", () => {
    const found = errors(regex('"\\d `"'));
    expect([found.length, found[0]!.fixes]).toEqual([1, undefined]);
  });

  it("stays beside other mistakes", () => {
    expect(errors(`stage.drop { expression = }\n${regex('"\\d \\S"')}`).map(({ code }) => code)).toEqual([
      "syntax-unexpected-token",
      "syntax-escape",
    ]);
  });
});
