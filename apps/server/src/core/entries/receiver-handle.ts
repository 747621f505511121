/**
 * A receiver that stays the same while its target is replaced: references between components go through these, and so
 * are bound late. Those who wait for room wait here, so that the target of that moment calls them back. An observer on
 * a handle (a capture) sees batches once they are taken, and copies nothing but what fits within its limits.
 */
import type { BatchObserver, FlowCount } from "./flow.ts";
import { type LogEntry, type LogsReceiver, type PushAnswer, RoomWaiters, secure } from "./receiver.ts";

export class ReceiverHandle implements LogsReceiver {
  #target: LogsReceiver | undefined;
  readonly #flow: FlowCount | undefined;
  /** Undefined while nobody watches. */
  #observers: readonly BatchObserver[] | undefined;
  readonly #room = new RoomWaiters();
  /** The target that was asked to call back. */
  #asked: LogsReceiver | undefined;

  /** `flow` counts what is taken. */
  constructor(flow?: FlowCount) {
    this.#flow = flow;
  }

  /** Has `observer` see what is taken, until the function that this gives is called. It must not throw. */
  observe(observer: BatchObserver): () => void {
    this.#observers = [...(this.#observers ?? []), observer];
    return () => {
      const rest = this.#observers?.filter((one) => one !== observer);
      this.#observers = rest?.length ? rest : undefined;
    };
  }

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
    const answer = this.#target?.push(batch) ?? "full";
    if (answer === "accepted") this.#taken(batch);
    return answer;
  }

  get durable(): boolean {
    return this.#target?.durable === true;
  }

  secure(batch: readonly LogEntry[]): PushAnswer | Promise<PushAnswer> {
    const answer = this.#target === undefined ? "full" : secure(this.#target, batch);
    if (answer === "accepted") this.#taken(batch);
    if (!(answer instanceof Promise)) return answer;
    return answer.then((late) => {
      if (late === "accepted") this.#taken(batch);
      return late;
    });
  }

  #taken(batch: readonly LogEntry[]): void {
    this.#flow?.add(batch);
    if (this.#observers !== undefined) for (const observe of this.#observers) observe(batch);
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
