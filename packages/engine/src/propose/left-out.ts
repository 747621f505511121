/** What a stage reads over: parts of the line that vary, or may do so tomorrow, and are not taken out. */
import { addTo } from "../base/add-to.ts";
import { isCertainLevelName } from "../vocabulary/index.ts";
import { listNames } from "./list-names.ts";
import { SAME, whyLeft } from "./metadata.ts";
import type { Reading } from "./read/reading.ts";
import { present, type Value } from "./rows.ts";

/**
 * Kinds of readings whose stage names each value by a group: others leave the line as it is, with its own names, and a level that
 * is none is said alone.
 */
const BY_GROUPS: ReadonlySet<Reading["kind"]> = new Set(["text", "delimited", "pattern", "pairs"]);
/** Longest value that is shown: one that was cut may hold a part of a secret. */
const MAX_EXAMPLE = 40;

/** `left in the line: “gw1” (the same in all), body (long)`; undefined: all is taken out. `values`: those that are not. */
export function leftOut({ kind, unnamed }: Reading, values: readonly Value[], entries: number): string | undefined {
  const byReason = new Map<string, string[]>();
  for (const value of values) {
    const [first] = present(value);
    if (first === undefined || (!BY_GROUPS.has(kind) && !isCertainLevelName(value.name))) continue;
    const why = whyLeft(value, entries);
    addTo(byReason, why, why.startsWith(SAME) && first.length <= MAX_EXAMPLE ? shown(first) : value.name);
  }
  for (const text of unnamed?.constants ?? []) if (text.length <= MAX_EXAMPLE) addTo(byReason, SAME, shown(text));
  const parts = [...byReason].map(([why, names]) => `${listNames(names)} (${why})`);
  if (unnamed !== undefined && unnamed.parts > 0)
    parts.push(`${unnamed.parts} ${unnamed.parts === 1 ? "part" : "parts"} that no word names`);
  return parts.length === 0 ? undefined : `left in the line: ${parts.join(", ")}`;
}

const shown = (text: string): string => `“${text}”`;
