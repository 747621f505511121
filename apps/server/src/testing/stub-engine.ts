/** Docker's engine as far as its API is asked here, on a socket in a folder: containers and their logs. */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

export interface StubLine {
  readonly stream: "stdout" | "stderr";
  /** As the engine writes it. */
  readonly time: string;
  readonly text: string;
}

interface StubLog {
  readonly tty: boolean;
  readonly lines: StubLine[];
  readonly readers: Set<ServerResponse>;
}

export interface StubRefusal {
  readonly status: number;
  readonly message?: string;
  readonly location?: string;
}

export class StubEngine {
  #host: string;
  readonly #path: string;
  readonly #tls: ServerOptions | undefined;
  #server: Server | undefined;
  containers: unknown[] = [];
  networks: unknown[] = [];
  readonly #logs = new Map<string, StubLog>();
  /** Paths that were asked for. */
  readonly asked: string[] = [];
  /** Of the same requests. */
  readonly headers: IncomingHttpHeaders[] = [];
  /** What it answers in place of what was asked for; undefined where that is answered. */
  refuse: (headers: IncomingHttpHeaders) => StubRefusal | undefined = () => undefined;

  /** With `tls` it listens on a port. */
  constructor(folder: string, tls?: ServerOptions) {
    this.#path = join(folder, "docker.sock");
    this.#host = `unix://${this.#path}`;
    this.#tls = tls;
  }

  get host(): string {
    return this.#host;
  }

  async start(): Promise<void> {
    const tls = this.#tls;
    const server = tls === undefined ? createServer() : createSecureServer(tls);
    server.on("request", (request, response) => {
      const url = new URL(request.url!, "http://docker");
      this.asked.push(request.url!);
      this.headers.push(request.headers);
      const refusal = this.refuse(request.headers);
      if (refusal !== undefined) {
        response.setHeader("Location", refusal.location ?? "");
        return answer(response, { message: refusal.message ?? "" }, refusal.status);
      }
      if (url.pathname === "/containers/json") return answer(response, this.containers);
      if (url.pathname === "/networks") return answer(response, this.networks);
      const [, , id = "", what] = url.pathname.split("/");
      const log = this.#logs.get(id);
      if (log === undefined) return answer(response, { message: `No such container: ${id}` }, 404);
      if (what === "json") return answer(response, { Id: id, Config: { Tty: log.tty } });
      response.writeHead(200);
      response.flushHeaders();
      const since = Number(url.searchParams.get("since"));
      for (const line of log.lines)
        if (Date.parse(line.time) / 1000 >= Math.floor(since * 1000) / 1000) response.write(bytesOf(line, log.tty));
      log.readers.add(response);
      response.on("close", () => log.readers.delete(response));
    });
    if (tls === undefined) await new Promise<void>((resolve) => server.listen(this.#path, resolve));
    else {
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      this.#host = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    }
    this.#server = server;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve())));
  }

  add(id: string, tty = false): void {
    this.#logs.set(id, { tty, lines: [], readers: new Set() });
  }

  /** The container writes lines. */
  write(id: string, ...lines: StubLine[]): void {
    const log = this.#logs.get(id)!;
    log.lines.push(...lines);
    for (const reader of log.readers) for (const line of lines) reader.write(bytesOf(line, log.tty));
  }

  /** Who follows its log just now. */
  readers(id: string): number {
    return this.#logs.get(id)!.readers.size;
  }

  /** The container stops: its log ends for those who follow it. */
  end(id: string): void {
    for (const reader of this.#logs.get(id)!.readers) reader.end();
  }
}

function answer(response: ServerResponse, content: unknown, status = 200): void {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify(content));
}

/** A text without its end is a part of a line. */
export function bytesOf({ stream, time, text }: StubLine, tty: boolean): Buffer {
  const payload = Buffer.from(`${time} ${text}`);
  if (tty) return payload;
  const header = Buffer.alloc(8);
  header[0] = stream === "stdout" ? 1 : 2;
  header.writeUInt32BE(payload.length, 4);
  return Buffer.concat([header, payload]);
}
