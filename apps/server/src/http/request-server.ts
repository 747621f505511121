/**
 * Serves requests on connections that others accept: HTTP/1.1, and with TLS also HTTP/2 where a client asks for it; or
 * HTTP/2 alone, with or without TLS. So the address can stay open while what serves there is replaced by one with other
 * limits or another certificate.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import {
  createSecureContext,
  createServer as createTlsServer,
  type TLSSocket,
  type TlsOptions,
  type Server as TlsServer,
} from "node:tls";
import { answerError, type Handler, protectAnswer } from "./answers.ts";
import { BROKEN } from "./body.ts";
import { connectionKey } from "./client-address.ts";
import { Connections, refuse } from "./connections/connections.ts";
import { type SessionLimits, Sessions } from "./connections/sessions.ts";
import type { Place } from "./connections/waiting-line.ts";

/** Times in milliseconds; 0 is without end. */
export interface RequestLimits {
  /** From the first byte of a request to the end of its headers, also for what comes before one by TLS. */
  readonly headersTimeout?: number | undefined;
  /** From the first byte of a request to its last. */
  readonly requestTimeout?: number | undefined;
  /** Between two requests of a connection. */
  readonly idleTimeout?: number | undefined;
  /** In which a client must take something of its answer. */
  readonly stallTimeout?: number | undefined;
  /** Of a request. Bytes. */
  readonly maxHeaderSize?: number | undefined;
}

export interface RequestServerOptions {
  readonly handler: Handler;
  /**
   * Whether the handler writes the headers of `PROTECTION` itself, where there is something to protect, which takes less
   * time; otherwise every answer gets them before the handler runs.
   */
  readonly protectsAnswers?: boolean | undefined;
  readonly limits?: RequestLimits | undefined;
  /** What a client whose headers take too long is answered: 408 unless it must be what Go's servers say, which is 400. */
  readonly slowStatus?: 400 | 408 | undefined;
  readonly tls?: TlsSettings | undefined;
  /**
   * By TLS clients may also speak HTTP/2. `never`: they may not, where the handler can answer only HTTP/1.1. `only`: they
   * speak nothing else, also without TLS.
   */
  readonly http2?: "never" | "only" | undefined;
  /** Of a connection of HTTP/2, besides its limits as one of any kind. */
  readonly sessions?: SessionLimits | undefined;
  /** Told what a handler threw that it should not. */
  failed(error: unknown): void;
}

export interface TlsSettings
  extends Pick<TlsOptions, "cert" | "key" | "ca" | "requestCert" | "rejectUnauthorized" | "minVersion" | "ciphers"> {
  /** Whether a client that has shown itself as it did may ask. */
  readonly admits?: ((socket: TLSSocket) => boolean) | undefined;
}

/** How long a client has for the headers, unless the limits say. */
export const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 40_000;
const IDLE_TIMEOUT_MS = 5_000;
const STALL_TIMEOUT_MS = 30_000;
const MAX_HEADER_SIZE = 16 * 1024;
/**
 * In which a client must take something of its answer while the server closes. Longer than a client that reads takes for
 * what lies ready between it and us, some megabytes, in which nothing is seen of its reading.
 */
const CLOSING_STALL_MS = 5_000;
/** Clients that take nothing are looked for this often while the server closes. Milliseconds. */
const CLOSING_LOOK = 20;
/** Connections are looked at this often, at least; more often where a time-out is short. Milliseconds. */
const MAX_LOOK = 1_000;
const MIN_LOOK = 20;
/** Large headers arrive fast, and all of them together are bounded by looking. */
const LARGE_HEADERS = 64 * 1024;
const LOOK_FOR_LARGE = 100;
/** How long handshakes may take where nothing else is said. */
const HANDSHAKE_MS = 30_000;
const HTTP_1 = "http/1.1";
const HTTP_2 = "h2";
/** What clients may speak by TLS. */
const PROTOCOLS = { both: [HTTP_2, HTTP_1], never: [HTTP_1], only: [HTTP_2] };

/** Tells a client that speaks plain HTTP where TLS is spoken what Go's servers tell it. */
function refusePlain(socket: Socket): void {
  socket.write("HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n");
  socket.destroySoon();
}

export class RequestServer {
  readonly #options: RequestServerOptions;
  readonly #limits: ReturnType<typeof withDefaults>;
  readonly #sockets = new Set<Socket>();
  /** Those that have not shaken hands yet, by the client's address. */
  readonly #shaking = new Map<string, Socket>();
  /** Of connections, also of what speaks by TLS on them. */
  readonly #places = new WeakMap<Socket, Place>();
  readonly #connections: Connections;
  readonly #http: Server;
  #http2: Sessions | undefined;
  #tls: TlsServer | undefined;
  #finishing = false;
  /** Called when the last connection is gone. */
  #whenEmpty = () => {};

  /** Throws when a certificate or its key cannot be used. */
  constructor(options: RequestServerOptions) {
    this.#options = options;
    this.#limits = withDefaults(options.limits);
    const { maxHeaderSize, headersTimeout, requestTimeout, idleTimeout, stallTimeout } = this.#limits;
    // Time-outs are looked after by `Connections`: the platform's count nothing of what it does not listen for itself.
    this.#http = createServer({ maxHeaderSize, keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 });
    const answer = (request: IncomingMessage, response: ServerResponse) => {
      if (request.httpVersionMajor === 1) this.#answer(request, response);
      else refuse(request.socket, 505);
    };
    const times = { stall: stallTimeout, idle: idleTimeout, headers: headersTimeout, request: requestTimeout };
    const placeOf = (socket: Socket) => this.#places.get(socket);
    this.#connections = new Connections(answer, times, options.slowStatus ?? 408, placeOf);
    const shortest = Math.min(...Object.values(times).map((ms) => (ms > 0 ? ms / 10 : MAX_LOOK)));
    const longest = maxHeaderSize > LARGE_HEADERS ? LOOK_FOR_LARGE : MAX_LOOK;
    this.#connections.attach(this.#http, Math.max(MIN_LOOK, Math.min(longest, shortest)));
    this.#http.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => this.#misread(error, socket));
    if (options.http2 === "only" || (options.http2 === undefined && options.tls !== undefined)) {
      const answer = (request: IncomingMessage, response: ServerResponse) => this.#answer(request, response);
      this.#http2 = new Sessions(answer, { headersTimeout, idleTimeout, ...options.sessions });
    }
    if (options.tls !== undefined) this.#serveTls(options.tls);
  }

  /** Another certificate from the next handshake on, where it serves by TLS. Throws when it cannot be used. */
  renew({ admits: _, ...settings }: TlsSettings): void {
    // Looked at apart: the platform would have taken the first half over by the time that the second is wrong.
    createSecureContext(settings);
    this.#tls?.setSecureContext(settings);
  }

  /** Whether it serves by TLS. */
  get secure(): boolean {
    return this.#tls !== undefined;
  }

  #serveTls({ admits = () => true, ...settings }: TlsSettings): void {
    const { headersTimeout } = this.#limits;
    const handshakeTimeout = headersTimeout > 0 ? headersTimeout : HANDSHAKE_MS;
    const ALPNProtocols = PROTOCOLS[this.#options.http2 ?? "both"];
    const tls = createTlsServer({ ...settings, ALPNProtocols, handshakeTimeout });
    tls.on("secureConnection", (socket) => {
      socket.on("error", () => {});
      const client = connectionKey(socket);
      const place = this.#places.get(this.#shaking.get(client)!);
      if (place !== undefined) this.#places.set(socket, place);
      this.#shaking.delete(client);
      if (!admits(socket)) socket.destroy();
      else if (socket.alpnProtocol === HTTP_2 || this.#options.http2 === "only") this.#http2!.enter(socket, place);
      else this.#http.emit("connection", socket);
    });
    tls.on("tlsClientError", (error: NodeJS.ErrnoException, socket) => {
      const plain = error.code === "ERR_SSL_HTTP_REQUEST" ? this.#shaking.get(connectionKey(socket)) : undefined;
      if (plain === undefined) socket.destroy();
      else refusePlain(plain);
    });
    this.#tls = tls;
  }

  /** Serves a connection from which nothing was read. */
  readonly take = (socket: Socket, place: Place): void => {
    if (this.#finishing) return void socket.destroy();
    this.#places.set(socket, place);
    this.#sockets.add(socket);
    socket.once("close", () => {
      this.#sockets.delete(socket);
      if (this.#sockets.size === 0) this.#whenEmpty();
    });
    if (this.#tls === undefined) {
      if (this.#options.http2 === "only") this.#http2!.enter(socket, place);
      else this.#http.emit("connection", socket);
      socket.resume();
      return;
    }
    const client = connectionKey(socket);
    this.#shaking.set(client, socket);
    socket.once("close", () => this.#shaking.delete(client));
    this.#tls.emit("connection", socket);
  };

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { handler, protectsAnswers, failed } = this.#options;
    const tell = (error: unknown) => {
      if (!response.headersSent) protectAnswer(response);
      answerError(error, response, { failed });
    };
    try {
      if (!protectsAnswers) protectAnswer(response);
      const answer = handler(request, response);
      if (answer instanceof Promise) answer.catch(tell);
    } catch (error) {
      tell(error);
    }
  }

  /** What came is no request, or no body of one. */
  #misread({ code = "" }: NodeJS.ErrnoException, socket: Socket): void {
    const current = this.#connections.currentRequest(socket);
    if (!code.startsWith("HPE_")) socket.destroy();
    else if (current === undefined) refuse(socket, code === "HPE_HEADER_OVERFLOW" ? 431 : 400);
    // Who reads the body answers.
    else if (!current.emit(BROKEN)) socket.destroy();
  }

  /** Lets answers that are being made finish, each as the last of its connection, and ends what is left at the deadline. */
  async close(deadline: Promise<void>): Promise<void> {
    this.#finishing = true;
    this.#connections.finish();
    for (const socket of this.#shaking.values()) socket.destroy();
    this.#http2?.finish();
    const empty = new Promise<void>((resolve) => {
      this.#whenEmpty = resolve;
      if (this.#sockets.size === 0) resolve();
    });
    const looking = setInterval(() => this.#connections.endStalled(CLOSING_STALL_MS), CLOSING_LOOK);
    await Promise.race([empty, deadline]);
    clearInterval(looking);
    this.#http2?.end();
    for (const socket of this.#sockets) socket.destroy();
    await empty;
    // They never listened, and have nothing else to end.
    for (const server of [this.#http, this.#tls]) server?.emit("close");
  }
}

function withDefaults({
  requestTimeout = REQUEST_TIMEOUT_MS,
  headersTimeout = requestTimeout === 0 ? HEADERS_TIMEOUT_MS : Math.min(HEADERS_TIMEOUT_MS, requestTimeout),
  idleTimeout = IDLE_TIMEOUT_MS,
  stallTimeout = STALL_TIMEOUT_MS,
  maxHeaderSize = MAX_HEADER_SIZE,
}: RequestLimits = {}) {
  return { requestTimeout, headersTimeout, idleTimeout, stallTimeout, maxHeaderSize };
}
