/** Reads the messages of the most frequent patterns: an expression for each, with its variable parts. */

import { freeName } from "../../detect/index.ts";
import { findPatterns } from "../../patterns/index.ts";
import { escapeRegex } from "./column-regex.ts";
import { type Piece, piecesOf } from "./message-parts.ts";
import { regexReading } from "./read-text.ts";
import { type Reading, type ReadValue, rowCount, type Texts } from "./reading.ts";

const MAX_PATTERNS = 8;
/** Patterns that are looked at, and the share of the messages that those with one expression have together. */
const MAX_LOOKED = 60;
const MIN_SHARE = 0.05;
const MIN_COUNT = 3;
const MAX_PARTS = 10;
const MAX_EXPRESSION = 600;

/** Patterns that differ in nothing but their values. */
interface Candidate {
  readonly title: string;
  readonly pieces: readonly Piece[];
  count: number;
}

/** `known`: values that are read from the same messages already. */
export function readPatterns(texts: Texts, taken: ReadonlySet<string>, known: readonly ReadValue[]): Reading[] {
  // What stands in further lines is a trace, which changes with the next release.
  const given = texts.map((text) => text?.split("\n", 1)[0]);
  const all = rowCount(given);
  if (all === 0) return [];
  const readings: Reading[] = [];
  let left: Texts = given;
  for (const { title, pieces, count } of candidates(given)) {
    if (readings.length === MAX_PATTERNS || count < Math.max(MIN_COUNT, all * MIN_SHARE)) break;
    const reading = readPattern(title, pieces, count, left, taken, known);
    if (reading === undefined) continue;
    readings.push(reading);
    // A message is read by one of them.
    left = left.map((text, row) => (reading.rows.has(row) ? undefined : text));
  }
  return readings;
}

/** The most frequent first. */
function candidates(texts: Texts): Candidate[] {
  const byShape = new Map<string, Candidate>();
  const given = texts.filter((text) => text !== undefined);
  for (const pattern of findPatterns(given).patterns.slice(0, MAX_LOOKED)) {
    const pieces = piecesOf(pattern);
    const shape = JSON.stringify(pieces.map((piece) => (typeof piece === "string" ? piece : [piece.name])));
    const same = byShape.get(shape);
    if (same === undefined) byShape.set(shape, { title: pattern.template, pieces, count: pattern.count });
    else same.count += pattern.count;
  }
  return [...byShape.values()].sort((a, b) => b.count - a.count);
}

function readPattern(
  title: string,
  pieces: readonly Piece[],
  count: number,
  texts: Texts,
  taken: ReadonlySet<string>,
  known: readonly ReadValue[],
): Reading | undefined {
  const parts = pieces.filter((piece) => typeof piece === "object" && piece.name === undefined).length;
  const about = { kind: "pattern", title, unnamed: { constants: [], parts } } as const;
  const read = (skipped: ReadonlySet<string>, start: string): Reading | undefined => {
    const inside = expressionOf(pieces, taken, skipped);
    const reading = inside === undefined ? undefined : regexReading(`${start}${inside}`, texts, about);
    return reading !== undefined && reading.rows.size >= count * 0.9 ? reading : undefined;
  };
  const none: ReadonlySet<string> = new Set();
  // A pattern may leave out the beginning of its messages, as a level before a colon is.
  const start = read(none, "^") === undefined ? "" : "^";
  const first = read(none, start);
  if (first === undefined) return undefined;
  const skipped = new Set(
    first.values
      .filter(
        (value, i) =>
          isMisnamed(value) ||
          [...known, ...first.values.slice(0, i)].some((other) => isSame(value, other, first.rows)),
      )
      .map(({ name }) => name),
  );
  return skipped.size === 0 ? first : read(skipped, start);
}

/** What values of a name look like. A pattern has been seen in some of the messages that its expression reads. */
const SHAPES: readonly (readonly [name: RegExp, shape: RegExp])[] = [
  [/^(?:\w+_)?path$/, /^(?:~|\.{1,2}|[A-Za-z]:)?[\\/]/],
  [/^(?:\w+_)?ip$/, /^[\da-fA-F.:]+$/],
  [/^mac$/, /^[\da-fA-F:-]{12,}$/],
  [/^url$/, /^[a-z][a-z\d+.-]*:\/\//i],
  [/^(?:\w+_)?(?:port|pid|tid|uid|status|bytes)$/, /^-?\d+$/],
  [/^(?:client|server|peer|address|host|user|username|account)$/, /^[^\s=(){}<>\\]*[\p{L}\p{N}_\])]$/u],
];
/** Share of the values that must look as their name says. */
const SHAPED = 0.9;

function isMisnamed({ name, texts }: ReadValue): boolean {
  const shape = SHAPES.find(([names]) => names.test(name.replace(/_\d+$/, "")))?.[1];
  const given = texts.filter((text) => text !== undefined);
  return shape !== undefined && given.filter((text) => shape.test(text)).length < given.length * SHAPED;
}

/** Both are one value: they are the same in each of the rows that have `value`. */
function isSame(value: ReadValue, other: ReadValue, rows: ReadonlySet<number>): boolean {
  const distinct = new Set<string>();
  for (const row of rows) {
    const text = value.texts[row];
    if (text === undefined) continue;
    if (other.texts[row] !== text) return false;
    distinct.add(text);
  }
  return distinct.size > 1 || value.name.replace(/_\d+$/, "") === other.name;
}

/** Undefined: nothing in it is worth to be taken out. `skipped`: names of groups that are no groups. */
function expressionOf(
  pieces: readonly Piece[],
  taken: ReadonlySet<string>,
  skipped: ReadonlySet<string>,
): string | undefined {
  // What stands in front of a colon or a bracket says who speaks, and not what is said.
  const words = pieces
    .filter((piece) => typeof piece === "string")
    .join("\0")
    .replace(/^[^\s\0]*[:\]](?=[\s\0]|$)/, "");
  const slots = pieces.filter((piece) => typeof piece === "object");
  if (!/[A-Za-z]{3}/.test(words) && !slots.some(({ name }) => name === "id" || name === "method")) return undefined;
  let [expression, named] = ["", 0];
  const used = new Set(taken);
  const last = pieces.findLastIndex((piece) => typeof piece === "object");
  for (const [i, piece] of pieces.entries()) {
    if (typeof piece === "string") {
      // What follows the last part ends it.
      const text =
        i > last ? piece.slice(0, 24).replace(/\s+\S*$/, (found) => (piece.length > 24 ? "" : found)) : piece;
      expression += escapeRegex(text).replaceAll(/ {2,}/g, "\\s+");
      continue;
    }
    const { name, inside, open = "", close = "" } = piece;
    const free = name === undefined || named === MAX_PARTS ? undefined : freeName(name, used);
    if (free !== undefined) used.add(free);
    if (free !== undefined && !skipped.has(free)) named++;
    expression += escapeRegex(open);
    expression += free === undefined || skipped.has(free) ? inside : `(?P<${free}>${inside})`;
    expression += escapeRegex(close);
  }
  return named === 0 || expression.length > MAX_EXPRESSION ? undefined : expression;
}
