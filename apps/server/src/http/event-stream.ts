/**
 * Server-sent events to one client. What it has not taken is counted, and where that is too much, further events are
 * refused instead of kept: whoever sends decides what to do with them.
 */
import type { Request, Response } from "express";
import type { Scheduler } from "../platform/scheduler.ts";

/** So often something is sent, so that nobody on the way takes the connection for dead. Nanoseconds. */
const KEEP_ALIVE = 15_000_000_000n;
/** Looks in a row at which a client has taken nothing of what waits for it, after which it counts as gone. */
const MAX_STILL = 8;

export class EventStream {
  readonly #response: Response;
  readonly #most: number;
  readonly #cancelKeepAlive: () => void;
  #unread = 0;
  #taken = 0;
  #open = true;

  /** Begins the answer. `most`: bytes that may wait for the client; `closed` is called once when it is over, whoever ends it. */
  constructor(
    request: Request,
    response: Response,
    { scheduler, most, closed }: { scheduler: Scheduler; most: number; closed: () => void },
  ) {
    this.#response = response;
    this.#most = most;
    response.status(200).set({
      "Cache-Control": "no-store",
      "Content-Type": "text/event-stream; charset=utf-8",
      // For proxies that gather answers otherwise.
      "X-Accel-Buffering": "no",
    });
    response.flushHeaders();
    let cancel = () => {};
    let [taken, still] = [0, 0];
    const arm = () => {
      cancel = scheduler.after(KEEP_ALIVE, () => {
        arm();
        still = this.#unread > 0 && this.#taken === taken ? still + 1 : 0;
        taken = this.#taken;
        if (still >= MAX_STILL) response.destroy();
        else if (this.#unread === 0) this.#write(":\n\n");
      });
    };
    arm();
    this.#cancelKeepAlive = () => cancel();
    const over = () => {
      this.#open = false;
      cancel();
      closed();
    };
    // A client may be gone before it was answered.
    if (response.destroyed) queueMicrotask(over);
    else response.once("close", over);
    if (request.method === "HEAD") response.end();
  }

  /** Whether an event of some bytes would be taken now. */
  get hasRoom(): boolean {
    return this.#open && this.#unread < this.#most;
  }

  get unread(): number {
    return this.#unread;
  }

  /** Sends an event; gives whether it was taken. `always`: also where the client is behind, for what is small and rare. */
  send(name: string, data: string, { id, always = false }: { id?: number; always?: boolean } = {}): boolean {
    if (!this.#open || (!always && !this.hasRoom)) return false;
    this.#write(`event: ${name}\n${id === undefined ? "" : `id: ${id}\n`}data: ${data}\n\n`);
    return true;
  }

  #write(text: string): void {
    const bytes = Buffer.from(text);
    this.#unread += bytes.length;
    this.#response.write(bytes, () => {
      this.#unread -= bytes.length;
      this.#taken += bytes.length;
    });
  }

  /** Ends it with a last event. */
  end(name: string, data: string): void {
    if (!this.#open) return;
    this.send(name, data, { always: true });
    this.#open = false;
    this.#cancelKeepAlive();
    this.#response.end();
  }
}
