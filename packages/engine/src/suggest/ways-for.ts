import type { Extraction } from "./extraction.ts";
import type { ValueAction } from "./stages-for.ts";

/** Those that `action` may use, the best first. */
export function waysFor(action: ValueAction, extractions: readonly Extraction[]): Extraction[] {
  if (action === "redact") return redactionsOf(extractions);
  const texts = extractions.filter(({ kind }) => kind === "text");
  const values = extractions.filter(({ kind }) => kind !== "text");
  if (action === "extract") return values.filter(({ kind }) => kind !== "field");
  if (action !== "drop") return values;
  // Several words are no value of a field, but what the line says.
  return texts.some(({ text }) => /\S\s+\S/.test(text)) ? [...texts, ...values] : [...values, ...texts];
}

/** By the shape of the value first, since nothing else may be replaced. */
export function redactionsOf(extractions: readonly Extraction[]): Extraction[] {
  const found = extractions.filter(({ kind }) => kind === "regex");
  return [...found.filter(({ byShape }) => byShape), ...found.filter(({ byShape }) => !byShape)];
}

/** Whether both find it in the same way, apart from its name in expressions and patterns. */
export function isSameWay(a: Pick<Extraction, "kind" | "text">, b: Pick<Extraction, "kind" | "text">): boolean {
  const nameless = (text: string) => text.replaceAll(/<\w+>/g, "<>");
  return a.kind === b.kind && nameless(a.text) === nameless(b.text);
}
