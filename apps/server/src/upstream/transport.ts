/**
 * The connections to one endpoint, which are kept for the next request: directly or through a proxy, with TLS as it was
 * configured. Where a redirect leads to another origin, neither the client's certificate goes along nor the name that the
 * endpoint's own certificate must have.
 */
import { X509Certificate } from "node:crypto";
import { type ClientRequest, Agent as HttpAgent, request as plainRequest } from "node:http";
import { Agent as HttpsAgent, type AgentOptions as HttpsOptions, request as secureRequest } from "node:https";
import { isIP } from "node:net";
import { checkServerIdentity, createSecureContext } from "node:tls";
import { lengthOf } from "../platform/length-of.ts";
import type { StopSignal } from "../platform/stop-signal.ts";
import { basicAuthorization } from "./credentials.ts";
import type { HeaderValue, HttpRequest } from "./redirects.ts";
import { type HttpProxy, TunnelAgent, type TunnelledOptions } from "./tunnel.ts";

/** Its body is in parts, so that nothing has to be copied to be one. */
export type OutgoingRequest = HttpRequest<HeaderValue, readonly Uint8Array[]>;

/** Texts in PEM; empty where there is nothing. */
export interface TlsOptions {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
  /** What the server's certificate must be for; empty is the address's host. */
  readonly serverName: string;
  readonly insecure: boolean;
}

export interface TransportOptions {
  /** An address of the endpoint's own origin. */
  readonly home: string;
  readonly tls: TlsOptions | undefined;
  /** Address of a proxy by HTTP; empty is none. */
  readonly proxyUrl: string;
}

/** How long a connection that nobody uses stays open. Milliseconds. */
const IDLE_MS = 60_000;
const KEPT = { keepAlive: true, timeout: IDLE_MS };

/** Why no connection can be made with these; `undefined` when there is nothing wrong. Nothing of a key is told. */
export function findTlsProblem({ ca, cert, key }: TlsOptions): string | undefined {
  try {
    // The platform passes over authorities that it cannot read.
    if (ca !== "") new X509Certificate(ca);
    createSecureContext({ ...(ca !== "" && { ca }), ...(cert !== "" && { cert }), ...(key !== "" && { key }) });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

export class Transport {
  readonly #proxy: HttpProxy | undefined;
  readonly #home: Place;
  readonly #plain = new HttpAgent(KEPT);
  readonly #own: HttpsAgent;
  /** For other origins. */
  readonly #foreign: HttpsAgent;

  constructor({ home, tls, proxyUrl }: TransportOptions) {
    this.#home = placeOf(new URL(home));
    this.#proxy = proxyUrl === "" ? undefined : proxyAt(new URL(proxyUrl));
    this.#own = secureAgent(this.#proxy, tls === undefined ? {} : { ...trustOf(tls), ...identityOf(tls) });
    this.#foreign = secureAgent(this.#proxy, tls === undefined ? {} : trustOf(tls));
  }

  /** What the proxy is told and nobody shall read; as it is encoded. */
  get encoded(): readonly string[] {
    const { authorization } = this.#proxy ?? {};
    return authorization === undefined ? [] : [authorization.slice(authorization.indexOf(" ") + 1)];
  }

  /** Begins a request. Throws where none can be made. `signal` gives up what the request itself does not know of. */
  request({ method, url, headers, body }: OutgoingRequest, signal: StopSignal): ClientRequest {
    const { origin } = this.#home;
    // Nearly every address is below the endpoint's own, which need not be read again.
    const isHome = url.startsWith(origin) && url[origin.length] === "/";
    const address = isHome ? undefined : new URL(url);
    const place = address === undefined ? this.#home : placeOf(address);
    const { host, port } = place;
    const path = address === undefined ? url.slice(origin.length) : `${address.pathname}${address.search}`;
    const list = ["host", place.named];
    for (const [name, value] of Object.entries(headers)) {
      if (typeof value === "string") list.push(name, value);
      else for (const one of value) list.push(name, one);
    }
    if (body !== undefined) list.push("content-length", `${lengthOf(body)}`);
    if (place.secure) {
      const agent = place.origin === origin ? this.#own : this.#foreign;
      const options: TunnelledOptions = { host, port, path, method, headers: list, agent, stop: signal };
      return secureRequest(options);
    }
    const agent = this.#plain;
    const proxy = this.#proxy;
    if (proxy === undefined) return plainRequest({ host, port, path, method, headers: list, agent });
    if (proxy.authorization !== undefined) list.push("proxy-authorization", proxy.authorization);
    const whole = `${place.origin}${path}`;
    return plainRequest({ host: proxy.host, port: proxy.port, path: whole, method, headers: list, agent });
  }

  /** Takes no connection for another request: those in use are closed once they are free. */
  retire(): void {
    for (const agent of [this.#plain, this.#own, this.#foreign]) {
      agent.maxFreeSockets = 0;
      for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
    }
  }
}

/** Where the server of an address is; each look at a part of a `URL` takes time. */
interface Place {
  readonly origin: string;
  readonly secure: boolean;
  /** As the header `Host` has it. */
  readonly named: string;
  /** As the platform's client wants it: an address of IPv6 has no brackets. */
  readonly host: string;
  readonly port: string;
}

function placeOf({ origin, protocol, host, hostname, port }: URL): Place {
  const bare = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  return { origin, secure: protocol === "https:", named: host, host: bare, port };
}

function secureAgent(proxy: HttpProxy | undefined, options: HttpsOptions): HttpsAgent {
  return proxy === undefined
    ? new HttpsAgent({ ...KEPT, ...options })
    : new TunnelAgent(proxy, { ...KEPT, ...options });
}

const trustOf = ({ ca, insecure }: TlsOptions): HttpsOptions => ({
  ...(ca !== "" && { ca }),
  rejectUnauthorized: !insecure,
});

const identityOf = ({ cert, key, serverName }: TlsOptions): HttpsOptions => ({
  ...(cert !== "" && { cert }),
  ...(key !== "" && { key }),
  ...(serverName !== "" && {
    // An address cannot be asked for by name; the certificate has to have it all the same.
    servername: isIP(serverName) === 0 ? serverName : "",
    checkServerIdentity: (_host, certificate) => checkServerIdentity(serverName, certificate),
  }),
});

function proxyAt(address: URL): HttpProxy {
  const { url, authorization } = basicAuthorization(address);
  const { host, port } = placeOf(new URL(url));
  return { host, port: Number(port || 80), authorization };
}
