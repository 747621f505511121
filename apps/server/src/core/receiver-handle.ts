/**
 * A receiver that stays the same while what is behind it is replaced: references between components go through these.
 * Those who wait for room wait here, so that they are called back by whatever is behind it by then.
 */
import { type LogEntry, type LogsReceiver, type PushAnswer, RoomWaiters } from "./receiver.ts";

export class ReceiverHandle implements LogsReceiver {
  #target: LogsReceiver | undefined;
  readonly #room = new RoomWaiters();
  /** The target that was asked to call back. */
  #asked: LogsReceiver | undefined;

  /** From now on everything goes to `target`. */
  bind(target: LogsReceiver): void {
    this.#target = target;
    this.#ask();
  }

  /** Nothing is behind it yet, or that is full. */
  get full(): boolean {
    return this.#target?.full ?? true;
  }

  push(batch: readonly LogEntry[]): PushAnswer {
    return this.#target?.push(batch) ?? "full";
  }

  whenRoom(callback: () => void): void {
    if (!this.full) {
      callback();
      return;
    }
    this.#room.add(callback);
    this.#ask();
  }

  #ask(): void {
    const target = this.#target;
    if (target === undefined || target === this.#asked || this.#room.empty) return;
    this.#asked = target;
    target.whenRoom(() => {
      // What was replaced since has nothing to say.
      if (this.#asked !== target) return;
      this.#asked = undefined;
      this.#room.notify();
    });
  }
}
