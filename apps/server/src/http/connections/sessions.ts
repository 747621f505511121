/**
 * Connections of HTTP/2: how many requests one has at a time, how long it may be silent or stay, and whether its client is
 * still there. Each ends by telling its client so, after the requests that are being answered.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  createServer,
  type Http2Server,
  type Http2ServerRequest,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { Socket } from "node:net";
import { MAX_TIMER } from "../../platform/max-timer.ts";
import type { Place } from "./waiting-line.ts";

/** Times in milliseconds; 0 and absent are without end. */
export interface SessionLimits {
  /** Requests at a time on one connection. */
  readonly streams?: number | undefined;
  /** Without a request. */
  readonly quiet?: number | undefined;
  /** Of a connection, whatever is asked on it. */
  readonly age?: number | undefined;
  /** After that, for the requests that are being answered. */
  readonly ageGrace?: number | undefined;
  /** Of silence, after which the client has to show that it is there. */
  readonly pingAfter?: number | undefined;
  /** In which it has to. */
  readonly pingTimeout?: number | undefined;
}

interface SessionTimes extends SessionLimits {
  /** From the opening of a connection to its first sign of HTTP/2. */
  readonly headersTimeout: number;
  /** Without a byte in either direction. */
  readonly idleTimeout: number;
}

const MAX_STREAMS = 250;
const UNREAD_STREAM_MS = 1_000;

export class Sessions {
  readonly #limits: SessionTimes;
  readonly #server: Http2Server;
  readonly #open = new Set<ServerHttp2Session>();
  /** Of the connection that is being taken. */
  #entering: Place | undefined;

  constructor(answer: (request: IncomingMessage, response: ServerResponse) => void, limits: SessionTimes) {
    this.#limits = limits;
    this.#server = createServer({ settings: { maxConcurrentStreams: limits.streams ?? MAX_STREAMS } });
    this.#server.on("request", (request, response) => {
      endWithAnswer(request, response.stream);
      answer(request as unknown as IncomingMessage, response as unknown as ServerResponse);
    });
    this.#server.on("session", (session) => this.#follow(session, this.#entering));
    this.#server.on("sessionError", () => {});
  }

  /** Serves a connection from which nothing was read. */
  enter(socket: Socket, place: Place | undefined): void {
    this.#entering = place;
    this.#server.emit("connection", socket);
    this.#entering = undefined;
  }

  #follow(session: ServerHttp2Session, place: Place | undefined): void {
    const { headersTimeout, idleTimeout, quiet, age, ageGrace } = this.#limits;
    this.#open.add(session);
    const timers = new Timers();
    session.once("close", () => {
      this.#open.delete(session);
      timers.clear();
    });
    session.on("error", () => {});
    if (idleTimeout > 0) session.setTimeout(idleTimeout, () => session.close());
    timers.start("begin", headersTimeout, () => session.destroy());
    session.once("remoteSettings", () => timers.stop("begin"));
    const fallQuiet = () => timers.start("quiet", quiet, () => session.close());
    fallQuiet();
    timers.start("age", age, () => {
      session.close();
      timers.start("age", ageGrace, () => session.destroy());
    });
    this.#watch(session, timers);
    let streams = 0;
    session.on("stream", (stream) => {
      if (streams++ === 0) {
        timers.stop("quiet");
        place?.busy();
      }
      stream.once("close", () => {
        if (--streams > 0) return;
        fallQuiet();
        place?.quiet();
      });
    });
  }

  /** Has a silent client show that it is there. */
  #watch(session: ServerHttp2Session, timers: Timers): void {
    const { pingAfter, pingTimeout } = this.#limits;
    const again = () => timers.start("ping", pingAfter, ping);
    const ping = () => {
      timers.start("ping", pingTimeout, () => session.destroy());
      if (!session.destroyed) session.ping((error) => error === null && again());
    };
    again();
    session.on("stream", again);
  }

  /** No connection gets another request; each ends with the last answer that is being made on it. */
  finish(): void {
    for (const session of this.#open) session.close();
  }

  /** Ends all at once, and for good. */
  end(): void {
    for (const session of this.#open) session.destroy();
    this.#server.emit("close");
  }
}

/** One of each name, which the next one replaces. */
class Timers {
  readonly #running = new Map<string, NodeJS.Timeout>();

  start(name: string, milliseconds: number | undefined, action: () => void): void {
    this.stop(name);
    if (milliseconds === undefined || milliseconds === 0) return;
    this.#running.set(name, setTimeout(action, Math.min(milliseconds, MAX_TIMER)).unref());
  }

  stop(name: string): void {
    clearTimeout(this.#running.get(name));
    this.#running.delete(name);
  }

  clear(): void {
    for (const timer of this.#running.values()) clearTimeout(timer);
    this.#running.clear();
  }
}

/**
 * Ends a stream of HTTP/2 whose body goes on after its answer: nothing more is read of it, which holds its client up, and the
 * stream is closed once the trailers have gone, too. An answer without a body has none, and closes after a while.
 */
function endWithAnswer(request: Http2ServerRequest, stream: ServerHttp2Stream): void {
  const close = () => {
    if (request.complete || stream.destroyed) return;
    stream.close();
    // Until what has come of it is read, the platform keeps the stream, and its connection does not end.
    request.resume();
  };
  stream.once("wantTrailers", () => setImmediate(close));
  stream.once("finish", () => {
    if (request.complete) return;
    request.pause();
    setTimeout(close, UNREAD_STREAM_MS).unref();
  });
}
