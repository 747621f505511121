/**
 * How entries go from component to component. A batch is taken whole or refused whole; `full` is back-pressure, and the
 * one who pushed keeps the batch, stops reading and is called back when there is room.
 */
import type { Fate, LogEntry } from "@sluice/engine";

export type { LogEntry } from "@sluice/engine";

/** An entry without the source that waits for its outcome. */
export type LogContent = Omit<LogEntry, "origin">;

export type PushAnswer = "accepted" | "full";

export interface LogsReceiver {
  /** Takes the batch whole, or refuses it whole. Must accept when `full` is false. */
  push(batch: readonly LogEntry[]): PushAnswer;
  /**
   * The same for one that answers somebody: where what takes the batch is durable, resolves once it is on disk. Rejects with
   * `NotSecured` where it could not be written; then nothing of it is kept. Absent: nothing directly behind is durable.
   */
  secure?(batch: readonly LogEntry[]): PushAnswer | Promise<PushAnswer>;
  /** What takes the batch now writes it to disk first. */
  readonly durable?: boolean | undefined;
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

/** Releases the origin of each, even if the source of one throws; that is thrown afterwards. */
export function releaseAll(entries: readonly Pick<LogEntry, "origin">[], fate: Fate): void {
  let failure: { readonly error: unknown } | undefined;
  for (const { origin } of entries) {
    try {
      origin?.release(fate);
    } catch (error) {
      failure ??= { error };
    }
  }
  if (failure !== undefined) throw failure.error;
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

/** Pushes a batch as soon as there is room: another receiver of the same batch may have filled this one. */
function pushLate(receiver: LogsReceiver, batch: readonly LogEntry[]): void {
  if (receiver.push(batch) === "full") receiver.whenRoom(() => pushLate(receiver, batch));
}

async function secureLate(receiver: LogsReceiver, batch: readonly LogEntry[]): Promise<void> {
  while ((await secure(receiver, batch)) === "full")
    await new Promise<void>((resolve) => {
      receiver.whenRoom(resolve);
    });
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
      for (const receiver of receivers) pushLate(receiver, batch);
      return "accepted";
    },
    secure(batch) {
      if (isFull()) return "full";
      share(batch);
      const durable = receivers.filter((receiver) => receiver.durable === true);
      const others = receivers.filter((receiver) => receiver.durable !== true);
      const giveOthers = (): PushAnswer => {
        for (const receiver of others) pushLate(receiver, batch);
        return "accepted";
      };
      if (durable.length === 0) return giveOthers();
      // First: where one of them cannot write, the batch comes again, and the others must not have it twice.
      return Promise.all(durable.map((receiver) => secureLate(receiver, batch))).then(giveOthers);
    },
    get durable() {
      return receivers.some((receiver) => receiver.durable === true);
    },
    whenRoom(callback) {
      const full = receivers.find((receiver) => receiver.full);
      if (full === undefined) callback();
      else full.whenRoom(() => this.whenRoom(callback));
    },
  };
}
