/** `logs.echo`: prints every entry, one line each with what a terminal would obey made visible, as fast as it is read. */
import { formatRfc3339, logsEcho, visible } from "@sluice/engine";
import type { ComponentContext, RunningComponent } from "../../core/component.ts";
import { defineRunning } from "../../core/component-record.ts";
import {
  type LogEntry,
  type LogsReceiver,
  type PushAnswer,
  RoomWaiters,
  releaseAll,
} from "../../core/entries/receiver.ts";
import { HEALTHY } from "../../core/health.ts";

/** Printed at once, in characters: of a batch that is not read, no more is turned into text. */
const PIECE = 64 * 1024;

export class EchoComponent implements RunningComponent, LogsReceiver {
  readonly #context: ComponentContext;
  readonly #waiters = new RoomWaiters();
  readonly health = HEALTHY;
  /** What is not printed yet, because what was is not read. */
  #rest: readonly LogEntry[] = [];
  #waiting = false;

  constructor(context: ComponentContext) {
    this.#context = context;
  }

  get receiver(): LogsReceiver {
    return this;
  }

  get full(): boolean {
    return this.#waiting;
  }

  async start(): Promise<void> {}

  push(batch: readonly LogEntry[]): PushAnswer {
    if (this.#waiting) return "full";
    this.#rest = batch;
    this.#print();
    return "accepted";
  }

  /** Prints until nothing is left, or the reader is behind. */
  #print(): void {
    const entries = this.#rest;
    for (let at = 0; at < entries.length; ) {
      const from = at;
      let text = "";
      while (at < entries.length && text.length < PIECE) text += lineOf(entries[at++]!);
      const room = this.#context.print(text);
      const printed = entries.slice(from, at);
      if (room !== undefined) {
        this.#rest = entries.slice(from);
        this.#waiting = true;
        this.#context.faults.guard("printing", () => room.then(() => this.#goOn(printed)));
        return;
      }
      releaseAll(printed, "delivered");
    }
    this.#rest = [];
  }

  /** `printed` has been read, or is on the way. */
  #goOn(printed: readonly LogEntry[]): void {
    this.#rest = this.#rest.slice(printed.length);
    this.#waiting = false;
    releaseAll(printed, "delivered");
    this.#print();
    if (!this.#waiting) this.#waiters.notify();
  }

  whenRoom(callback: () => void): void {
    if (this.#waiting) this.#waiters.add(callback);
    else callback();
  }

  async drain(deadline: Promise<void>): Promise<number> {
    if (this.#waiting) {
      const room = new Promise<void>((resolve) => this.whenRoom(resolve));
      await Promise.race([room, deadline]);
    }
    return this.#rest.filter(({ origin }) => origin === undefined).length;
  }
}

function lineOf({ timestamp, labels, line, metadata }: LogEntry): string {
  const extra = metadata.map(([name, value]) => ` ${visible(name)}=${visible(JSON.stringify(value))}`).join("");
  return `${formatRfc3339(timestamp)} ${visible(String(labels))}${extra} ${visible(line)}\n`;
}

export const echoRecord = defineRunning({
  spec: logsEcho,
  build: ({ context }) => new EchoComponent(context),
});
