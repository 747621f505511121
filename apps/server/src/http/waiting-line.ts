/**
 * Connections that are served at a time. Further ones are accepted and wait, without anything being read from them, until
 * one closes: their clients see a slow server and not one that refuses them. Where as many wait as may, more are closed.
 */
import type { Socket } from "node:net";

export interface LineBounds {
  /** Connections that are served at a time; 0 is as many as come. */
  readonly served: number;
  /** Connections that may wait. */
  readonly waiting: number;
}

export class WaitingLine {
  #bounds: LineBounds;
  #serve: (socket: Socket) => void;
  readonly #count: (change: 1 | -1) => void;
  readonly #served = new Set<Socket>();
  readonly #waiting = new Set<Socket>();

  /** `count` is told of each connection that begins and ends to be served. */
  constructor(bounds: LineBounds, serve: (socket: Socket) => void, count: (change: 1 | -1) => void) {
    this.#bounds = bounds;
    this.#serve = serve;
    this.#count = count;
  }

  get served(): number {
    return this.#served.size;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** From now on, `serve` serves, within other bounds. What is served or waits stays where it is. */
  change(bounds: LineBounds, serve: (socket: Socket) => void): void {
    this.#bounds = bounds;
    this.#serve = serve;
    this.#callIn();
  }

  /** Takes a connection that nothing was read from. */
  add(socket: Socket): void {
    if (this.#full && this.#waiting.size >= this.#bounds.waiting) return void socket.destroy();
    this.#waiting.add(socket);
    // Of one that breaks while it waits, or while it is handed over: its close follows.
    socket.on("error", () => {});
    socket.once("close", () => {
      this.#waiting.delete(socket);
      if (!this.#served.delete(socket)) return;
      this.#count(-1);
      this.#callIn();
    });
    this.#callIn();
  }

  /** As many are served as may be. */
  get #full(): boolean {
    return this.#bounds.served > 0 && this.#served.size >= this.#bounds.served;
  }

  #callIn(): void {
    for (const socket of this.#waiting) {
      if (this.#full) return;
      this.#waiting.delete(socket);
      this.#served.add(socket);
      this.#count(1);
      this.#serve(socket);
    }
  }

  /** Ends those that wait. */
  dismiss(): void {
    for (const socket of this.#waiting) socket.destroy();
  }
}
