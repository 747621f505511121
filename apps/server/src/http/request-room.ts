/** Requests that are being answered at a time, in all and for one address. Of more there is no answer but that. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { clientKey } from "./client-address.ts";

export interface RoomBounds {
  readonly all: number;
  readonly each: number;
}

export class RequestRoom {
  readonly #bounds: RoomBounds;
  readonly #clients = new Map<string, number>();
  #all = 0;

  constructor(bounds: RoomBounds) {
    this.#bounds = bounds;
  }

  /** Whether there is room for a request, which it has until its answer ends. */
  enter({ socket }: Pick<IncomingMessage, "socket">, response: ServerResponse): boolean {
    const client = clientKey(socket.remoteAddress);
    const own = this.#clients.get(client) ?? 0;
    if (this.#all >= this.#bounds.all || own >= this.#bounds.each) return false;
    this.#all++;
    this.#clients.set(client, own + 1);
    response.once("close", () => {
      this.#all--;
      const left = this.#clients.get(client)! - 1;
      if (left === 0) this.#clients.delete(client);
      else this.#clients.set(client, left);
    });
    return true;
  }
}
