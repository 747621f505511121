/** Pieces of the sentences that stages tell a trace: values in backticks, cut where they are long. */
import type { ExtractedValue } from "../base/extracted.ts";

const MAX_SHOWN = 80;

/** `value` in backticks, cut to a length that a sentence can bear. */
export function shown(value: ExtractedValue | undefined): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  return `\`${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}\``;
}

/** What kind of value does not convert to text, for people. */
export function kindOf(value: ExtractedValue | undefined): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
