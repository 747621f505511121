/** The API of Docker's engine, over its socket or TCP: what is asked of it, and what it answers. */

import { type IncomingMessage, request } from "node:http";
import { messageOf } from "@sluice/languages/base";
import type { FileGate } from "../platform/file-gate.ts";

/** Where the engine listens; undefined where the text is no such address. */
export interface EngineAddress {
  readonly socketPath?: string;
  readonly host?: string;
  readonly port?: number;
}

/** `unix:///var/run/docker.sock`, `tcp://localhost:2375` or `http://localhost:2375`. */
export function readEngineAddress(host: string): EngineAddress | undefined {
  if (host.startsWith("unix://")) return { socketPath: host.slice("unix://".length) };
  const match = /^(?:tcp|http):\/\/(?:\[([^\]]+)\]|([^:/[\]]+))(?::(\d{1,5}))?\/?$/.exec(host);
  return match === null ? undefined : { host: match[1] ?? match[2]!, port: Number(match[3] ?? 2375) };
}

/** Of an answer that is read whole. Bytes. */
const MAX_ANSWER = 32 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
/** Of what an engine says is wrong. Characters. */
const MAX_REASON = 200;

/** The engine refused, or cannot be reached. */
export class EngineError extends Error {
  /** Of its answer; 0 where there is none. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export class EngineApi {
  readonly #address: EngineAddress;
  readonly #files: FileGate;

  constructor(address: EngineAddress, files: FileGate) {
    this.#address = address;
    this.#files = files;
  }

  /** An answer of JSON. Throws `EngineError`. */
  async json(path: string, signal: AbortSignal): Promise<unknown> {
    const response = await this.open(path, signal);
    const text = await readText(response);
    try {
      return JSON.parse(text);
    } catch {
      throw new EngineError(response.statusCode ?? 0, `the engine's answer to ${path.split("?")[0]} is not JSON`);
    }
  }

  /** An answer as it comes; whoever asks ends it. Throws `EngineError`. */
  async open(path: string, signal: AbortSignal): Promise<IncomingMessage> {
    const response = await this.#ask(await this.#way(), path, signal);
    const status = response.statusCode ?? 0;
    if (status === 200) return response;
    const text = await readText(response).catch(() => "");
    throw new EngineError(status, `the engine answered ${status}: ${reasonOf(text)}`);
  }

  /** A link to a socket may be another one by now. */
  async #way(): Promise<EngineAddress> {
    const { socketPath } = this.#address;
    if (socketPath === undefined) return this.#address;
    try {
      return { socketPath: await this.#files.locate(socketPath) };
    } catch (error) {
      throw new EngineError(0, `the engine cannot be reached: ${socketPath}: ${messageOf(error)}`);
    }
  }

  #ask(way: EngineAddress, path: string, signal: AbortSignal): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const asked = request({ ...way, path, signal, headers: { host: "docker" }, agent: false });
      asked.setTimeout(TIMEOUT_MS, () => asked.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} seconds`)));
      asked.on("error", (error) => reject(new EngineError(0, `the engine cannot be reached: ${error.message}`)));
      asked.on("response", (response) => {
        // From here on silence is nothing bad: a container may have nothing to say.
        asked.setTimeout(0);
        response.on("error", () => {});
        resolve(response);
      });
      asked.end();
    });
  }
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_ANSWER) throw new Error(`it is larger than ${MAX_ANSWER / 1024 / 1024} MiB`);
      chunks.push(chunk);
    }
  } catch (error) {
    response.destroy();
    throw new EngineError(response.statusCode ?? 0, `the engine's answer broke off: ${messageOf(error)}`);
  }
  return Buffer.concat(chunks).toString();
}

/** Errors are `{"message": …}`. */
function reasonOf(text: string): string {
  let message = text;
  try {
    const { message: told } = JSON.parse(text) as { message?: unknown };
    if (typeof told === "string") message = told;
  } catch {
    // It is shown as it is.
  }
  return message.split("\n", 1)[0]!.slice(0, MAX_REASON);
}
