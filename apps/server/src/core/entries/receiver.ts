/**
 * How entries go from component to component. A batch is taken whole or refused whole; `full` is back-pressure, and the
 * one who pushed keeps the batch, stops reading and is called back when there is room.
 */
import type { Fate, LogEntry } from "@sluice/engine";

export type { LogEntry } from "@sluice/engine";

export type PushAnswer = "accepted" | "full";

export interface LogsReceiver {
  /** Takes the batch whole, or refuses it whole. Must accept when `full` is false. */
  push(batch: readonly LogEntry[]): PushAnswer;
  /**
   * The same for one that answers somebody: where what takes the batch is durable, resolves once it is on disk. Rejects with
   * `NotSecured` where it could not be written; then nothing of it is kept. Absent: nothing directly behind is durable.
   */
  secure?(batch: readonly LogEntry[]): PushAnswer | Promise<PushAnswer>;
  /** Whether a push would be refused now. */
  readonly full: boolean;
  /** Calls back once, as soon as it is not full (at once when it is not). */
  whenRoom(callback: () => void): void;
}

/** A batch could not be made durable, and was not taken. The message says why. */
export class NotSecured extends Error {}

/** Gives a batch to one that may be durable. */
export const secure = (receiver: LogsReceiver, batch: readonly LogEntry[]): PushAnswer | Promise<PushAnswer> =>
  receiver.secure === undefined ? receiver.push(batch) : receiver.secure(batch);

/** Releases the origin of each. */
export function releaseAll(entries: readonly LogEntry[], fate: Fate): void {
  for (const { origin } of entries) origin?.release(fate);
}

/** Waiting callbacks of a receiver. */
export class RoomWaiters {
  #callbacks: (() => void)[] = [];

  add(callback: () => void): void {
    this.#callbacks.push(callback);
  }

  get empty(): boolean {
    return this.#callbacks.length === 0;
  }

  notify(): void {
    const callbacks = this.#callbacks;
    this.#callbacks = [];
    for (const callback of callbacks) callback();
  }
}

/** Every receiver gets every entry; the whole is full while one of them is, so that none gets a batch twice. */
export function fanOut(receivers: readonly LogsReceiver[]): LogsReceiver {
  if (receivers.length === 1) return receivers[0]!;
  const isFull = () => receivers.some((receiver) => receiver.full);
  const share = (batch: readonly LogEntry[]) => {
    if (receivers.length === 0) releaseAll(batch, "dropped");
    for (let i = 1; i < receivers.length; i++) for (const { origin } of batch) origin?.share();
  };
  return {
    get full() {
      return isFull();
    },
    push(batch) {
      if (isFull()) return "full";
      share(batch);
      for (const receiver of receivers) receiver.push(batch);
      return "accepted";
    },
    secure(batch) {
      if (isFull()) return "full";
      share(batch);
      const waits: Promise<PushAnswer>[] = [];
      for (const receiver of receivers) {
        const answer = secure(receiver, batch);
        if (answer instanceof Promise) waits.push(answer);
      }
      return waits.length === 0 ? "accepted" : Promise.all(waits).then(() => "accepted");
    },
    whenRoom(callback) {
      const full = receivers.find((receiver) => receiver.full);
      if (full === undefined) callback();
      else full.whenRoom(() => this.whenRoom(callback));
    },
  };
}
