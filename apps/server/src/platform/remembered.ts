/** What was made of the last texts: a profiler sends the same names again and again, with other times and profiles. */

/** Texts that are remembered, and how long they may be. */
const MAX_TEXTS = 1000;
export const MAX_TEXT = 2000;

export class Remembered<T> {
  readonly #made = new Map<string, T>();

  of(text: string): T | undefined {
    return this.#made.get(text);
  }

  /** Forgets all others where they have become many. Gives what was made. */
  keep(text: string, made: T): T {
    if (text.length > MAX_TEXT) return made;
    if (this.#made.size >= MAX_TEXTS) this.#made.clear();
    this.#made.set(text, made);
    return made;
  }
}
