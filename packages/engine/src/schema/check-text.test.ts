import { describe, expect, it } from "vitest";
import { type Diagnostic, underlinedPlace } from "../base/diagnostic.ts";
import type { Expression } from "../syntax/ast.ts";
import { evaluate } from "../syntax/evaluator.ts";
import { parseFile } from "../syntax/index.ts";
import { checkText } from "./check-text.ts";
import { CompiledText } from "./compiled-text.ts";
import type { EmbeddedLanguage } from "./languages.ts";

function checkLanguage(language: EmbeddedLanguage, text: string, expression: Expression): Diagnostic[] {
  const found: Diagnostic[] = [];
  checkText(new CompiledText(language, text), expression, (one) => found.push(one));
  return found;
}

/** Diagnostics of a literal as `severity code «place»`. */
function check(language: EmbeddedLanguage, literal: string): string[] {
  const text = `a = ${literal}\n`;
  const [statement] = parseFile(text).file.body;
  if (statement?.kind !== "attribute") throw new Error("no attribute");
  const evaluated = evaluate(statement.value, { lookup: () => undefined });
  if (!evaluated.ok || evaluated.value.type !== "string") throw new Error("no text");
  return checkLanguage(language, evaluated.value.value, statement.value).map(
    ({ severity, code, span }) => `${severity} ${code} «${text.slice(span!.start, span!.end)}»`,
  );
}

describe("checkText", () => {
  const GOOD: [EmbeddedLanguage, string][] = [
    ["re2", '"(?P<a>\\\\d+)"'],
    ["gotemplate", '"{{ .Value }}"'],
    ["logql", '`{a="b"} |= "c"`'],
    ["jmespath", '"a.b[0]"'],
    ["gotime", '"2006-01-02, at 15:04"'],
    ["pattern", '"<a> <b>"'],
  ];
  it.each(GOOD)("accepts %s %s", (language, literal) => {
    expect(check(language, literal)).toEqual([]);
  });

  const BAD: [EmbeddedLanguage, string, string][] = [
    ["re2", '"é\\t[z-a]"', "z-a"],
    ["re2", '"\\u00e9*\\x2a"', "*\\x2a"],
    ["pattern", '"\\t<a><b>"', "<a><b>"],
  ];
  it.each(BAD)("points at what is wrong in %s %s", (language, literal, place) => {
    expect(check(language, literal)).toEqual([`error invalid-${language} «${place}»`]);
  });

  it("puts a mistake in a template where its text begins, and the inner place beside it", () => {
    const text = 'a = "x {{ nofunction }}"\n';
    const [statement] = parseFile(text).file.body;
    if (statement?.kind !== "attribute") throw new Error("no attribute");
    const [found] = checkLanguage("gotemplate", "x {{ nofunction }}", statement.value);
    expect(found?.span).toEqual({ start: 4, end: 24 });
    expect(found?.related?.map(({ span }) => text.slice(span.start, span.end))).toEqual(["nofunction"]);
    expect(underlinedPlace(found!)).toEqual(found?.related?.[0]?.span);
  });

  const BROKEN: [EmbeddedLanguage, string][] = [
    ["gotemplate", '"{{ .Value"'],
    ["gotemplate", '"{{ nofunction }}"'],
    ["logql", '"{a="'],
    ["jmespath", '"a["'],
  ];
  it.each(BROKEN)("refuses %s %s inside the literal", (language, literal) => {
    const [found, ...others] = check(language, literal);
    expect(found).toMatch(new RegExp(`^error invalid-${language} «`));
    expect(others).toEqual([]);
  });
});
