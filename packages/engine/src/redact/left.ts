/** What rules leave of findings: those they miss, the parts that they do not reach, and what reads as a secret only behind them. */
import type { Span } from "../base/span.ts";
import { type Finding, findSensitive } from "../sensitive/index.ts";
import type { Applied } from "./rules.ts";

/** In order, without overlaps; their places are in the text after the rules. `found`: in the text before them. */
export function leftIn({ text, origins }: Applied, found: readonly Finding[]): readonly Finding[] {
  if (origins === undefined) return found;
  const left = found.length === 0 ? [] : partsLeft(text, origins, found);
  const others = findSensitive(text).filter(
    (one) => !left.some((part) => one.start < part.end && part.start < one.end),
  );
  return [...left, ...others].sort((a, b) => a.start - b.start);
}

/** Both the findings and the places of what is left are in order. */
function partsLeft(text: string, origins: Int32Array, found: readonly Finding[]): Finding[] {
  const left: Finding[] = [];
  let at = 0;
  for (const finding of found) {
    while (at < origins.length && origins[at]! < finding.start) at++;
    while (at < origins.length && origins[at]! < finding.end) {
      const start = at;
      while (at < origins.length && origins[at]! >= finding.start && origins[at]! < finding.end) at++;
      const part = partOf(finding, text, { start, end: at });
      if (part !== undefined) left.push(part);
      while (at < origins.length && origins[at]! < 0) at++;
    }
  }
  return left;
}

/** Undefined where only signs are left. */
function partOf(finding: Finding, text: string, { start, end }: Span): Finding | undefined {
  if (end - start === finding.end - finding.start) return { ...finding, start, end };
  const value = text.slice(start, end);
  if (!/[\p{L}\p{N}]/u.test(value)) return undefined;
  const { phrase: _, word: __, ...rest } = finding;
  return { ...rest, start, end, value };
}
