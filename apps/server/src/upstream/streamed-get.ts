/**
 * GET requests to one server whose answers are streams: whoever reads one holds it back, and it may go on without an end. Each
 * has a connection of its own, with the credentials, TLS, proxies and redirects of the others in this folder.
 */
import { type IncomingMessage, type RequestOptions, request } from "node:http";
import type { Socket } from "node:net";
import { messageOf, type Nanos } from "@sluice/engine";
import { SmallFileError } from "../platform/small-file.ts";
import { StopSource } from "../platform/stop-signal.ts";
import { Access } from "./access.ts";
import { tlsSocket } from "./connections.ts";
import { wireHeaders } from "./header-values.ts";
import type { HttpClientSettings } from "./http-client.ts";
import { TokenError, type TokenSourceContext } from "./oauth2.ts";
import { ProxyChoice } from "./proxies.ts";
import { type HttpRequest, nextHop } from "./redirects.ts";
import { readTlsSettings } from "./tls-config.ts";
import { placeOf, type TlsOptions, tlsOptions } from "./transport.ts";
import { openTunnel } from "./tunnel.ts";

export interface StreamedGetOptions extends HttpClientSettings {
  /** Of the server; paths follow it. */
  readonly origin: string;
  readonly followRedirects: boolean;
}

export interface StreamedAnswer {
  readonly response: IncomingMessage;
  /** What was sent and must not be shown. */
  readonly secrets: readonly string[];
}

/** There is no answer. */
export class NoAnswerError extends Error {
  readonly secrets: readonly string[];

  constructor(message: string, secrets: readonly string[] = []) {
    super(message);
    this.secrets = secrets;
  }
}

export class StreamedGet {
  readonly #options: StreamedGetOptions;
  readonly #context: TokenSourceContext;
  readonly #access: Access;
  readonly #proxies: ProxyChoice;
  readonly #stop = new StopSource();

  /** The head of each answer is waited for as long as for a token. */
  constructor(options: StreamedGetOptions, context: TokenSourceContext) {
    this.#options = options;
    this.#context = context;
    this.#access = new Access(options, { configured: options.headers }, context);
    this.#proxies = new ProxyChoice(options.proxy);
  }

  /** Gives the answer, whatever its status; whoever asks ends it. Throws `NoAnswerError`. */
  async open(path: string, signal: AbortSignal): Promise<StreamedAnswer> {
    const first = await this.#ask(path, signal);
    // What it was let in by may have ended meanwhile.
    if (first.response.statusCode !== 401 || !this.#access.renew()) return first;
    first.response.destroy();
    return this.#ask(path, signal);
  }

  /** Fetches no token any more. */
  retire(): void {
    this.#stop.abort();
    this.#access.retire();
  }

  async #ask(path: string, signal: AbortSignal): Promise<StreamedAnswer> {
    const { origin, followRedirects } = this.#options;
    const { headers, tls, secrets } = await this.#prepare(signal);
    let asked: HttpRequest<string, undefined> = { method: "GET", url: `${origin}${path}`, headers, body: undefined };
    for (let made = 1; ; made++) {
      const response = await this.#send(asked, tls, signal).catch((error: unknown) => {
        throw new NoAnswerError(messageOf(error), secrets);
      });
      const { statusCode = 0, headers: told } = response;
      const hop = followRedirects ? nextHop(asked, statusCode, told.location ?? null, made) : undefined;
      if (hop === undefined || hop.kind === "stay") return { response, secrets };
      response.destroy();
      if (hop.kind === "fail") throw new NoAnswerError(hop.error, secrets);
      asked = hop.request;
    }
  }

  async #prepare(signal: AbortSignal) {
    const { tls: settings, origin } = this.#options;
    try {
      const { values, secrets } = await unlessAborted(Promise.resolve(this.#access.headers(this.#stop)), signal);
      const wire = wireHeaders(values);
      if (!wire.ok) throw new NoAnswerError(wire.message);
      const tls = settings && (await readTlsSettings(settings, this.#context.files));
      const proxy = this.#proxies.for(placeOf(new URL(origin)))?.authorization;
      const encoded = proxy === undefined ? [] : [proxy.slice(proxy.indexOf(" ") + 1)];
      return { headers: wire.headers, tls, secrets: [...secrets, ...encoded] };
    } catch (error) {
      if (error instanceof TokenError || error instanceof SmallFileError) throw new NoAnswerError(error.message);
      throw error;
    }
  }

  async #send(
    { url, headers }: HttpRequest<string, undefined>,
    tls: TlsOptions | undefined,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const address = new URL(url);
    const place = placeOf(address);
    const proxy = this.#proxies.for(place);
    const path = `${address.pathname}${address.search}`;
    const own = { ...headers, host: place.named };
    if (!place.secure) {
      const { host, port } = proxy ?? place;
      const shown = {
        ...own,
        ...(proxy?.authorization !== undefined && { "proxy-authorization": proxy.authorization }),
      };
      const asked = { host, port, path: proxy === undefined ? path : `${place.origin}${path}`, headers: shown };
      return openAnswer({ ...asked, agent: false, signal }, this.#context.timeout);
    }
    const secured = { ...place, tls: tlsOptions(tls, place.origin === this.#options.origin) };
    const createConnection: RequestOptions["createConnection"] = (_options, opened) => {
      if (proxy === undefined) return tlsSocket(secured);
      const settle = (error: Error | undefined, socket?: Socket) => {
        signal.removeEventListener("abort", abort);
        opened(error ?? null, socket as Socket);
      };
      const giveUp = openTunnel(proxy, place, (error, socket) => settle(error, socket && tlsSocket(secured, socket)));
      const abort = () => {
        giveUp();
        settle(new Error(NOBODY));
      };
      signal.addEventListener("abort", abort);
      return undefined;
    };
    return openAnswer({ path, headers: own, createConnection, signal }, this.#context.timeout);
  }
}

const NOBODY = "nobody waits for it any more";

/** The answer as it comes, once its head is there. */
export function openAnswer(options: RequestOptions, timeout: Nanos): Promise<IncomingMessage> {
  const milliseconds = Number(timeout) / 1e6;
  return new Promise((resolve, reject) => {
    const asked = request(options);
    asked.setTimeout(milliseconds, () => asked.destroy(new Error(`no answer within ${milliseconds / 1000} seconds`)));
    asked.on("error", reject);
    asked.on("response", (response) => {
      // From here on silence is nothing bad: there may be nothing to say.
      asked.setTimeout(0);
      response.on("error", () => {});
      resolve(response);
    });
    asked.end();
  });
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(new NoAnswerError(NOBODY));
  return new Promise((resolve, reject) => {
    const leave = () => reject(new NoAnswerError(NOBODY));
    signal.addEventListener("abort", leave);
    const settle = () => signal.removeEventListener("abort", leave);
    work.finally(settle).then(resolve, reject);
  });
}
