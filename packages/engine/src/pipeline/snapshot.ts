/** The state of an entry at one moment, and whether two are equal. */
import type { Entry, EntryContent } from "../base/entry.ts";
import type { Extracted, ExtractedValue } from "../base/extracted.ts";
import type { LabelSet } from "../base/label-set.ts";
import type { Origin } from "../base/origin.ts";

/** An entry at one moment. */
export interface Snapshot extends EntryContent {
  readonly labels: LabelSet;
  readonly extracted: Extracted;
  /** Ids of the input entries that it comes from. */
  readonly origins: readonly number[];
}

export function takeSnapshot(entry: Entry): Snapshot {
  return {
    line: entry.line,
    timestamp: entry.timestamp,
    labels: entry.labels,
    metadata: entry.metadata,
    extracted: entry.extracted.clone(),
    origins: idsOf(entry.origin),
  };
}

/** Ids of merges: every stage after one would have a list of its own otherwise. */
const sharedIds = new WeakMap<Origin, readonly number[]>();

/** Ids of the input entries behind it; the same list each time. */
export function idsOf(origin: Origin): readonly number[] {
  if (origin.id >= 0) return [origin.id];
  let ids = sharedIds.get(origin);
  if (ids === undefined) {
    ids = origin.ids();
    sharedIds.set(origin, ids);
  }
  return ids;
}

/** Whether `after` comes from all that `before` comes from. */
export function carries(after: Snapshot, before: Snapshot): boolean {
  if (after.origins === before.origins) return true;
  if (before.origins.length === 1) return after.origins.includes(before.origins[0]!);
  if (after.origins.length < before.origins.length) return false;
  const all = new Set(after.origins);
  return before.origins.every((id) => all.has(id));
}

/** Whether two snapshots show the same entry. */
export function sameContent(a: Snapshot, b: Snapshot): boolean {
  return (
    a.line === b.line &&
    a.timestamp === b.timestamp &&
    a.labels === b.labels &&
    (a.metadata === b.metadata || JSON.stringify(a.metadata) === JSON.stringify(b.metadata)) &&
    sameExtracted(a.extracted, b.extracted)
  );
}

function sameExtracted(a: Extracted, b: Extracted): boolean {
  if (a.sharesWith(b)) return true;
  if (a.size !== b.size) return false;
  for (const [name, value] of a) if (!sameExtractedValue(b.get(name), value)) return false;
  return true;
}

/** Whether two extracted values are the same; undefined: not set. */
export function sameExtractedValue(a: ExtractedValue | undefined, b: ExtractedValue | undefined): boolean {
  if (Object.is(a, b)) return true;
  if (typeof b !== "object" || b === null || a === undefined) return false;
  return JSON.stringify(a) === JSON.stringify(b);
}
