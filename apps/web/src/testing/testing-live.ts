/** Answers of a server to the live area, as tests write them. */

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
