/**
 * Columns of a line that no quotes bound: `2026-03-01|INFO|login pwd=…|took 3 ms`. A separator of them ends a value without
 * quotes. One such character alone may belong to the value, so the line has to show that it separates.
 */

import { firstFrom } from "./nested-texts.ts";

/** Nothing separates with a blank behind it: that one ends the value anyway. */
const SEPARATORS = /[|;,](?=[^\s|;,])/g;
/** Ends of entities, as in `&quot;`. */
const ENTITY = /&#?\w{1,8}$/;
const PAIR = /[\w.-]{1,60} ?[:=]/y;

/** Others that the line must have: a pipe has no other use in prose. */
const NEEDED: Readonly<Record<string, number>> = { "|": 1, ";": 2, ",": 3 };

export class Columns {
  readonly #text: string;
  #places: ReadonlyMap<string, readonly number[]> | undefined;

  /** `text`: without the content of quotes. */
  constructor(text: string) {
    this.#text = text;
  }

  /** Where the column of a value ends: before a separator in it, or where the value ends. */
  endWithin(start: number, end: number): number {
    const value = this.#text.slice(start, end);
    for (const { 0: separator, index } of value.matchAll(/[|;,]/g))
      if (this.#separates(separator, start, start + index)) return start + index;
    return end;
  }

  /** One has to stand before the value: what only follows it may all be in it. */
  #separates(separator: string, start: number, at: number): boolean {
    this.#places ??= placesIn(this.#text);
    const places = this.#places.get(separator) ?? [];
    const before = firstFrom(places, start, (place) => place);
    const behind = places.length - firstFrom(places, at + 1, (place) => place);
    return before > 0 && before + behind >= NEEDED[separator]!;
  }
}

/** Separators that no value of a pair holds, as `ids=1|2|3` does. */
function placesIn(text: string): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  let [word, assigned] = [0, false];
  for (const { 0: separator, index } of text.matchAll(SEPARATORS)) {
    const since = text.slice(word, index);
    const blank = since.search(/\s\S*$/);
    assigned = (blank < 0 && assigned) || since.slice(blank + 1).includes("=");
    word = index;
    PAIR.lastIndex = index + 1;
    if (
      (assigned && !PAIR.test(text)) ||
      (separator === ";" && ENTITY.test(text.slice(Math.max(0, index - 10), index)))
    )
      continue;
    assigned = false;
    const same = places.get(separator);
    if (same === undefined) places.set(separator, [index]);
    else same.push(index);
  }
  return places;
}
