/** A value that stands somewhere in the lines, where none of those that were read is one. */
import { compileRegex } from "@sluice/languages/re2";
import { withinLimit } from "../base/within-limit.ts";
import type { Texts } from "./read/reading.ts";

export interface ValueInside {
  readonly name: string;
  readonly expression: string;
  readonly texts: Texts;
  /** Texts in which it was found before there was an expression. */
  readonly found: number;
}

/** The group `name` of `expression` in each of `texts`; undefined: it is no expression. */
export function valueInside(
  texts: Texts,
  { name, expression, found }: Omit<ValueInside, "texts">,
): ValueInside | undefined {
  const compiled = compileRegex(expression);
  if (!compiled.ok) return undefined;
  const at = compiled.regex.groupNames.indexOf(name);
  const groupIn = (text: string) => withinLimit(() => compiled.regex.exec(text))?.[at];
  return {
    name,
    expression,
    texts: texts.map((text) => (text === undefined ? undefined : groupIn(text))),
    found,
  };
}
