/**
 * A component that changes entries one by one, in the same turn. While the next one is full, a batch is held and no other is
 * taken.
 */
import { type LogEntry, type LogsReceiver, type PushAnswer, RoomWaiters, secure } from "./receiver.ts";

export interface EntryMapping {
  /** The entries that go on. The origins of others are released by then. */
  map(batch: readonly LogEntry[]): readonly LogEntry[];
  /** Told how many were handed on. */
  handedOn?(count: number): void;
}

export class EntryMapper implements LogsReceiver {
  readonly #mapping: EntryMapping;
  readonly #next: LogsReceiver;
  readonly #room = new RoomWaiters();
  /** Not handed on yet. */
  #outgoing: readonly LogEntry[] = [];

  constructor(mapping: EntryMapping, next: LogsReceiver) {
    this.#mapping = mapping;
    this.#next = next;
  }

  get full(): boolean {
    return this.#outgoing.length > 0;
  }

  /** Entries that are not handed on yet. */
  get outgoing(): number {
    return this.#outgoing.length;
  }

  push(batch: readonly LogEntry[]): PushAnswer {
    if (this.full) return "full";
    this.#outgoing = this.#mapping.map(batch);
    this.#handOn();
    return "accepted";
  }

  get durable(): boolean {
    return this.#next.durable === true;
  }

  /** What is durable behind it is as good as directly behind the source, since nothing stays here. */
  secure(batch: readonly LogEntry[]): PushAnswer | Promise<PushAnswer> {
    if (this.full || this.#next.full) return "full";
    return this.#secure(this.#mapping.map(batch));
  }

  #secure(batch: readonly LogEntry[]): PushAnswer | Promise<PushAnswer> {
    if (batch.length === 0) return "accepted";
    const answer = secure(this.#next, batch);
    return answer instanceof Promise ? answer.then((late) => this.#secured(batch, late)) : this.#secured(batch, answer);
  }

  #secured(batch: readonly LogEntry[], answer: PushAnswer): PushAnswer | Promise<PushAnswer> {
    if (answer === "accepted") {
      this.#mapping.handedOn?.(batch.length);
      return answer;
    }
    // It is taken already: it cannot be refused any more, since it has changed.
    this.#outgoing = batch;
    return new Promise((resolve) => {
      this.#next.whenRoom(() => {
        this.#outgoing = [];
        resolve(this.#secure(batch));
        if (!this.full) this.#room.notify();
      });
    });
  }

  #handOn(): void {
    const batch = this.#outgoing;
    if (batch.length === 0) return;
    if (this.#next.push(batch) === "accepted") {
      this.#outgoing = [];
      this.#mapping.handedOn?.(batch.length);
      return;
    }
    this.#next.whenRoom(() => {
      this.#handOn();
      if (!this.full) this.#room.notify();
    });
  }

  whenRoom(callback: () => void): void {
    if (this.full) this.#room.add(callback);
    else callback();
  }

  /** Gives how many entries are lost that no source gives again. */
  async drain(deadline: Promise<void>): Promise<number> {
    if (this.full) await Promise.race([new Promise<void>((resolve) => this.whenRoom(resolve)), deadline]);
    return this.#outgoing.filter(({ origin }) => origin === undefined).length;
  }
}
