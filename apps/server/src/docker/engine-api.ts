/** The API of Docker's engine, over its socket, TCP or TLS: what is asked of it, and what it answers. */
import type { IncomingMessage } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { messageOf, SECOND } from "@sluice/engine";
import type { HideFrom } from "../core/component.ts";
import type { FileGate } from "../platform/file-gate.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import {
  findHttpClientProblem,
  type HttpClientArgs,
  type HttpClientSettings,
  httpClientOf,
} from "../upstream/http-client.ts";
import { NoAnswerError, openAnswer, StreamedGet } from "../upstream/streamed-get.ts";
import { toldAnswer } from "../upstream/told-answer.ts";

/** Where the engine listens, and by what it lets us in. */
export interface EngineOptions {
  /** `unix:///var/run/docker.sock`, `tcp://localhost:2375` or `https://localhost:2376`. */
  readonly host: string;
  /** Only for HTTP and HTTPS, as with Alloy. */
  readonly client: (HttpClientSettings & { readonly followRedirects: boolean }) | undefined;
}

type ClientArgs = HttpClientArgs & { readonly follow_redirects: boolean };

export const engineOptions = (host: string, args: ClientArgs | undefined): EngineOptions => ({
  host,
  client: args && { ...httpClientOf(args), followRedirects: args.follow_redirects },
});

export const sameEngine = (a: EngineOptions, b: EngineOptions): boolean => isDeepStrictEqual(a, b);

export interface EngineContext {
  readonly files: FileGate;
  readonly scheduler: Pick<Scheduler, "after" | "now">;
  readonly hideFrom: HideFrom;
}

const UNIX = "unix://";
const TCP = "tcp://";
const TCP_PORT = 2375;

const NO_CLIENT: NonNullable<EngineOptions["client"]> = {
  bearerToken: { text: "", file: "" },
  scheme: "",
  basicAuth: undefined,
  oauth2: undefined,
  headers: new Map(),
  tls: undefined,
  proxy: { url: "", fromEnvironment: false, noProxy: "", connectHeaders: new Map() },
  followRedirects: true,
};

/** Why no engine can be asked so, although the arguments are right one by one; `undefined` when there is nothing wrong. */
export function findEngineProblem(host: string, client: ClientArgs | undefined): string | undefined {
  if (!host.startsWith(UNIX) && !URL.canParse(httpUrlOf(host))) return `host: ${JSON.stringify(host)} is not a URL`;
  return client && findHttpClientProblem(client);
}

const httpUrlOf = (host: string): string => (host.startsWith(TCP) ? `http://${host.slice(TCP.length)}` : host);

function originOf(host: string): string {
  const { origin, port } = new URL(httpUrlOf(host));
  // A port that is the scheme's own is not seen in a URL.
  return host.startsWith(TCP) && port === "" && !/:\d+\/?$/.test(host) ? `${origin}:${TCP_PORT}` : origin;
}

/** Of an answer that is read whole. Bytes. */
const MAX_ANSWER = 32 * 1024 * 1024;
/** For the beginning of an answer. */
const TIMEOUT = 30n * SECOND;
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

interface Opened {
  readonly response: IncomingMessage;
  readonly secrets: readonly string[];
}

export class EngineApi {
  readonly #socketPath: string | undefined;
  readonly #byHttp: StreamedGet | undefined;
  readonly #context: EngineContext;

  constructor({ host, client }: EngineOptions, context: EngineContext) {
    this.#context = context;
    if (host.startsWith(UNIX)) this.#socketPath = host.slice(UNIX.length);
    else {
      const settings = (host.startsWith(TCP) ? undefined : client) ?? NO_CLIENT;
      const { files, scheduler } = context;
      this.#byHttp = new StreamedGet({ ...settings, origin: originOf(host) }, { files, scheduler, timeout: TIMEOUT });
    }
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
    const { response, secrets } = await this.#open(path, signal).catch((error: unknown) => {
      const hidden = error instanceof NoAnswerError ? error.secrets : [];
      throw new EngineError(0, `the engine cannot be reached: ${this.#shown(messageOf(error), hidden)}`);
    });
    const status = response.statusCode ?? 0;
    if (status === 200) return response;
    const text = await readText(response).catch(() => "");
    throw new EngineError(status, `the engine answered ${status}: ${this.#shown(reasonOf(text), secrets)}`);
  }

  #shown(text: string, secrets: readonly string[]): string {
    return toldAnswer(text, this.#context.hideFrom, secrets);
  }

  async #open(path: string, signal: AbortSignal): Promise<Opened> {
    if (this.#byHttp !== undefined) return this.#byHttp.open(path, signal);
    const options = { socketPath: await this.#located(), path, signal, headers: { host: "docker" }, agent: false };
    return { response: await openAnswer(options, TIMEOUT), secrets: [] };
  }

  /** A link to a socket may be another one by now. */
  async #located(): Promise<string> {
    const socketPath = this.#socketPath!;
    try {
      return await this.#context.files.locate(socketPath);
    } catch (error) {
      throw new Error(`${socketPath}: ${messageOf(error)}`);
    }
  }

  /** Asks for no token any more. */
  retire(): void {
    this.#byHttp?.retire();
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
