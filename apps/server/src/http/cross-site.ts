/**
 * Pages of other sites. A browser lets any page send what looks like a form to any address, the loopback's included, and says of
 * each request whose page it is from. A receiver is not for them unless somebody says so.
 */
import type { IncomingMessage } from "node:http";
import { answerLine, type Handler, protectAnswer } from "./answers.ts";
import { isForeignName } from "./host-name.ts";

const REFUSED =
  "pages of other sites and hosts may not send here; set allow_cross_site = true in the http block if they are meant to";

/**
 * Whether a page asks that is none of this host's. A page of another port of the same host is: what runs there could send here
 * by itself. One of another name below the same domain is not, although browsers call the two one site: it may be anybody's.
 * Old browsers say only whose page it is.
 */
export function isCrossSite({ headers }: Pick<IncomingMessage, "headers">): boolean {
  // HTTP/2 has the host in another header.
  const { "sec-fetch-site": site, origin, ":authority": authority = "", host = authority } = headers;
  if (site === "cross-site") return true;
  if (site === "same-origin" || site === "none") return false;
  return origin !== undefined && nameOf(origin) !== nameOf(`http://${host}`);
}

/**
 * Whether a page asks that gave its own name this machine's address, so that its browser takes the two for one site. Whatever
 * is no browser names no origin, and may use any name.
 */
export const isRebound = (request: Parameters<typeof isForeignName>[0]): boolean =>
  request.headers.origin !== undefined && isForeignName(request);

/** Without its port; undefined where it is none, as of pages that keep their origin to themselves (`null`). */
const nameOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).hostname : undefined);

/** The same handler, for what no page of another site asks. */
export function refuseCrossSite(handler: Handler): Handler {
  return (request, response) => {
    if (!isCrossSite(request) && !isRebound(request)) return handler(request, response);
    protectAnswer(response);
    answerLine(response, 403, REFUSED);
  };
}
