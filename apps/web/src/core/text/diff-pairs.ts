/** Differences of two lists of names with values: labels, structured metadata, extracted values. */
import type { ExtractedValue } from "@sluice/engine";

export interface PairChange {
  readonly kind: "added" | "removed" | "changed" | "same";
  readonly name: string;
  /** Undefined where it was added. */
  readonly before: ExtractedValue | undefined;
  /** Undefined where it was removed. */
  readonly after: ExtractedValue | undefined;
}

export type Pairs = readonly (readonly [string, ExtractedValue])[];

/** Changes in the order of `after`, removed names last. A name that repeats is matched by how often it came before. */
export function diffPairs(before: Pairs, after: Pairs): PairChange[] {
  const old = keyed(before);
  const now = keyed(after);
  const changes: PairChange[] = [];
  for (const [key, [name, value]] of now) {
    const was = old.get(key);
    if (was === undefined) changes.push({ kind: "added", name, before: undefined, after: value });
    else changes.push({ kind: sameValue(was[1], value) ? "same" : "changed", name, before: was[1], after: value });
  }
  for (const [key, [name, value]] of old) {
    if (!now.has(key)) changes.push({ kind: "removed", name, before: value, after: undefined });
  }
  return changes;
}

function keyed(pairs: Pairs): Map<string, readonly [string, ExtractedValue]> {
  const seen = new Map<string, number>();
  const map = new Map<string, readonly [string, ExtractedValue]>();
  for (const pair of pairs) {
    const nth = seen.get(pair[0]) ?? 0;
    seen.set(pair[0], nth + 1);
    map.set(`${nth} ${pair[0]}`, pair);
  }
  return map;
}

function sameValue(a: ExtractedValue, b: ExtractedValue): boolean {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return true;
  if (typeof a !== "object" || typeof b !== "object") return false;
  return JSON.stringify(a) === JSON.stringify(b);
}

export type ValueTypeName = "string" | "number" | "boolean" | "null" | "list" | "object";

export function typeOf(value: ExtractedValue): ValueTypeName {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  if (typeof value === "bigint") return "number";
  return typeof value as ValueTypeName;
}

/** A value as it is shown: texts as they are, everything else as JSON. */
export function showValue(value: ExtractedValue): string {
  if (typeof value === "string") return value;
  if (typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value))) return String(value);
  return JSON.stringify(value);
}
