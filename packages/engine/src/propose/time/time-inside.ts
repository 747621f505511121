/** A time that stands somewhere in the lines, where no value that was read is one. */
import { freeName } from "../../detect/index.ts";
import { insideLine, TIMES_ANYWHERE, type TimeForm, timeExpression } from "../../vocabulary/index.ts";
import { escapeRegex } from "../read/column-regex.ts";
import type { Texts } from "../read/reading.ts";
import { type ValueInside, valueInside } from "../value-inside.ts";

/** Characters of a line that are searched, and of the text before a time that is part of the expression. */
const MAX_LENGTH = 1000;
const MAX_BEFORE = 12;
const ENOUGH = 0.8;
/** Digits alone are a time where a fraction follows. */
const FORMS: readonly TimeForm[] = [
  ...TIMES_ANYWHERE,
  { id: "epoch", expression: "1[5-9]\\d{8}\\.\\d{1,9}", dated: true },
];

/** `taken`: names of other values. */
export function findTimeInside(texts: Texts, taken: ReadonlySet<string>): ValueInside | undefined {
  const given = texts.filter((text) => text !== undefined).map((text) => text.slice(0, MAX_LENGTH));
  const name = freeName("time", taken);
  for (const form of FORMS) {
    const regex = insideLine(form.expression);
    const found = given.flatMap((text) => {
      const match = regex.exec(text);
      return match === null
        ? []
        : [{ time: match[0], before: text.slice(Math.max(0, match.index - MAX_BEFORE), match.index) }];
    });
    if (found.length === 0 || found.length < given.length * ENOUGH) continue;
    const before = commonEnd(found.map((one) => one.before));
    const written =
      form.id === "epoch"
        ? "\\d{10}\\.\\d+"
        : timeExpression(
            form,
            found.map(({ time }) => time),
          );
    const expression = `${escapeRegex(before)}(?P<${name}>${written})`;
    const inside = valueInside(texts, { name, expression, found: found.length });
    if (inside !== undefined) return inside;
  }
  return undefined;
}

function commonEnd(texts: readonly string[]): string {
  let end = texts[0] ?? "";
  for (const text of texts) while (!text.endsWith(end)) end = end.slice(1);
  return end;
}
