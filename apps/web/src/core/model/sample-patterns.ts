/** Samples by the pattern of their lines: filters, groups, and the list of groups that are folded or not. */
import type { Pattern, PatternReport } from "@sluice/engine";
import type { SampleRow } from "./sample-rows.ts";
import type { SampleEntry } from "./samples.ts";

/** The number of lines that have no pattern: blank ones, and those that came when there was no room for more patterns. */
export const NO_PATTERN = -1;

export interface SamplePatterns {
  /** Under which the worker knows them. */
  readonly session: number;
  /** What they were found in. */
  readonly samples: readonly SampleEntry[];
  readonly report: PatternReport;
  /** By the id of a sample. */
  readonly numbers: ReadonlyMap<number, number>;
}

/** Shows the entries of a pattern alone, or hides them. */
export interface PatternFilter {
  readonly number: number;
  readonly shown: boolean;
}

/** By number: whether a group was opened or folded by the user. */
export type Folds = ReadonlyMap<number, boolean>;

export interface PatternGroup {
  readonly number: number;
  /** Undefined: what has none. */
  readonly pattern: Pattern | undefined;
  /** The rows that are shown, in the order of the samples. */
  readonly rows: readonly SampleRow[];
  readonly isOpen: boolean;
}

export type ListItem =
  | { readonly kind: "group"; readonly group: PatternGroup }
  | { readonly kind: "row"; readonly row: SampleRow; readonly group: PatternGroup };

/** Fewer rows are all in sight, or nearly so: nothing is gained by hiding them. */
const OPEN_UP_TO = 60;
/** So many samples are more than are read line by line. */
export const GROUPED_FROM = 200;

/** The number of a sample's pattern; undefined: not known yet. */
export const patternOf = (patterns: SamplePatterns | null, sampleId: number | null): Pattern | undefined => {
  const number = sampleId === null ? undefined : patterns?.numbers.get(sampleId);
  return number === undefined ? undefined : patterns?.report.patterns.find((pattern) => pattern.number === number);
};

/** Whether the list is grouped while the user has not said so: there are many samples, and few patterns. */
export function isWorthGrouping(patterns: SamplePatterns | null): boolean {
  if (patterns === null || patterns.samples.length < GROUPED_FROM) return false;
  return patterns.report.patterns.length * 3 <= patterns.samples.length;
}

/** Whether the entry with this id passes all `filters`; several that show something show all of that. */
export function passesPatterns(
  filters: readonly PatternFilter[],
  patterns: SamplePatterns | null,
): ((id: number) => boolean) | undefined {
  if (filters.length === 0 || patterns === null) return undefined;
  const numbersOf = (wanted: boolean) => filters.flatMap(({ number, shown }) => (shown === wanted ? number : []));
  const [only, not] = [new Set(numbersOf(true)), new Set(numbersOf(false))];
  return (id) => {
    const number = patterns.numbers.get(id);
    if (number === undefined) return only.size === 0;
    return (only.size === 0 || only.has(number)) && !not.has(number);
  };
}

/** The rows by pattern, the pattern with most entries first and what has none last. */
export function groupRows(rows: readonly SampleRow[], patterns: SamplePatterns | null, folds: Folds): PatternGroup[] {
  if (patterns === null) return [];
  const byNumber = new Map<number, SampleRow[]>();
  for (const row of rows) {
    const number = patterns.numbers.get(row.sample.id) ?? NO_PATTERN;
    const group = byNumber.get(number);
    if (group === undefined) byNumber.set(number, [row]);
    else group.push(row);
  }
  const isOpen = (number: number) => folds.get(number) ?? (rows.length <= OPEN_UP_TO || byNumber.size === 1);
  const groups = patterns.report.patterns.flatMap((pattern): PatternGroup[] => {
    const { number } = pattern;
    const own = byNumber.get(number);
    return own === undefined ? [] : [{ number, pattern, rows: own, isOpen: isOpen(number) }];
  });
  const rest = byNumber.get(NO_PATTERN);
  if (rest !== undefined)
    groups.push({ number: NO_PATTERN, pattern: undefined, rows: rest, isOpen: isOpen(NO_PATTERN) });
  return groups;
}

/** What the list shows, from top to bottom. */
export const listItems = (groups: readonly PatternGroup[]): ListItem[] =>
  groups.flatMap((group): ListItem[] => [
    { kind: "group", group },
    ...(group.isOpen ? group.rows.map((row): ListItem => ({ kind: "row", row, group })) : []),
  ]);
