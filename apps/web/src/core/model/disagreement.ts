/** An expression for which RE2 itself and our engine give different results, as a problem of the text. */
import type { Problem } from "./analysis.ts";

export interface Disagreement {
  /** The expression as it is written in the text. */
  readonly source: string;
  readonly message: string;
  /** As `Re2Verdict` has it. */
  readonly report: string;
}

/** Those whose expression still stands in `text`, at the first place. */
export function placeDisagreements(text: string, disagreements: readonly Disagreement[]): readonly Problem[] {
  return disagreements.flatMap(({ source, message, report }) => {
    const start = text.indexOf(source);
    if (start < 0) return [];
    const lines = text.slice(0, start).split("\n");
    const column = new TextEncoder().encode(lines.at(-1)).length + 1;
    const place = { start, end: start + source.length, line: lines.length, column };
    return [{ ...place, severity: "warning", code: "re2-disagrees", message, fixes: [], report }];
  });
}
