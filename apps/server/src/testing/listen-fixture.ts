/** Listeners of a test, which end with it, and clients that say what they like on a connection. */
import { connect, type Socket } from "node:net";
import { afterEach, vi } from "vitest";
import { Connections } from "../http/connections/connections.ts";
import { type Listener, type ListenOptions, listen } from "../http/listen.ts";

export const GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

const open: Listener[] = [];
/** What handlers failed with in this test. */
export const failures: unknown[] = [];

/** To be called once in a test file. */
export function endListeners(): void {
  afterEach(async () => {
    failures.length = 0;
    await Promise.all(open.splice(0).map((listener) => listener.close(Promise.resolve())));
  });
}

export async function listenWith(options: Partial<ListenOptions>): Promise<Listener> {
  const failed = (error: unknown) => void failures.push(error);
  const result = await listen({
    host: "127.0.0.1",
    port: 0,
    handler: (_request, response) => response.end("ok"),
    failed,
    ...options,
  });
  if (!result.ok) throw new Error(result.message);
  open.push(result.listener);
  return result.listener;
}

/** Also by a reset, when the server did not wait for what was on its way. */
export const closed = (socket: Socket) => new Promise((resolve) => socket.once("close", resolve));

export function client(listener: Listener): Socket {
  const socket = connect(listener.address.port, "127.0.0.1");
  socket.on("error", () => {});
  return socket;
}

/** What the server says until it closes the connection. */
export async function everythingSaid(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  await closed(socket);
  return Buffer.concat(chunks).toString("latin1");
}

/** Moves the time by which connections are judged. */
export function timeMoves() {
  const real = performance.now.bind(performance);
  let ahead = 0;
  vi.spyOn(performance, "now").mockImplementation(() => real() + ahead);
  return (ms: number) => {
    ahead += ms;
  };
}

/** Resolves when connections have been looked at so many times for what their clients take. */
export function looks(count: number): Promise<void> {
  const { promise, resolve } = defer();
  const real = Connections.prototype.endStalled;
  let left = count;
  const spy = vi.spyOn(Connections.prototype, "endStalled").mockImplementation(function (this: Connections, limit) {
    real.call(this, limit);
    if (--left > 0) return;
    spy.mockRestore();
    resolve();
  });
  return promise;
}

/** Resolves when connections have been looked at, where a time of a second is to be kept: every hundred milliseconds. */
export const looked = () => new Promise((resolve) => setTimeout(resolve, 250));

export function defer() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}
