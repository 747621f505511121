/** Answers of a server to the live area, as tests write them. */

import type { TapEntry } from "@sluice/protocol";
import type { ServerAnswer } from "../core/server/ask-server.ts";
import { settle } from "./testing.ts";

/** An answer that a test writes events into. */
export class TestStream {
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  canceled = false;
  readonly response = new Response(
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => {
        this.canceled = true;
      },
    }),
    { headers: { "content-type": "text/event-stream" } },
  );

  async send(name: string, data: unknown): Promise<void> {
    await this.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  async write(text: string): Promise<void> {
    this.#controller.enqueue(new TextEncoder().encode(text));
    await settle();
  }

  /** As where the connection breaks. */
  async breakOff(): Promise<void> {
    this.#controller.error(new TypeError("network error"));
    await settle();
  }

  async end(): Promise<void> {
    this.#controller.close();
    await settle();
  }
}

export const json = (value: unknown, status = 200): ServerAnswer => ({
  status,
  type: "application/json",
  body: new Blob([JSON.stringify(value)]),
});

/** An entry without metadata or extracted values, as a tap shows it before and after a pipeline. */
export const shownEntry = (line: string, labels: Readonly<Record<string, string>>) => ({
  line,
  timestamp: "2026-01-15T08:00:00Z",
  labels,
  structured_metadata: [],
  extracted: {},
  origins: [0],
});

/** What a tap sends of `entry`, which passed unchanged; `more` is otherwise. */
export const tappedOf =
  (entry: ReturnType<typeof shownEntry>) =>
  (seq: number, more: Partial<TapEntry> = {}): TapEntry => ({
    seq,
    index: seq,
    entered: "2026-01-15T08:00:00Z",
    status: "passed",
    settled: "out",
    stages: {},
    drops: [],
    steps: [],
    before: entry,
    after: [entry],
    ...more,
  });
