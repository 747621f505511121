/** Values that are found in a text by reading it once, however many they are. */
import type { Span } from "../span.ts";

/** Number of characters that are looked up first. */
const START = 6;

export class KnownValues {
  static readonly #made = new WeakMap<readonly string[], KnownValues>();
  /** Those below `START`, which `find` passes over. */
  readonly short: readonly string[];
  /** Values by their length, longer ones first; by the characters with which they begin. */
  readonly #byStart = new Map<string, [length: number, values: Set<string>][]>();
  /** Where it is 0 for the first characters, no value begins with them. */
  readonly #starts = new Uint8Array(1 << 16);

  /** Cached by list; lists are never changed. */
  static of(values: readonly string[]): KnownValues {
    let known = KnownValues.#made.get(values);
    if (known === undefined) {
      known = new KnownValues(values);
      KnownValues.#made.set(values, known);
    }
    return known;
  }

  private constructor(values: readonly string[]) {
    this.short = [...new Set(values.filter(({ length }) => length < START))];
    for (const value of values) {
      if (value.length < START) continue;
      const start = value.slice(0, START);
      const lengths = this.#byStart.get(start) ?? [];
      this.#byStart.set(start, lengths);
      let same = lengths.find(([length]) => length === value.length);
      if (same === undefined) {
        same = [value.length, new Set()];
        lengths.push(same);
      }
      same[1].add(value);
      this.#starts[startOf(value, 0)] = 1;
    }
    for (const lengths of this.#byStart.values()) lengths.sort(([a], [b]) => b - a);
  }

  *find(text: string): Iterable<Span> {
    for (let at = 0; at + START <= text.length; at++) {
      if (this.#starts[startOf(text, at)] === 0) continue;
      const lengths = this.#byStart.get(text.slice(at, at + START)) ?? [];
      const found = lengths.find(
        ([length, values]) => at + length <= text.length && values.has(text.slice(at, at + length)),
      );
      if (found !== undefined) yield { start: at, end: at + found[0] };
    }
  }
}

/** A number of 16 bits of the three characters at a place. */
const startOf = (text: string, at: number): number =>
  (text.charCodeAt(at) ^ (text.charCodeAt(at + 1) << 5) ^ (text.charCodeAt(at + 2) << 9)) & 0xffff;
