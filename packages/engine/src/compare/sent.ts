/**
 * Compares the outputs of two configurations for one entry. Comparisons of samples and shadow runs use the same rules; shadow
 * runs compare whole configurations, on traffic that has no end.
 */
import type { Metadata } from "../base/entry.ts";
import type { LabelSet } from "../base/label-set.ts";
import type { Snapshot } from "../pipeline/snapshot.ts";

/** What a writer gets of an entry. */
export type SentEntry = Pick<Snapshot, "line" | "timestamp" | "labels" | "metadata">;

/** `count`: the number of outputs differs; else the parts that differ, output by output. */
export type SentPart = "count" | "line" | "timestamp" | "labels" | "metadata";

/** In the order of `SentPart`; empty where both are the same. */
export function sentDifferences(a: readonly SentEntry[], b: readonly SentEntry[]): SentPart[] {
  if (a.length !== b.length) return ["count"];
  const found = new Set<SentPart>();
  for (const [i, one] of a.entries()) {
    const other = b[i]!;
    if (one.line !== other.line) found.add("line");
    if (one.timestamp !== other.timestamp) found.add("timestamp");
    if (!sameLabels(one.labels, other.labels)) found.add("labels");
    if (!sameMetadata(one.metadata, other.metadata)) found.add("metadata");
  }
  return PARTS.filter((part) => found.has(part));
}

const PARTS: readonly SentPart[] = ["count", "line", "timestamp", "labels", "metadata"];

const sameLabels = (a: LabelSet, b: LabelSet): boolean => a === b || a.key === b.key;

const sameMetadata = (a: Metadata, b: Metadata): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Label sets and series that are distinguished, and how many of those that one side alone has are named. */
export const MAX_SETS = 100_000;
const NAMED_SETS = 50;

/** Some elements of `these` that are not in `those`. */
export function onlyIn(these: Iterable<string>, those: { has(one: string): boolean }): string[] {
  const found: string[] = [];
  for (const one of these) {
    if (found.length === NAMED_SETS) break;
    if (!those.has(one)) found.push(one);
  }
  return found;
}
