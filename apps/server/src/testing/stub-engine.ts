/** Docker's engine as far as its API is asked here, on a socket in a folder: containers and their logs. */
import { createServer, type Server, type ServerResponse } from "node:http";
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

export class StubEngine {
  readonly host: string;
  readonly #path: string;
  #server: Server | undefined;
  containers: unknown[] = [];
  networks: unknown[] = [];
  readonly #logs = new Map<string, StubLog>();
  /** Paths that were asked for. */
  readonly asked: string[] = [];

  constructor(folder: string) {
    this.#path = join(folder, "docker.sock");
    this.host = `unix://${this.#path}`;
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      const url = new URL(request.url!, "http://docker");
      this.asked.push(request.url!);
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
    await new Promise<void>((resolve) => server.listen(this.#path, resolve));
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
