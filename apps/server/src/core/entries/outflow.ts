/** What a source has read and hands on: while there is no room it holds one batch, and the source reads nothing more. */
import type { LogEntry, LogsReceiver } from "./receiver.ts";

export class Outflow {
  readonly #next: LogsReceiver;
  #batch: readonly LogEntry[] = [];
  #onRoom = () => {};
  #whenIdle: (() => void)[] = [];

  constructor(next: LogsReceiver) {
    this.#next = next;
  }

  /** Entries that are not handed on yet. */
  get held(): number {
    return this.#batch.length;
  }

  /**
   * Hands a batch on. False: there is no room; it is kept, and `onRoom` is called once it is handed on, in place of the one
   * before; without one, that stays.
   */
  push(batch: readonly LogEntry[], onRoom = this.#onRoom): boolean {
    if (this.held > 0) {
      this.#batch = [...this.#batch, ...batch];
      this.#onRoom = onRoom;
      return false;
    }
    if (batch.length === 0 || this.#next.push(batch) === "accepted") return true;
    this.#batch = batch;
    this.#onRoom = onRoom;
    this.#next.whenRoom(() => this.#again());
    return false;
  }

  #again(): void {
    if (this.#next.push(this.#batch) === "full") {
      this.#next.whenRoom(() => this.#again());
      return;
    }
    this.#batch = [];
    const onRoom = this.#onRoom;
    this.#onRoom = () => {};
    onRoom();
    if (this.#batch.length > 0) return;
    for (const callback of this.#whenIdle.splice(0)) callback();
  }

  /** Resolves when nothing is held, or at the deadline. Gives how many entries are. */
  async drain(deadline: Promise<void>): Promise<number> {
    if (this.held > 0) {
      const idle = new Promise<void>((resolve) => {
        this.#whenIdle.push(resolve);
      });
      await Promise.race([idle, deadline]);
    }
    return this.held;
  }
}
