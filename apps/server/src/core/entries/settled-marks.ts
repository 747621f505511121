/** How far a source may go on from after a restart: over all of its entries that are settled without a gap. */
import { type Fate, Origin, type OriginSource } from "@sluice/engine";

export class SettledMarks<T> implements OriginSource {
  /** Of the entries on their way, in their order; undefined once one is settled. */
  #marks: { readonly mark: T; done: boolean }[] = [];
  /** How many came before `#marks`, and how many of those are settled. */
  #before = 0;
  #head = 0;
  #kept: T | undefined;
  readonly #moved: () => void;

  constructor(kept: T | undefined, moved: () => void) {
    this.#kept = kept;
    this.#moved = moved;
  }

  /** The mark of the last entry before which all are settled. */
  get kept(): T | undefined {
    return this.#kept;
  }

  /** The origin of the next entry. */
  origin(mark: T): Origin {
    this.#marks.push({ mark, done: false });
    return new Origin(this, this.#before + this.#marks.length - 1);
  }

  /** Whatever its outcome, unless it is returned: a failure was counted by who gave up, and would fail again. */
  settled(offset: number, fate: Fate): void {
    if (fate === "returned") return;
    this.#marks[offset - this.#before]!.done = true;
    const from = this.#head;
    while (this.#marks[this.#head]?.done === true) this.#kept = this.#marks[this.#head++]!.mark;
    if (this.#head === from) return;
    // Now and then, so that many that are settled one by one are not moved each time.
    if (this.#head * 2 >= this.#marks.length) {
      this.#before += this.#head;
      this.#marks = this.#marks.slice(this.#head);
      this.#head = 0;
    }
    this.#moved();
  }
}
