/**
 * Which entries report trouble, by their level or by words of their line. What thins out the entries of a pattern leaves these:
 * the level is a value like any other in a pattern.
 */
import { goString } from "@sluice/languages/govalue";
import type { Metadata } from "../base/entry.ts";
import type { Extracted } from "../base/extracted.ts";
import { grouped } from "../base/grouped.ts";
import type { LabelSet } from "../base/label-set.ts";
import type { PreviewOutput } from "../preview/outcome.ts";
import { LEVEL_NAMES, SERIOUS_WORDS } from "../vocabulary/index.ts";

/** For a line filter; also an expression of JavaScript. */
export const TROUBLE_WORDS = `\\b(?:${SERIOUS_WORDS}|exception|failed)\\b`;
const TROUBLE = new RegExp(TROUBLE_WORDS, "i");

export const isSeriousLine = (line: string): boolean => TROUBLE.test(line);

interface Levelled {
  readonly labels: LabelSet;
  readonly metadata: Metadata;
  readonly extracted: Extracted;
}

/** The level of an entry by a label, structured metadata or what was extracted; undefined: it has none. */
export function levelOf({ labels, metadata, extracted }: Levelled): string | undefined {
  for (const name of LEVEL_NAMES) {
    const value = extracted.get(name);
    const text =
      labels.get(name) ??
      metadata.find((pair) => pair[0] === name)?.[1] ??
      (value === undefined ? undefined : goString(value));
    if (text !== undefined && text !== "") return text;
  }
  return undefined;
}

export interface LevelCount {
  /** Undefined: entries without one. */
  readonly level: string | undefined;
  readonly entries: number;
}

/** Entries that no longer leave, by level, the most first. */
export function lostByLevel(before: readonly PreviewOutput[], after: readonly PreviewOutput[]): readonly LevelCount[] {
  const counts = new Map<string | undefined, number>();
  const count = (outputs: readonly PreviewOutput[], step: number) => {
    for (const { entry } of outputs) {
      const level = levelOf(entry);
      counts.set(level, (counts.get(level) ?? 0) + step);
    }
  };
  count(before, 1);
  count(after, -1);
  return [...counts]
    .filter(([, entries]) => entries > 0)
    .map(([level, entries]) => ({ level, entries }))
    .sort((a, b) => b.entries - a.entries);
}

/** Levels that are named one by one. */
const MAX_NAMED = 4;

/** `180 info, 3 debug, 2 without a level`; empty where no entry has a level. */
export function describeLevels(counts: readonly LevelCount[]): string {
  if (counts.every(({ level }) => level === undefined)) return "";
  const rest = counts.slice(MAX_NAMED).reduce((sum, { entries }) => sum + entries, 0);
  return [
    ...counts.slice(0, MAX_NAMED).map(({ level, entries }) => `${grouped(entries)} ${level ?? "without a level"}`),
    ...(rest === 0 ? [] : [`${grouped(rest)} of other levels`]),
  ].join(", ");
}
