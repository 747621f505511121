/** What units tell about the columns of lines: which are words, which end a head, which belong to a message. */
import { isRequest } from "../../vocabulary/index.ts";
import type { Unit, UnitKind } from "./units.ts";

/** What several kinds at one place have in common: a number or a dash, a quoted text or a word, a single sign, any word. */
export type ColumnKind = UnitKind | "number-or-dash" | "quoted-or-word" | "sign" | "level-tag" | "text";

/** By row; undefined where the row has dropped out, or has none. */
export type Units = readonly (Unit | undefined)[];

/** The units that lines have at one place. */
export interface Place {
  readonly texts: readonly string[];
  readonly units: Units;
}

/** Share of the rows that must agree on a column. */
export const AGREE = 0.9;

export const WORDLIKE: ReadonlySet<UnitKind> = new Set<UnitKind>([
  "pair",
  "word",
  "number",
  "duration",
  "ip",
  "dash",
  "id",
  "class",
  "caller",
  "level",
]);

export const NUMERIC: ReadonlySet<UnitKind> = new Set<UnitKind>(["number", "dash", "duration"]);

/** What a word must be followed by to be a column. */
export const ANCHORS: ReadonlySet<UnitKind> = new Set<UnitKind>([
  "time",
  "json",
  "level",
  "tag",
  "bracket",
  "priority",
  "caller",
  "class",
  "dash",
]);

/** Columns that end the search for a table. */
export const HEADS: ReadonlySet<ColumnKind> = new Set<ColumnKind>(["level", "level-tag", "tag"]);

export const ANCHORS_AFTER_LEVEL: ReadonlySet<UnitKind> = new Set<UnitKind>(["time", "tag", "dash"]);
export const ANCHORS_AFTER_COLON: ReadonlySet<UnitKind> = new Set<UnitKind>(["time", "level", "bracket", "priority"]);

/** The values of all units, or of those with `key`. */
export const valuesOf = (units: Units, key?: string): string[] =>
  units.flatMap((unit) => (unit === undefined || (key !== undefined && unit.key !== key) ? [] : [unit.value]));

/** Levels and words in capitals before a colon are one sort. */
export const sortOf = ({ kind, key, value }: Unit): string =>
  key === "level:" || (kind === "tag" && /^[A-Z]{3,}$/.test(value)) ? "level:" : key;

/** What may follow a colon and is no message yet: a code of a program (`%ASA-6-302013:`), a level, a time, a group. */
export function isHead(kind: ColumnKind, key: string, units: Units): boolean {
  if (kind === "tag") return units.every((unit) => unit?.key !== key || unit.value.startsWith("%"));
  if (kind === "quoted") return areRequests(units);
  if (kind === "mark") return /^(?:-+|:|\|)$/.test(key);
  return kind === "time" || kind === "level" || kind === "bracket" || kind === "priority";
}

const areRequests = (units: Units): boolean =>
  units.every((unit) => unit === undefined || unit.kind !== "quoted" || isRequest(unit.value));

/** A word of letters that is the same in many rows says what the next column is. */
export function isConstant(kind: ColumnKind, units: Units): boolean {
  if (kind !== "word") return false;
  const values = valuesOf(units);
  return (
    values.length >= 8 &&
    /^(?:[A-Za-z][a-z]+|[^\w\s]{2,})$/.test(values[0]!) &&
    values.every((value) => value === values[0])
  );
}
