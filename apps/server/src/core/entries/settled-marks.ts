/** How far a source may go on from after a restart: over all of its entries that are settled without a gap. */
import { type Fate, Origin, type OriginSource } from "@sluice/engine";
import type { LogContent, LogEntry } from "./receiver.ts";

interface Marked<T> {
  readonly mark: T;
  /** To be handed on once more where it comes back; none once it is settled. */
  content: LogContent | undefined;
  done: boolean;
}

export class SettledMarks<T> implements OriginSource {
  /** Of the entries on their way, in their order; undefined once one is settled. */
  #marks: Marked<T>[] = [];
  /** How many came before `#marks`, and how many of those are settled. */
  #before = 0;
  #head = 0;
  #kept: T | undefined;
  #returned: number[] = [];
  readonly #moved: () => void;
  readonly #onReturned: () => void;

  /** `returned`: some came back, since a component ended that had them; `takeReturned` gives them. */
  constructor(kept: T | undefined, moved: () => void, returned: () => void) {
    this.#kept = kept;
    this.#moved = moved;
    this.#onReturned = returned;
  }

  /** The mark of the last entry before which all are settled. */
  get kept(): T | undefined {
    return this.#kept;
  }

  /** The next entry, with its origin. */
  entry(mark: T, content: LogContent): LogEntry {
    return { ...content, origin: this.#add(mark, content) };
  }

  /** The next entry is handed on to nobody. */
  drop(mark: T): void {
    this.#add(mark, undefined).release("dropped");
  }

  #add(mark: T, content: LogContent | undefined): Origin {
    this.#marks.push({ mark, content, done: false });
    return new Origin(this, this.#before + this.#marks.length - 1);
  }

  /** Those that came back, to be handed on again. */
  takeReturned(): LogEntry[] {
    const all = this.#returned.sort((a, b) => a - b);
    this.#returned = [];
    return all.flatMap((offset) => {
      const { content } = this.#marks[offset - this.#before]!;
      return content === undefined ? [] : { ...content, origin: new Origin(this, offset) };
    });
  }

  /** Whatever its outcome, unless it is returned: a failure was counted by who gave up, and would fail again. */
  settled(offset: number, fate: Fate): void {
    if (fate === "returned") {
      this.#returned.push(offset);
      this.#onReturned();
      return;
    }
    const marked = this.#marks[offset - this.#before]!;
    marked.done = true;
    marked.content = undefined;
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
