/**
 * A connection to another server: one request at a time, and its answer. The opener learns when it is free and when it
 * is gone. These connections are our own, since the platform's client takes much longer for a request; logs and
 * profiles both use them, with the headers, credentials, TLS, proxies, redirects and bounds on answers of this folder.
 */
import type { Socket } from "node:net";
import { type AnswerListener, AnswerReader, type HeadReader } from "./answer-reader.ts";
import { type OutgoingBody, StreamedBody } from "./streamed-body.ts";

export interface ConnectionOwner {
  /** Of all its connections. */
  readonly heads: HeadReader;
  /** Another request may be sent. */
  freed(connection: Connection): void;
  /** It is closed. */
  gone(connection: Connection): void;
}

/** A socket that is open, with TLS where that is wanted. */
export interface OpenSocket {
  readonly socket: Socket;
  /** Has what comes handed to `take`, which may look at it until it returns. */
  listen(take: (bytes: Buffer) => void): void;
}

/** A server that closes a connection may do so while a request is on its way, so none is sent shortly before. Milliseconds. */
const MARGIN_MS = 1000;

export class Connection {
  readonly #socket: Socket;
  readonly #owner: ConnectionOwner;
  #reader: AnswerReader | undefined;
  #listener: AnswerListener | undefined;
  /** What is still being sent. */
  #streamed: StreamedBody | undefined;
  #error: Error | undefined;
  /** Until when the server can be expected to read another request, by the clock of `performance`. */
  #usableUntil = Number.POSITIVE_INFINITY;

  constructor({ socket, listen }: OpenSocket, owner: ConnectionOwner) {
    this.#socket = socket;
    this.#owner = owner;
    listen((bytes) => this.#take(bytes));
    socket.on("end", () => {
      this.#end(() => this.#reader?.finish());
      // A server may close its half and read on: what still waits to be sent is another's body by then.
      this.destroy();
    });
    socket.on("error", (error) => {
      this.#error ??= error;
    });
    socket.on("close", () => {
      this.#streamed?.stop();
      this.#break(this.#error ?? new Error("socket hang up"));
      owner.gone(this);
    });
  }

  /** Whether a request can be sent. */
  get usable(): boolean {
    const { writable, readable } = this.#socket;
    return this.#listener === undefined && writable && readable && performance.now() < this.#usableUntil;
  }

  /** Sends a request. `head` is what comes before the body, a character for each byte. */
  send(head: string, body: OutgoingBody, listener: AnswerListener): void {
    this.#listener = listener;
    this.#reader = new AnswerReader(listener, this.#owner.heads);
    const socket = this.#socket;
    socket.ref();
    socket.cork();
    socket.write(Buffer.from(head, "latin1"));
    if (body instanceof StreamedBody) {
      this.#streamed = body;
      body.pour(socket);
    } else for (const part of body) socket.write(part);
    socket.uncork();
  }

  #take(bytes: Buffer): void {
    // Nothing was asked.
    if (this.#reader === undefined) return void this.destroy();
    this.#end(() => this.#reader!.feed(bytes));
    const { done, reusable, keptFor } = this.#reader;
    if (!done) return;
    this.#usableUntil = keptFor === undefined ? Number.POSITIVE_INFINITY : performance.now() + keptFor - MARGIN_MS;
    this.#reader = undefined;
    this.#listener = undefined;
    // What was answered before all of it was sent is not waited for.
    const sent = this.#streamed?.whole !== false && this.#socket.writableLength === 0;
    if (!reusable || !sent || !this.usable) return void this.destroy();
    this.#streamed = undefined;
    // It is not what keeps the process running.
    this.#socket.unref();
    this.#owner.freed(this);
  }

  #end(read: () => void): void {
    try {
      read();
    } catch (error) {
      this.#break(error as Error);
      this.destroy();
    }
  }

  #break(error: Error): void {
    const listener = this.#reader?.done === true ? undefined : this.#listener;
    this.#listener = undefined;
    listener?.broken(error);
  }

  destroy(): void {
    this.#streamed?.stop();
    this.#socket.destroy();
  }
}
