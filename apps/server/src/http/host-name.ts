/** Under which name a client asks, and whether that is a name of this machine alone. */
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** Whether an address, as sockets have it, is only for this machine. */
export const isLoopback = (address: string): boolean => address === "::1" || /^(?:::ffff:)?127\./.test(address);

/** A name or an address, and perhaps a port: nothing that could be read as another part of an address. */
const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d*)?$/;

/** A host as names are compared: without port, brackets, case, and the dot that ends a full name. */
export function canonicalName(host: string): string {
  const name = host.replace(/:\d*$/, isIP(host) === 6 ? "$&" : "").replace(/^\[(.*)\]$/, "$1");
  return name.toLowerCase().replace(/\.$/, "");
}

/** The name that a request asks for; empty where it is none. */
export function askedName({ headers, headersDistinct }: Pick<IncomingMessage, "headers" | "headersDistinct">): string {
  const { host = "", ":authority": authority = host } = headers;
  // Of several the platform shows the first; who looks at another would be told something else.
  const several = (headersDistinct.host ?? []).length > 1;
  return several || typeof authority !== "string" || !HOST.test(authority) ? "" : canonicalName(authority);
}

/**
 * Whether a request comes from this machine under a name that anybody could have given this machine's address: so a page
 * from elsewhere would read and send what it may not.
 */
export function isForeignName(request: Pick<IncomingMessage, "headers" | "headersDistinct" | "socket">): boolean {
  const { localAddress = "", remoteAddress = "" } = request.socket;
  if (!isLoopback(localAddress) || !isLoopback(remoteAddress)) return false;
  const name = askedName(request);
  return name !== "localhost" && !name.endsWith(".localhost") && isIP(name) === 0;
}
