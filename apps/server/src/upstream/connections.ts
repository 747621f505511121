/**
 * The connections to one place, which are kept for the next request for a while. However many requests are made at a time,
 * each has a connection of its own.
 */
import { connect, isIP, type Socket } from "node:net";
import { type ConnectionOptions, connect as secure } from "node:tls";
import { type AnswerListener, HeadReader } from "./answer-reader.ts";
import { Connection, type ConnectionOwner, type OpenSocket } from "./connection.ts";
import type { OutgoingBody } from "./streamed-body.ts";
import { type HttpProxy, openTunnel } from "./tunnel.ts";

export interface PlaceOptions {
  /** An address of IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  /** Where it speaks TLS: how it is known, and what it is shown. */
  readonly tls: ConnectionOptions | undefined;
  /** What leads there; only where it speaks TLS. */
  readonly proxy: HttpProxy | undefined;
}

/** How long a connection that nobody uses stays open, at least. Milliseconds. */
const IDLE_MS = 60_000;
/** Connections to one place that nobody uses. */
const MAX_IDLE = 256;

/** Gives a request up. */
export type GiveUp = () => void;

export class PlaceConnections implements ConnectionOwner {
  readonly heads = new HeadReader();
  readonly #options: PlaceOptions;
  readonly #idle: Connection[] = [];
  /** Of those that are idle, how many were when it was looked last and have not been used since. */
  #old = 0;
  #looking: NodeJS.Timeout | undefined;
  #retired = false;

  constructor(options: PlaceOptions) {
    this.#options = options;
  }

  /** Sends a request over a connection that is free, or opens one. */
  send(head: string, body: OutgoingBody, listener: AnswerListener): GiveUp {
    const free = this.#takeIdle();
    if (free !== undefined) {
      free.send(head, body, listener);
      return () => free.destroy();
    }
    let giveUp = this.#open((error, opened) => {
      if (opened === undefined) return listener.broken(error ?? new Error("no connection"));
      const connection = new Connection(opened, this);
      giveUp = () => connection.destroy();
      connection.send(head, body, listener);
    });
    return () => giveUp();
  }

  /** The one that was used last: the others may grow old. */
  #takeIdle(): Connection | undefined {
    for (let one = this.#idle.pop(); one !== undefined; one = this.#idle.pop()) {
      this.#old = Math.min(this.#old, this.#idle.length);
      if (one.usable) return one;
      one.destroy();
    }
    return undefined;
  }

  freed(connection: Connection): void {
    if (this.#retired || this.#idle.length >= MAX_IDLE) return void connection.destroy();
    this.#idle.push(connection);
    this.#looking ??= setInterval(() => this.#closeOld(), IDLE_MS).unref();
  }

  gone(connection: Connection): void {
    const place = this.#idle.indexOf(connection);
    if (place < 0) return;
    this.#idle.splice(place, 1);
    if (place < this.#old) this.#old--;
  }

  #closeOld(): void {
    for (const one of this.#idle.splice(0, this.#old)) one.destroy();
    this.#old = this.#idle.length;
    if (this.#old === 0) this.#stopLooking();
  }

  #stopLooking(): void {
    clearInterval(this.#looking);
    this.#looking = undefined;
  }

  /** Keeps no connection any more: those in use are closed once they are free. */
  retire(): void {
    this.#retired = true;
    this.#stopLooking();
    this.#old = 0;
    for (const one of this.#idle.splice(0)) one.destroy();
  }

  #open(opened: Opened): GiveUp {
    const { host, port, tls, proxy } = this.#options;
    if (tls === undefined) return openPlain(host, port, opened);
    if (proxy === undefined) return openSecure(tlsSocket({ host, port, tls }), opened);
    let giveUp = openTunnel(proxy, { host, port }, (error, socket) => {
      if (socket === undefined) return opened(error);
      giveUp = openSecure(tlsSocket({ host, port, tls }, socket), opened);
    });
    return () => giveUp();
  }
}

const KEPT = { noDelay: true, keepAlive: true, keepAliveInitialDelay: 1000 };

/** Told once of a connection that is open, or why it is not. */
type Opened = (error: Error | undefined, socket?: OpenSocket) => void;

/** What all plain sockets read into, one after the other: else each read takes 64 KiB anew, for an answer of a few bytes. */
const READ_INTO = Buffer.allocUnsafeSlow(64 * 1024);

function openPlain(host: string, port: number, opened: Opened): GiveUp {
  let take = (_bytes: Buffer) => {};
  const callback = (length: number) => {
    take(READ_INTO.subarray(0, length));
    return true;
  };
  const socket = connect({ host, port, ...KEPT, onread: { buffer: READ_INTO, callback } });
  return whenOpen(socket, "connect", (error) => {
    if (error !== undefined) return opened(error);
    const listen = (given: (bytes: Buffer) => void) => {
      take = given;
      // For its end.
      socket.resume();
    };
    opened(undefined, { socket, listen });
  });
}

interface TlsPlace extends Pick<PlaceOptions, "host" | "port"> {
  readonly tls: ConnectionOptions;
}

/** Begins to speak TLS, over `through` where there is a connection already. */
export function tlsSocket({ host, port, tls }: TlsPlace, through?: Socket): Socket {
  const shown = { host, servername: isIP(host) === 0 ? host : "", ...tls };
  return secure(through === undefined ? { port, ...KEPT, ...shown } : { socket: through, ...shown });
}

function openSecure(socket: Socket, opened: Opened): GiveUp {
  return whenOpen(socket, "secureConnect", (error) => {
    if (error !== undefined) opened(error);
    else opened(undefined, { socket, listen: (take) => void socket.on("data", take) });
  });
}

/** Tells once that a socket is open, or why it is not. */
function whenOpen(
  socket: Socket,
  event: "connect" | "secureConnect",
  opened: (error: Error | undefined) => void,
): GiveUp {
  const fail = (error: Error) => {
    done();
    socket.on("error", () => {}).destroy();
    opened(error);
  };
  const close = () => fail(new Error("the connection was closed before it was open"));
  const succeed = () => {
    done();
    opened(undefined);
  };
  const done = () => {
    socket.off("error", fail).off("close", close).off(event, succeed);
  };
  socket.on("error", fail).on("close", close).on(event, succeed);
  return () => {
    done();
    socket.on("error", () => {}).destroy();
  };
}
