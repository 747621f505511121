/** A server on a port of its own that keeps what it is asked, and answers as a test says. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer, type ServerOptions } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";

export interface SeenRequest {
  readonly method: string;
  /** As on the wire. */
  readonly url: string;
  /** Names in lower case; a header that came several times is there as often. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

export type Answering = (response: ServerResponse, seen: SeenRequest, request: IncomingMessage) => unknown;

export class StubUpstream {
  readonly seen: SeenRequest[] = [];
  readonly server: Server;
  /** Address and port. */
  readonly host: string;
  readonly url: string;
  readonly #connections = new Set<Duplex>();
  /** Connections that were made. */
  connections = 0;

  private constructor(server: Server, scheme: "http" | "https") {
    this.server = server;
    this.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.url = `${scheme}://${this.host}`;
  }

  /** With `tls` it speaks HTTPS. Each request is answered once all of it is there. */
  static async start(answer: Answering, tls?: ServerOptions): Promise<StubUpstream> {
    const server = tls === undefined ? createServer() : createSecureServer(tls);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const stub = new StubUpstream(server, tls === undefined ? "http" : "https");
    server.on("request", (request, response) => {
      const chunks: Buffer[] = [];
      request.on("error", () => {});
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const headers: [string, string][] = [];
        for (let i = 0; i < request.rawHeaders.length; i += 2)
          headers.push([request.rawHeaders[i]!.toLowerCase(), request.rawHeaders[i + 1]!]);
        const seen = { method: request.method!, url: request.url!, headers, body: Buffer.concat(chunks) };
        stub.seen.push(seen);
        answer(response, seen, request);
      });
    });
    server.on("connection", (socket: Socket) => {
      stub.connections++;
      stub.#connections.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => stub.#connections.delete(socket));
    });
    return stub;
  }

  /** Connections that are open. */
  get open(): number {
    return this.#connections.size;
  }

  header(name: string, request = 0): string | undefined {
    return this.seen[request]?.headers.find(([one]) => one === name)?.[1];
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.#connections) socket.destroy();
    await closed;
  }
}

/** A proxy for everything. */
export const proxyAt = (url: string) => ({
  url,
  fromEnvironment: false,
  noProxy: "",
  connectHeaders: new Map<string, readonly string[]>(),
});
