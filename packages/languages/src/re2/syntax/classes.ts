/**
 * Sets of code points as sorted, disjoint pairs `[lo0, hi0, lo1, hi1, …]`, and the named sets of the language: Perl's (`\d`),
 * POSIX's (`[:alpha:]`) and Unicode's (`\p{Greek}`). Tables are Go's (Unicode 15), not the platform's, so that a pattern
 * means the same in every browser; ASCII needs none of them. Folding is `unicode.SimpleFold`: an orbit of code points per
 * letter.
 */
import { unicodeTables } from "#parts/re2/unicode";

/** Pairs of inclusive bounds. "Clean" means sorted, disjoint and not abutting. */
export type Ranges = readonly number[];

export const MAX_CODE_POINT = 0x10ffff;

/** Sorts and merges; returns a new clean list. */
export function cleanRanges(pairs: Ranges): number[] {
  if (isClean(pairs)) return pairs.slice();
  const order: number[] = [];
  for (let i = 0; i < pairs.length; i += 2) order.push(i);
  order.sort((a, b) => pairs[a]! - pairs[b]! || pairs[b + 1]! - pairs[a + 1]!);
  const out: number[] = [];
  for (const i of order) addRange(out, pairs[i]!, pairs[i + 1]!);
  return out;
}

function isClean(pairs: Ranges): boolean {
  for (let i = 2; i < pairs.length; i += 2) if (pairs[i]! <= pairs[i - 1]! + 1) return false;
  return true;
}

/** Appends a range whose start is not before that of the last one, merging where they touch. */
function addRange(out: number[], lo: number, hi: number): void {
  const last = out.length - 1;
  if (last > 0 && lo <= out[last]! + 1) {
    if (hi > out[last]!) out[last] = hi;
    return;
  }
  out.push(lo, hi);
}

/** The complement of a clean list within all code points. */
export function negateRanges(pairs: Ranges): number[] {
  const out: number[] = [];
  let next = 0;
  for (let i = 0; i < pairs.length; i += 2) {
    if (next <= pairs[i]! - 1) out.push(next, pairs[i]! - 1);
    next = pairs[i + 1]! + 1;
  }
  if (next <= MAX_CODE_POINT) out.push(next, MAX_CODE_POINT);
  return out;
}

/** What two clean lists have in common. */
export function intersectRanges(a: Ranges, b: Ranges): number[] {
  const out: number[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const lo = Math.max(a[i]!, b[j]!);
    const hi = Math.min(a[i + 1]!, b[j + 1]!);
    if (lo <= hi) out.push(lo, hi);
    if (a[i + 1]! < b[j + 1]!) i += 2;
    else j += 2;
  }
  return out;
}

/** Whether two clean lists share a code point. */
export function rangesOverlap(a: Ranges, b: Ranges): boolean {
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i]! <= b[j + 1]! && b[j]! <= a[i + 1]!) return true;
    if (a[i + 1]! < b[j + 1]!) i += 2;
    else j += 2;
  }
  return false;
}

// ---- Case folding ----

interface FoldTable {
  readonly next: ReadonlyMap<number, number>;
  /** All code points that fold to another, ascending. */
  readonly sorted: readonly number[];
}

let foldTable: FoldTable | undefined;

/** Decodes the orbits once, when the first case-insensitive pattern asks. */
function folds(): FoldTable {
  if (foldTable !== undefined) return foldTable;
  const next = new Map<number, number>();
  const sorted: number[] = [];
  let at = 0;
  for (const item of unicodeTables().FOLD_ORBITS.split(" ")) {
    const pairs = item.split("~");
    if (pairs.length === 2) {
      at += Number.parseInt(pairs[0]!, 36);
      const count = Number.parseInt(pairs[1]!, 36) + 1;
      for (let i = 0; i < count; i++, at += 2) {
        next.set(at, at + 1);
        next.set(at + 1, at);
        sorted.push(at, at + 1);
      }
      at -= 1;
      continue;
    }
    const [gap, rest] = item.split(/-(.*)/s) as [string, string];
    const [length, distance] = rest.split(":") as [string, string];
    at += Number.parseInt(gap, 36);
    const end = at + Number.parseInt(length, 36);
    for (; at <= end; at++) {
      next.set(at, at + Number.parseInt(distance, 36));
      sorted.push(at);
    }
    at = end;
  }
  foldTable = { next, sorted };
  return foldTable;
}

/** Go's `unicode.SimpleFold`: the next code point of the folding orbit, or the same one. */
export function simpleFold(codePoint: number): number {
  if (codePoint < 0x80) return foldAscii(codePoint);
  return folds().next.get(codePoint) ?? codePoint;
}

/** Capitals fold to small letters, and these back, but for `k` (to the Kelvin sign) and `s` (to the long s). */
function foldAscii(codePoint: number): number {
  if (codePoint >= 0x41 && codePoint <= 0x5a) return codePoint + 32;
  if (codePoint < 0x61 || codePoint > 0x7a) return codePoint;
  return codePoint === 0x6b ? 0x212a : codePoint === 0x73 ? 0x17f : codePoint - 32;
}

/** The smallest code point that folds together with this one. */
export function minFold(codePoint: number): number {
  let least = codePoint;
  for (let c = simpleFold(codePoint); c !== codePoint; c = simpleFold(c)) least = Math.min(least, c);
  return least;
}

/** All code points that fold together with this one, as clean ranges. */
export function foldOrbit(codePoint: number): number[] {
  const out = [codePoint, codePoint];
  for (let c = simpleFold(codePoint); c !== codePoint; c = simpleFold(c)) out.push(c, c);
  return cleanRanges(out);
}

/** Appends `lo`–`hi` and everything that folds into it (not clean afterwards). */
export function appendFoldedRange(out: number[], lo: number, hi: number): void {
  out.push(lo, hi);
  const { next, sorted } = folds();
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < lo) low = middle + 1;
    else high = middle;
  }
  for (; low < sorted.length && sorted[low]! <= hi; low++) {
    const start = sorted[low]!;
    for (let c = next.get(start)!; c !== start; c = next.get(c)!) if (c < lo || c > hi) out.push(c, c);
  }
}

/** A clean list with everything that folds into it. */
function foldRanges(pairs: Ranges): number[] {
  const out: number[] = [];
  for (let i = 0; i < pairs.length; i += 2) appendFoldedRange(out, pairs[i]!, pairs[i + 1]!);
  return cleanRanges(out);
}

// ---- Named classes ----

export const DIGIT: Ranges = [0x30, 0x39];
export const SPACE: Ranges = [0x09, 0x0a, 0x0c, 0x0d, 0x20, 0x20];
export const WORD: Ranges = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a];

const PERL: Readonly<Record<string, Ranges>> = { d: DIGIT, s: SPACE, w: WORD };

const POSIX: Readonly<Record<string, Ranges>> = {
  alnum: [0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a],
  alpha: [0x41, 0x5a, 0x61, 0x7a],
  ascii: [0x00, 0x7f],
  blank: [0x09, 0x09, 0x20, 0x20],
  cntrl: [0x00, 0x1f, 0x7f, 0x7f],
  digit: DIGIT,
  graph: [0x21, 0x7e],
  lower: [0x61, 0x7a],
  print: [0x20, 0x7e],
  punct: [0x21, 0x2f, 0x3a, 0x40, 0x5b, 0x60, 0x7b, 0x7e],
  space: [0x09, 0x0d, 0x20, 0x20],
  upper: [0x41, 0x5a],
  word: WORD,
  xdigit: [0x30, 0x39, 0x41, 0x46, 0x61, 0x66],
};

function signed(pairs: Ranges, negated: boolean, fold: boolean): number[] {
  const set = fold ? foldRanges(pairs) : pairs;
  return negated ? negateRanges(set) : set.slice();
}

/** `\d \D \s \S \w \W` by its letter; `undefined` for another letter. */
export function perlClass(letter: string, fold: boolean): number[] | undefined {
  const lower = letter.toLowerCase();
  const set = Object.hasOwn(PERL, lower) ? PERL[lower] : undefined;
  return set && signed(set, lower !== letter, fold);
}

/** `[:name:]` or `[:^name:]` by the text between the colons; `undefined` for an unknown name. */
export function posixClass(name: string, fold: boolean): number[] | undefined {
  const negated = name.startsWith("^");
  const key = negated ? name.slice(1) : name;
  return Object.hasOwn(POSIX, key) ? signed(POSIX[key]!, negated, fold) : undefined;
}

function decodeTable(text: string): number[] {
  const out: number[] = [];
  let at = 0;
  for (const item of text.split(" ")) {
    const steps = item.indexOf("~");
    const length = item.indexOf("-");
    at += Number.parseInt(item, 36);
    if (steps >= 0) {
      const end = at + 2 * Number.parseInt(item.slice(steps + 1), 36);
      for (; at <= end; at += 2) addRange(out, at, at);
      at = end;
    } else if (length >= 0) {
      const end = at + Number.parseInt(item.slice(length + 1), 36);
      addRange(out, at, end);
      at = end;
    } else addRange(out, at, at);
  }
  return out;
}

const decoded = new Map<string, Ranges>();

function namedTable(kind: string, tables: Readonly<Record<string, string>>, name: string): Ranges | undefined {
  const key = `${kind}:${name}`;
  const known = decoded.get(key);
  if (known !== undefined || !Object.hasOwn(tables, name)) return known;
  const ranges = decodeTable(tables[name]!);
  decoded.set(key, ranges);
  return ranges;
}

function category(name: string): Ranges | undefined {
  const { CATEGORIES, CATEGORY_UNIONS } = unicodeTables();
  const union = Object.hasOwn(CATEGORY_UNIONS, name) ? CATEGORY_UNIONS[name] : undefined;
  if (union === undefined) return namedTable("category", CATEGORIES, name);
  const known = decoded.get(`union:${name}`);
  if (known !== undefined) return known;
  const merged = cleanRanges(union.flatMap((part) => [...(namedTable("category", CATEGORIES, part) ?? [])]));
  decoded.set(`union:${name}`, merged);
  return merged;
}

/** Go's canonical form of a name: a capital, then small letters, without underscores, blanks and hyphens. */
function canonicalName(name: string): string {
  const bare = name.replace(/[_ -]/g, "");
  const lower = bare.replace(/[A-Z]/g, (c) => c.toLowerCase());
  return lower.replace(/^[a-z]/, (c) => c.toUpperCase());
}

/** The name itself where the older rule knows it. */
function exactName(name: string): string | undefined {
  return name === "Any" || category(name) || namedTable("script", unicodeTables().SCRIPTS, name) ? name : undefined;
}

/**
 * Which names `\p{…}` takes. `loose` is regexp/syntax of Go 1.25 and later: categories, scripts, long names of
 * categories, Any, Assigned and ASCII, in any case, without regard to `_`, `-` and blanks. `exact` is the rule before,
 * which Prometheus' fork of `regexp` kept: categories and scripts as Unicode spells them, and Any.
 */
export type ClassNames = "loose" | "exact";

/**
 * `\p{name}` by its name (without `^`), with what folds into it when `fold` is set; `undefined` for an unknown name.
 */
export function unicodeClass(
  name: string,
  negated: boolean,
  fold: boolean,
  names: ClassNames = "loose",
): number[] | undefined {
  const canonical = names === "loose" ? canonicalName(name) : exactName(name);
  if (canonical === undefined) return undefined;
  let table: Ranges | undefined;
  let extra: Ranges | undefined;
  let sign = negated;
  if (canonical === "Any") table = [0, MAX_CODE_POINT];
  else if (canonical === "Assigned") {
    table = category("Cn");
    sign = !negated;
  } else if (canonical === "Ascii") {
    table = [0x00, 0x7f];
    extra = [0x17f, 0x17f, 0x212a, 0x212a];
  } else {
    const { CATEGORY_ALIASES, FOLD_SCRIPTS } = unicodeTables();
    const alias = Object.hasOwn(CATEGORY_ALIASES, canonical) ? CATEGORY_ALIASES[canonical] : undefined;
    const key = canonical === "Lc" ? "LC" : canonical;
    table = category(key) ?? namedTable("script", unicodeTables().SCRIPTS, key);
    if (table !== undefined) extra = category(key) ? foldCategory(key) : namedTable("fold-script", FOLD_SCRIPTS, key);
    else if (alias !== undefined) {
      table = category(alias);
      extra = foldCategory(alias);
    }
  }
  if (table === undefined) return undefined;
  const set = fold && extra !== undefined ? cleanRanges([...table, ...extra]) : table;
  return sign ? negateRanges(set) : set.slice();
}

function foldCategory(name: string): Ranges | undefined {
  return namedTable("fold-category", unicodeTables().FOLD_CATEGORIES, name);
}
