/**
 * The engine whose work is bounded by program size times length of the text: RE2 in JavaScript. It is given our own
 * rendering of the tree, so that it never depends on its names, tables or refusals. Even so bounded, a large counted
 * repetition over a long line takes seconds: hence a stated limit, which is an error with a clear text, never a hang.
 */

import type { RE2JS } from "re2js";
import { re2js } from "#parts/re2/re2js";
import { LimitError } from "../base/limit-error.ts";

/** Instructions times UTF-16 units that one operation may cost; at worst some 40 ns each. */
export const LINEAR_BUDGET = 2 ** 25;

/** Instructions that a pattern may compile to for this engine. */
export const MAX_INSTRUCTIONS = 100_000;

/** Work from which asking "does it match" first, which is much cheaper, is worth a second pass over what does. */
const TEST_FIRST = 50_000;

const LONE_SURROGATE = /[\ud800-\udfff]/u;
const LONE_SURROGATES = /[\ud800-\udfff]/gu;

/** The text with each lone surrogate as U+FFFD; positions stay. */
export function toWellFormed(text: string): string {
  return LONE_SURROGATE.test(text) ? text.replace(LONE_SURROGATES, "\ufffd") : text;
}

/** One compiled pattern. */
export class LinearMatcher {
  readonly #re: RE2JS;
  readonly #groups: number;
  readonly source: string;
  readonly programSize: number;

  /** `source` is plain RE2 syntax as `emitRe2` writes it. */
  constructor(source: string, groupCount: number) {
    this.source = source;
    this.#re = re2js().RE2JS.compile(source);
    this.#groups = groupCount + 1;
    this.programSize = this.#re.programSize();
  }

  /** Maximum cost of matching a text of that many units. */
  workFor(length: number): number {
    return this.programSize * length;
  }

  test(text: string): boolean {
    this.#check(text.length);
    return this.#re.test(toWellFormed(text));
  }

  /** Flat positions of the first match from `from`, or null. */
  execIndices(text: string, from: number): number[] | null {
    const length = text.length - from;
    this.#check(length);
    const well = toWellFormed(text);
    if (from === 0 && this.workFor(length) > TEST_FIRST && !this.#re.test(well)) return null;
    const [found, positions] = this.#re.re2().matchWithGroup(well, from, well.length, 0, this.#groups) as [
      boolean,
      number[],
    ];
    if (!found) return null;
    const out = positions.slice(0, 2 * this.#groups);
    while (out.length < 2 * this.#groups) out.push(-1);
    return out;
  }

  #check(length: number): void {
    if (this.workFor(length) <= LINEAR_BUDGET) return;
    throw new LimitError(
      "regex-work",
      `the regular expression compiles to ${this.programSize} instructions and the text has ${length} characters: ` +
        `matching may take ${this.workFor(length)} steps, the limit is ${LINEAR_BUDGET}`,
    );
  }
}
