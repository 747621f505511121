/** Which brackets are open at a place of a text, and where each is closed. Quoted parts are masked. */

export const CLOSING: Readonly<Record<string, string>> = { "[": "]", "{": "}", "(": ")" };
export const OPENING: Readonly<Record<"]" | "}" | ")", "[" | "{" | "(">> = { "]": "[", "}": "{", ")": "(" };

type Open = Record<"[" | "{" | "(", number>;

/** The brackets of a text, read from its beginning to its end. */
export class Brackets {
  readonly #masked: string;
  readonly #words: boolean;
  readonly #open: Open = { "[": 0, "{": 0, "(": 0 };
  #at = 0;
  #ends: ReadonlyMap<number, number> | undefined;

  /** `words`: a bracket within a word is a character of it. */
  constructor(masked: string, words: boolean) {
    this.#masked = masked;
    this.#words = words;
  }

  /** Number of open ones before a place; places must ascend. */
  openAt(place: number): Readonly<Open> {
    for (; this.#at < place; this.#at++) {
      const c = this.#masked[this.#at]!;
      if (c === "[" || c === "{" || c === "(") {
        if (!this.#words || !/[^\s=:,[{(]/.test(this.#masked[this.#at - 1] ?? " ")) this.#open[c]++;
      } else if (c === "]" || c === "}" || c === ")") this.#open[OPENING[c]] = Math.max(0, this.#open[OPENING[c]] - 1);
    }
    return this.#open;
  }

  /** Where what is opened at a place is closed; the end of the text where it is not. */
  endOf(place: number): number {
    this.#ends ??= pairs(this.#masked);
    return this.#ends.get(place) ?? this.#masked.length;
  }
}

function pairs(masked: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  const waiting: Record<string, number> = { "]": 0, "}": 0, ")": 0 };
  for (const { 0: c, index } of masked.matchAll(/[[\]{}()]/g)) {
    const closer = CLOSING[c];
    if (closer !== undefined) {
      open.push(index);
      waiting[closer]!++;
    } else if (waiting[c]! > 0) {
      // What was not closed within it ends there, too.
      for (let closed = ""; closed !== c; ) {
        const last = open.pop()!;
        closed = CLOSING[masked[last]!]!;
        waiting[closed]!--;
        ends.set(last, index);
      }
    }
  }
  return ends;
}
