/**
 * The connections to one endpoint, which are kept for the next request: directly or through a proxy, with TLS as it was
 * configured. Where a redirect leads to another origin, neither the client's certificate goes along nor the name that the
 * endpoint's own certificate must have.
 */

import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { type ConnectionOptions, checkServerIdentity, createSecureContext } from "node:tls";
import { messageOf } from "@sluice/languages/base";
import { lengthOf } from "../platform/length-of.ts";
import { TLS_VERSIONS } from "../platform/tls-versions.ts";
import type { AnswerListener } from "./answer-reader.ts";
import { type GiveUp, PlaceConnections } from "./connections.ts";
import { isHeaderValue } from "./header-values.ts";
import { ProxyChoice, type ProxySettings } from "./proxies.ts";
import type { HeaderValue, HttpRequest } from "./redirects.ts";
import { type OutgoingBody, StreamedBody } from "./streamed-body.ts";
import type { HttpProxy } from "./tunnel.ts";

export type OutgoingRequest = HttpRequest<HeaderValue, OutgoingBody>;

/** Texts in PEM; empty where there is nothing. */
export interface TlsOptions {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
  /** What the server's certificate must be for; empty is the address's host. */
  readonly serverName: string;
  readonly insecure: boolean;
  /** The least version by its name in configurations; empty is the usual one. */
  readonly minVersion: string;
}

export interface TransportOptions {
  /** An address of the endpoint's own origin. */
  readonly home: string;
  readonly tls: TlsOptions | undefined;
  readonly proxy?: ProxySettings | undefined;
}

/** Origins besides its own to which connections are kept: redirects can name any. */
const MAX_FOREIGN = 8;

/** Why no connection can be made with these; `undefined` when there is nothing wrong. No part of a key is reported. */
export function findTlsProblem({ ca, cert, key }: TlsOptions): string | undefined {
  try {
    // The platform passes over authorities that it cannot read.
    if (ca !== "") new X509Certificate(ca);
    createSecureContext({ ...(ca !== "" && { ca }), ...(cert !== "" && { cert }), ...(key !== "" && { key }) });
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

interface OwnConnections {
  readonly connections: PlaceConnections;
  readonly proxy: HttpProxy | undefined;
}

export class Transport {
  readonly #proxies: ProxyChoice | undefined;
  readonly #home: Place;
  readonly #tls: TlsOptions | undefined;
  /** To its own, once there was a request. */
  #own: OwnConnections | undefined;
  /** To other origins, by these. */
  readonly #foreign = new Map<string, PlaceConnections>();
  #retired = false;

  constructor({ home, tls, proxy }: TransportOptions) {
    this.#home = placeOf(new URL(home));
    this.#tls = tls;
    this.#proxies = proxy && new ProxyChoice(proxy);
  }

  /** Its own connections. Throws where there can be none. */
  get #toHome(): OwnConnections {
    if (this.#own === undefined) {
      const tls = this.#tls;
      const proxy = this.#proxies?.for(this.#home);
      const connections = this.#connect(this.#home, tlsOptions(tls, true), proxy);
      if (this.#retired) connections.retire();
      this.#own = { connections, proxy };
    }
    return this.#own;
  }

  #connect({ secure, host, port }: Place, tls: ConnectionOptions, proxy: HttpProxy | undefined): PlaceConnections {
    if (secure) return new PlaceConnections({ host, port, tls, proxy });
    const through = proxy ?? { host, port };
    return new PlaceConnections({ host: through.host, port: through.port, tls: undefined, proxy: undefined });
  }

  /** Credentials for the proxy, which nobody shall read; in their encoded form. */
  get encoded(): readonly string[] {
    const { authorization } = this.#homeProxy() ?? {};
    return authorization === undefined ? [] : [authorization.slice(authorization.indexOf(" ") + 1)];
  }

  #homeProxy(): HttpProxy | undefined {
    try {
      return this.#toHome.proxy;
    } catch {
      // Each request says so.
      return undefined;
    }
  }

  /** Sends a request, whose answer goes to `listener`; gives what gives it up. Throws where none can be made. */
  send({ method, url, headers, body }: OutgoingRequest, listener: AnswerListener): GiveUp {
    if (!SCHEME.test(url)) throw new Error("the address is neither http nor https");
    const { origin } = this.#home;
    // Nearly every address is below the endpoint's own, which need not be read again.
    const isHome = url.startsWith(origin) && url[origin.length] === "/";
    const address = isHome ? undefined : new URL(url);
    const place = address === undefined ? this.#home : placeOf(address);
    const path = address === undefined ? url.slice(origin.length) : `${address.pathname}${address.search}`;
    if (!PATH.test(path)) throw new Error("the address holds a character that no request can carry");
    const toHome = place.origin === origin;
    const through = toHome ? this.#toHome.proxy : this.#proxies?.for(place);
    const proxy = place.secure ? undefined : through;
    let head = `${method} ${proxy === undefined ? "" : place.origin}${path} HTTP/1.1\r\nhost: ${place.named}\r\n`;
    head += linesOf(headers);
    if (body !== undefined) head += bodyLine(body);
    if (proxy?.authorization !== undefined) head += `proxy-authorization: ${proxy.authorization}\r\n`;
    const connections = toHome ? this.#toHome.connections : this.#toOther(place, through);
    return connections.send(`${head}\r\n`, body ?? [], listener);
  }

  #toOther(place: Place, proxy: HttpProxy | undefined): PlaceConnections {
    const known = this.#foreign.get(place.origin);
    if (known !== undefined) return known;
    const made = this.#connect(place, tlsOptions(this.#tls, false), proxy);
    if (this.#retired) made.retire();
    this.#foreign.set(place.origin, made);
    for (const [origin, oldest] of this.#foreign) {
      if (this.#foreign.size <= MAX_FOREIGN) break;
      this.#foreign.delete(origin);
      oldest.retire();
    }
    return made;
  }

  /** Takes no connection for another request: those in use are closed once they are free. */
  retire(): void {
    this.#retired = true;
    this.#own?.connections.retire();
    for (const connections of this.#foreign.values()) connections.retire();
  }
}

/** How the end of a body is found. */
function bodyLine(body: OutgoingBody): string {
  const length = body instanceof StreamedBody ? body.length : lengthOf(body);
  return length === undefined ? "transfer-encoding: chunked\r\n" : `content-length: ${length}\r\n`;
}

const SCHEME = /^https?:/;
/** What the address in a request may consist of: everything but spaces, breaks and what is no byte. */
const PATH = /^[\x21-\xff]+$/;

type RequestHeaders = OutgoingRequest["headers"];
/** Of headers that were sent: those who send much have the same ones again and again. */
const LINES = new WeakMap<RequestHeaders, string>();

function linesOf(headers: RequestHeaders): string {
  const known = LINES.get(headers);
  if (known !== undefined) return known;
  let lines = "";
  for (const [name, value] of Object.entries(headers))
    for (const one of typeof value === "string" ? [value] : value) lines += lineOf(name, one);
  LINES.set(headers, lines);
  return lines;
}

function lineOf(name: string, value: string): string {
  if (!isHeaderValue(value)) throw new Error(`the header ${name} holds a character that no request can carry`);
  return `${name}: ${value}\r\n`;
}

/** Where the server of an address is; each look at a part of a `URL` takes time. */
export interface Place {
  readonly origin: string;
  readonly secure: boolean;
  /** As the header `Host` has it. */
  readonly named: string;
  /** An address of IPv6 has no brackets. */
  readonly host: string;
  readonly port: number;
}

export function placeOf({ origin, protocol, host, hostname, port }: URL): Place {
  const bare = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  const secure = protocol === "https:";
  return { origin, secure, named: host, host: bare, port: Number(port || (secure ? 443 : 80)) };
}

/** How connections with TLS are made: at home with the client's own certificate, and the name that was configured. */
export const tlsOptions = (tls: TlsOptions | undefined, atHome: boolean): ConnectionOptions =>
  tls === undefined ? {} : { ...trustOf(tls), ...(atHome && identityOf(tls)) };

const trustOf = ({ ca, insecure, minVersion }: TlsOptions): ConnectionOptions => ({
  ...(minVersion !== "" && { minVersion: TLS_VERSIONS[minVersion] }),
  ...(ca !== "" && { ca }),
  rejectUnauthorized: !insecure,
});

const identityOf = ({ cert, key, serverName }: TlsOptions): ConnectionOptions => ({
  ...(cert !== "" && { cert }),
  ...(key !== "" && { key }),
  ...(serverName !== "" && {
    // An address cannot be asked for by name; the certificate has to have it all the same.
    servername: isIP(serverName) === 0 ? serverName : "",
    checkServerIdentity: (_host, certificate) => checkServerIdentity(serverName, certificate),
  }),
});
