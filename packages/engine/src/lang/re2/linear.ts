/**
 * The engine whose work is bounded by program size times length of the text: RE2 in JavaScript. It is given our own
 * rendering of the tree, so that it never depends on its names, tables or refusals. Even so bounded, a large counted
 * repetition over a long line takes seconds: hence a stated limit, which is an error with a clear text, never a hang.
 */
import { RE2JS } from "re2js";
import { LimitError } from "../../base/limit-error.ts";

/** Instructions times UTF-16 units that one match may cost. */
export const LINEAR_BUDGET = 2 ** 27;

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
  readonly programSize: number;

  /** `source` is plain RE2 syntax as `emitRe2` writes it. */
  constructor(source: string, groupCount: number) {
    this.#re = RE2JS.compile(source);
    this.#groups = groupCount + 1;
    this.programSize = this.#re.programSize();
  }

  /** Throws a LimitError when matching `length` units would exceed the budget. */
  charge(length: number): void {
    if (this.programSize * length <= LINEAR_BUDGET) return;
    throw new LimitError(
      "regex-work",
      `the regular expression compiles to ${this.programSize} instructions and the text has ${length} characters: ` +
        `matching may take ${this.programSize * length} steps, the limit is ${LINEAR_BUDGET}`,
    );
  }

  test(text: string): boolean {
    this.charge(text.length);
    return this.#re.test(toWellFormed(text));
  }

  /** Flat positions of the first match from `from`, or null. */
  execIndices(text: string, from: number): number[] | null {
    this.charge(text.length - from);
    const well = toWellFormed(text);
    const [found, positions] = this.#re.re2().matchWithGroup(well, from, well.length, 0, this.#groups) as [
      boolean,
      number[],
    ];
    if (!found) return null;
    const out = positions.slice(0, 2 * this.#groups);
    while (out.length < 2 * this.#groups) out.push(-1);
    return out;
  }
}
