/** What both send for one entry, part by part, for two columns. */
import type { EntryJson } from "@sluice/engine";
import { diffPairs, type PairChange } from "../../core/text/diff-pairs.ts";
import { diffText, isAlike, type TextPart } from "../../core/text/diff-text.ts";

export interface SentPair {
  readonly name: string;
  readonly value: string;
  readonly differs: boolean;
}

/** One column. */
export interface SentColumn {
  readonly timestamp: { readonly text: string; readonly differs: boolean };
  readonly labels: readonly SentPair[];
  readonly metadata: readonly SentPair[];
  /** Undefined: unchanged. */
  readonly line: readonly (TextPart & { readonly differs: boolean })[] | undefined;
}

/** `input`: the incoming line. `other`: what the other side sends in the same place; undefined: nothing. */
export function sentColumn(input: string, own: EntryJson, other: EntryJson | undefined): SentColumn {
  const pairs = (changes: readonly PairChange[]) =>
    changes.flatMap(({ kind, name, after }): SentPair[] =>
      kind === "removed" ? [] : [{ name, value: String(after), differs: other !== undefined && kind !== "same" }],
    );
  const from = other ?? own;
  return {
    timestamp: { text: own.timestamp, differs: own.timestamp !== from.timestamp },
    labels: pairs(diffPairs(Object.entries(from.labels), Object.entries(own.labels))),
    metadata: pairs(diffPairs(from.structured_metadata, own.structured_metadata)),
    line: own.line === input && from.line === input ? undefined : lineParts(from.line, own.line),
  };
}

/** The parts of `own`; those that are not in `from` are marked as different. */
function lineParts(from: string, own: string): SentColumn["line"] {
  const parts = diffText(from, own);
  if (!isAlike(parts)) return [{ kind: "added", text: own, differs: true }];
  return parts.filter(({ kind }) => kind !== "removed").map((part) => ({ ...part, differs: part.kind === "added" }));
}
