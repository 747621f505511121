/** Expected and actual text as two columns with the differences marked. */
import { diffText, isAlike, type TextPart } from "./diff-text.ts";

export interface MarkedPart {
  readonly text: string;
  readonly differs: boolean;
}

/** Words are marked where the two are alike; else all of both. */
export function markSides(
  expected: string,
  got: string,
): { readonly expected: readonly MarkedPart[]; readonly got: readonly MarkedPart[] } {
  const parts = diffText(got, expected);
  if (!isAlike(parts)) return { expected: [{ text: expected, differs: true }], got: [{ text: got, differs: true }] };
  const side = (kind: TextPart["kind"]) =>
    parts
      .filter((part) => part.kind === "same" || part.kind === kind)
      .map(({ kind: own, text }) => ({
        text,
        differs: own !== "same",
      }));
  return { expected: side("added"), got: side("removed") };
}
