/**
 * What one connection may hold: its requests are answered one after the other, so that one that waits holds nothing (no
 * open file, no body), and it ends when it takes nothing of its answer, says nothing, or asks for more than it reads.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Requests that may wait on one connection for those before them; clients that send any ahead send a few. */
export const MAX_WAITING = 100;

/** Milliseconds; 0 is without end. */
export interface ConnectionTimes {
  /** In which a client must take something of what is ready for it. */
  readonly stall: number;
  /** Between the end of an answer, or the opening, and the end of the next request's headers. */
  readonly idle: number;
}

interface Connection {
  readonly waiting: { readonly request: IncomingMessage; readonly response: ServerResponse }[];
  /** A request is being answered. */
  busy: boolean;
  /** When it opened, or the last answer ended. */
  idleSince: number;
  /** What was ready to be sent when that was last looked at, and since when it is the same. */
  unsent: readonly [text: number, bytes: number];
  unsentSince: number;
}

export class Connections {
  readonly #handler: RequestListener;
  readonly #times: ConnectionTimes;
  readonly #open = new Map<Socket, Connection>();

  constructor(handler: RequestListener, times: ConnectionTimes) {
    this.#handler = handler;
    this.#times = times;
  }

  /** To be called once for a server, before it listens. Looks at its connections every `interval` milliseconds. */
  attach(server: Server, interval: number): void {
    server.on("connection", (socket: Socket) => {
      const now = performance.now();
      this.#open.set(socket, { waiting: [], busy: false, idleSince: now, unsent: [0, 0], unsentSince: now });
      socket.once("close", () => this.#open.delete(socket));
    });
    server.on("request", (request, response) => this.#take(request, response));
    const timer = setInterval(() => {
      this.endStalled(this.#times.stall);
      this.#endIdle();
    }, interval);
    timer.unref();
    server.once("close", () => clearInterval(timer));
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = this.#open.get(socket);
    if (connection === undefined || socket.destroyed) return;
    if (!connection.busy) this.#answer(connection, request, response);
    else if (connection.waiting.length >= MAX_WAITING) socket.destroy();
    else connection.waiting.push({ request, response });
  }

  #answer(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    connection.busy = true;
    response.once("close", () => {
      connection.busy = false;
      connection.idleSince = performance.now();
      const next = request.socket.destroyed ? undefined : connection.waiting.shift();
      if (next !== undefined) this.#answer(connection, next.request, next.response);
    });
    this.#handler(request, response as Parameters<RequestListener>[1]);
  }

  /** Ends the connections whose clients have taken nothing for so many milliseconds of what is ready for them. */
  endStalled(limit: number): void {
    const now = performance.now();
    for (const [socket, connection] of this.#open) {
      const [text, bytes] = unsent(socket);
      if ((text === 0 && bytes === 0) || text !== connection.unsent[0] || bytes !== connection.unsent[1]) {
        connection.unsent = [text, bytes];
        connection.unsentSince = now;
      } else if (limit > 0 && now - connection.unsentSince >= limit) socket.destroy();
    }
  }

  /** The platform's own time for this begins anew with every blank line. */
  #endIdle(): void {
    if (this.#times.idle === 0) return;
    const now = performance.now();
    for (const [socket, { busy, idleSince }] of this.#open)
      if (!busy && now - idleSince >= this.#times.idle) socket.destroy();
  }
}

function unsent(socket: Socket): readonly [text: number, bytes: number] {
  // What was written in one go counts as a whole in `writableLength` until all of it is sent.
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null };
  return [socket.writableLength, handle?.writeQueueSize ?? 0];
}
