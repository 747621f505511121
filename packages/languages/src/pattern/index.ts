/**
 * Loki's pattern language: literal text with captures `<name>`; `<_>` matches without capturing. Anything in angle
 * brackets that is not a name is literal. A capture takes all up to the next literal's first occurrence; when that
 * literal is missing it takes the rest and later captures stay unset; what follows the last literal is ignored.
 */
import { inWords } from "../base/in-words.ts";

/** A compiled pattern. */
export interface Pattern {
  /** Names of the captures, in order, without the unnamed ones. */
  readonly names: readonly string[];
  /**
   * The captured texts, index by index as `names`; `undefined` from the first capture that was not reached. Returns
   * `undefined` when nothing matches: an empty text, or one that does not start with the pattern's leading literal.
   */
  match(text: string): (string | undefined)[] | undefined;
  /** Where it stops in a text that it does not match, or not all of; undefined where it matches. */
  findStop(text: string): PatternStop | undefined;
}

/** Offsets are UTF-16. */
export interface PatternStop {
  /** The piece of a literal that the text lacks; all of the pattern before it is found. */
  readonly nextStart: number;
  readonly nextEnd: number;
  /** Where in the text what is found of the pattern ends. */
  readonly at: number;
  /** Nothing of the literal after a capture is found from there on, so that the capture takes the rest. */
  readonly nowhere: boolean;
  /** In words: the missing piece in backticks. */
  readonly expected: string;
}

/** A pattern that cannot be used; offsets are UTF-16 in the pattern. Messages are Loki's. */
export interface PatternError {
  readonly ok: false;
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

export type PatternResult = { readonly ok: true; readonly pattern: Pattern } | PatternError;

interface Capture {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const CAPTURE = /<([A-Za-z_][A-Za-z0-9_]*)>/g;

/** Compiles `text`. Errors: no named capture, two captures side by side, a name used twice, an empty pattern. */
export function compilePattern(text: string): PatternResult {
  if (text === "") {
    const message = "parse error at line 1, col 1: syntax error: unexpected $end, expecting IDENTIFIER or LITERAL";
    return { ok: false, message, start: 0, end: 0 };
  }
  const captures: Capture[] = [];
  for (const found of text.matchAll(CAPTURE)) {
    captures.push({ name: found[1]!, start: found.index, end: found.index + found[0].length });
  }
  const named = captures.filter((capture) => capture.name !== "_");
  if (named.length === 0) {
    return { ok: false, message: "at least one capture is required", start: 0, end: text.length };
  }
  for (let i = 0; i + 1 < captures.length; i++) {
    const { start, end } = captures[i]!;
    const next = captures[i + 1]!;
    if (end !== next.start) continue;
    const message = `found consecutive capture '${text.slice(start, next.end)}': invalid expression`;
    return { ok: false, message, start, end: next.end };
  }
  const seen = new Set<string>();
  for (const { name, start, end } of named) {
    if (seen.has(name)) {
      return { ok: false, message: `duplicate capture name (${name}): invalid expression`, start, end };
    }
    seen.add(name);
  }
  return { ok: true, pattern: buildPattern(text, captures) };
}

function buildPattern(text: string, captures: readonly Capture[]): Pattern {
  const names = captures.filter((capture) => capture.name !== "_").map((capture) => capture.name);
  const count = names.length;
  const head = text.slice(0, captures[0]!.start);
  const isNamed = captures.map((capture) => capture.name !== "_");
  // The literal after each capture; empty only after a capture that ends the pattern.
  const literals = captures.map((capture, i) => text.slice(capture.end, captures[i + 1]?.start ?? text.length));
  const match = (line: string): (string | undefined)[] | undefined => {
    if (line === "" || !line.startsWith(head)) return undefined;
    const values: (string | undefined)[] = new Array(count);
    let filled = 0;
    let at = head.length;
    for (let i = 0; i < isNamed.length; i++) {
      const literal = literals[i]!;
      const found = literal === "" ? -1 : line.indexOf(literal, at);
      if (isNamed[i]) values[filled++] = found < 0 ? line.slice(at) : line.slice(at, found);
      if (found < 0) break;
      at = found + literal.length;
    }
    while (filled < count) values[filled++] = undefined;
    return values;
  };
  const findStop = (line: string): PatternStop | undefined => {
    const stop = (nextStart: number, nextEnd: number, at: number, nowhere: boolean): PatternStop => {
      const expected = nextStart === nextEnd ? "any text" : inWords(text.slice(nextStart, nextEnd));
      return { nextStart, nextEnd, at, nowhere, expected };
    };
    if (!line.startsWith(head)) {
      let same = 0;
      while (line[same] === head[same]) same++;
      return stop(same, head.length, same, false);
    }
    if (line === "") return stop(0, 0, 0, false);
    let at = head.length;
    for (const [i, literal] of literals.entries()) {
      if (literal === "") return undefined;
      const found = line.indexOf(literal, at);
      if (found >= 0) {
        at = found + literal.length;
        continue;
      }
      // A text with a literal also has the literal's beginning.
      let low = 0;
      let high = literal.length;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (line.includes(literal.slice(0, middle), at)) low = middle;
        else high = middle;
      }
      const end = captures[i]!.end;
      const after = low === 0 ? at : line.indexOf(literal.slice(0, low), at) + low;
      return stop(end + low, end + literal.length, after, low === 0);
    }
    return undefined;
  };
  return { names, match, findStop };
}
