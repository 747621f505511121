/**
 * What one connection may hold: its requests are answered one after the other, so that one that waits holds nothing (no
 * open file, no body), and it ends when it takes nothing of its answer, says nothing, or asks for more than it reads.
 */
import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Place } from "./waiting-line.ts";

/** Requests that may wait on one connection for those before them; clients that send any ahead send a few. */
export const MAX_WAITING = 100;

/** Milliseconds; 0 is without end. */
export interface ConnectionTimes {
  /** In which a client must take something of what is ready for it. */
  readonly stall: number;
  /** Between an answer and the first byte of the next request. */
  readonly idle: number;
  /** From the first byte of a request, for the first one from the opening of its connection, to the end of its headers. */
  readonly headers: number;
  /** From the first byte of a request to its last. */
  readonly request: number;
}

/**
 * What is still read of a body after its answer, so that a client that writes first sees why it was refused. The connection
 * ends where more comes, or does not come in this time. Bytes; milliseconds.
 */
export const MAX_UNREAD = 16 * 1024 * 1024;
const MAX_UNREAD_MS = 30_000;

/** What the headers that are arriving may hold together, where a single one may be large. */
const MAX_ARRIVING = 64 * 1024 * 1024;

interface Connection {
  readonly waiting: { readonly request: IncomingMessage; readonly response: ServerResponse }[];
  /** A request is being answered. */
  busy: boolean;
  /** That one. */
  current?: { readonly request: IncomingMessage; readonly response: ServerResponse } | undefined;
  /** The last one, where it was answered before all of its body came. */
  unread: IncomingMessage | undefined;
  /** Since when that is so. */
  unreadSince: number;
  /** When it opened, or the last request and its answer ended. */
  idleSince: number;
  /** Bytes that had come by then. */
  before: number;
  /** Nothing was asked on it yet. */
  fresh: boolean;
  /** Since when a request has been arriving, as far as that was seen. */
  arrivingSince: number | undefined;
  /** What was sent when that was last looked at, and since when it is the same though more is ready. */
  sent: Sent;
  sentSince: number;
}

/** Of a request, when it began, by the clock of `performance`. On itself: to look it up elsewhere costs collecting garbage. */
const BEGUN = Symbol("when it began");
type Begun = IncomingMessage & { [BEGUN]?: number };

/** Milliseconds since the first byte of a request came, to about the interval in which its connection is looked at. */
export const sinceBegin = (request: Begun): number => {
  const begun = request[BEGUN];
  return begun === undefined ? 0 : performance.now() - begun;
};

/** Of a request whose time is bounded by whoever answers it. */
const ANY_TIME = Symbol("it may take any time");
type Timed = IncomingMessage & { [ANY_TIME]?: true };

/** Lets a request arrive for longer than others may; whoever calls it bounds its time. */
export function allowAnyTime(request: Timed): void {
  request[ANY_TIME] = true;
}

export class Connections {
  readonly #handler: RequestListener;
  readonly #times: ConnectionTimes;
  readonly #slowStatus: 400 | 408;
  readonly #placeOf: (socket: Socket) => Place | undefined;
  readonly #open = new Map<Socket, Connection>();
  /** No connection gets another answer after the one that is being made. */
  #finishing = false;

  /** `slowStatus`: what a client whose headers take too long is answered; `placeOf`: who learns what a connection does. */
  constructor(
    handler: RequestListener,
    times: ConnectionTimes,
    slowStatus: 400 | 408,
    placeOf: (socket: Socket) => Place | undefined,
  ) {
    this.#placeOf = placeOf;
    this.#handler = handler;
    this.#times = times;
    this.#slowStatus = slowStatus;
  }

  /** To be called once for a server, before it is given connections. Looks at them every `interval` milliseconds. */
  attach(server: Server, interval: number): void {
    server.on("connection", (socket: Socket) => {
      const now = performance.now();
      this.#open.set(socket, {
        waiting: [],
        busy: false,
        unread: undefined,
        unreadSince: now,
        idleSince: now,
        before: 0,
        fresh: true,
        arrivingSince: undefined,
        sent: sentOf(socket),
        sentSince: now,
      });
      socket.once("close", () => this.#open.delete(socket));
    });
    server.on("request", (request, response) => this.#take(request, response));
    const look = () => {
      this.endStalled(this.#times.stall);
      this.#endSlow();
    };
    // After what has come meanwhile was read: where this process was late itself, its clients are not.
    const timer = setInterval(() => setImmediate(look), interval);
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
    const place = this.#placeOf(request.socket);
    place?.busy();
    connection.busy = true;
    connection.current = { request, response };
    (request as Begun)[BEGUN] =
      connection.arrivingSince ?? (connection.fresh ? connection.idleSince : performance.now());
    connection.fresh = false;
    connection.unread = undefined;
    connection.arrivingSince = undefined;
    if (this.#finishing) response.setHeader("Connection", "close");
    response.once("prefinish", () => {
      if (!request.complete) boundRest(request);
    });
    response.once("close", () => {
      connection.busy = false;
      connection.current = undefined;
      connection.idleSince = performance.now();
      if (!request.complete) {
        connection.unread = request;
        connection.unreadSince = connection.idleSince;
      }
      connection.before = request.socket.bytesRead;
      if (this.#finishing) {
        // What waits was not begun: whoever asked sees that there is no answer. What was answered is still sent.
        connection.waiting.length = 0;
        request.socket.destroySoon();
        return;
      }
      const next = request.socket.destroyed ? undefined : connection.waiting.shift();
      if (next !== undefined) this.#answer(connection, next.request, next.response);
      else place?.quiet();
    });
    this.#handler(request, response as Parameters<RequestListener>[1]);
  }

  /** Ends the connections on which nothing is being answered; each other one ends with its answer. */
  finish(): void {
    this.#finishing = true;
    for (const [socket, { current }] of this.#open)
      if (current === undefined) socket.destroy();
      else if (!current.response.headersSent) current.response.setHeader("Connection", "close");
  }

  /** Ends the connections whose clients have taken nothing for so many milliseconds of what is ready for them. */
  endStalled(limit: number): void {
    const now = performance.now();
    for (const [socket, connection] of this.#open) {
      const sent = sentOf(socket);
      const { whole, queued } = connection.sent;
      if ((socket.writableLength === 0 && sent.queued === 0) || sent.whole !== whole || sent.queued !== queued) {
        connection.sent = sent;
        connection.sentSince = now;
      } else if (limit > 0 && now - connection.sentSince >= limit) socket.destroy();
    }
  }

  /** Ends the connections whose requests take too long to begin or to arrive, and the largest where too much is arriving. */
  #endSlow(): void {
    const now = performance.now();
    const { idle, headers } = this.#times;
    const arriving: { socket: Socket; bytes: number }[] = [];
    let sum = 0;
    for (const [socket, connection] of this.#open) {
      if (connection.unread?.complete) {
        connection.unread = undefined;
        connection.idleSince = now;
        connection.before = socket.bytesRead;
      }
      if (connection.busy || connection.unread !== undefined) {
        this.#endLate(socket, connection);
        continue;
      }
      const bytes = socket.bytesRead - connection.before;
      if (bytes > 0 && !connection.fresh) connection.arrivingSince ??= now;
      const since = connection.fresh ? connection.idleSince : connection.arrivingSince;
      if (since === undefined) {
        if (idle > 0 && now - connection.idleSince >= idle) socket.destroy();
      } else if (headers > 0 && now - since >= headers) {
        if (bytes === 0) socket.destroy();
        else refuse(socket, this.#slowStatus);
      } else if (bytes > 0) {
        arriving.push({ socket, bytes });
        sum += bytes;
      }
    }
    if (sum <= MAX_ARRIVING) return;
    arriving.sort((a, b) => b.bytes - a.bytes);
    for (const { socket, bytes } of arriving) {
      if (sum <= MAX_ARRIVING) return;
      refuse(socket, 431);
      sum -= bytes;
    }
  }

  /** Ends a connection whose request, answered or not, does not arrive as a whole in its time. */
  #endLate(socket: Socket, { current, unread, unreadSince }: Connection): void {
    if (unread !== undefined && performance.now() - unreadSince >= MAX_UNREAD_MS) socket.destroySoon();
    const request: Timed | undefined = unread ?? current?.request;
    if (request?.[ANY_TIME] && unread === undefined) return;
    const limit = this.#times.request;
    if (limit === 0 || request === undefined || request.complete || sinceBegin(request) < limit) return;
    // Of what was answered, all is still sent.
    if (current === undefined) socket.destroySoon();
    else if (current.response.headersSent) socket.destroy();
    else refuse(socket, 408);
  }

  /** The request that is being answered on a connection. */
  currentRequest(socket: Socket): IncomingMessage | undefined {
    return this.#open.get(socket)?.current?.request;
  }
}

/** Reads what is still to come of a body that was answered, within bounds. */
function boundRest(request: IncomingMessage): void {
  let rest = 0;
  // From now on it is one that is read: of another the platform would take any amount, and say nothing of it.
  request.read(0);
  request.resume();
  request.on("data", (piece: Buffer) => {
    rest += piece.length;
    if (rest > MAX_UNREAD) request.socket.destroy();
  });
}

/** Ends a connection on which no request can be read, with an answer for whoever listens. */
export function refuse(socket: Socket, status: 400 | 408 | 431 | 505): void {
  if (!socket.writable) return void socket.destroy();
  const phrase = `${status} ${STATUS_CODES[status]}`;
  socket.write(`HTTP/1.1 ${phrase}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n${phrase}`);
  socket.destroySoon();
}

/** What the system has taken of an answer. */
interface Sent {
  /** Bytes of what was written and is gone as a whole. What is written meanwhile does not change it. */
  readonly whole: number;
  /** What is left of that which is being sent: of one large piece, all that changes. */
  readonly queued: number;
}

function sentOf(socket: Socket): Sent {
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null };
  return { whole: socket.bytesWritten - socket.writableLength, queued: handle?.writeQueueSize ?? 0 };
}
