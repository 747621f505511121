/**
 * Where a request goes when it is answered with a redirect, as Go's HTTP client has it, which Alloy sends with: 307 and
 * 308 repeat the request elsewhere, 301, 302 and 303 ask there with GET and without a body. An answer without a
 * `Location` is an answer like others. Ten requests are all that are made.
 *
 * Stricter than there: what may be a credential goes to the origin that it was configured for and to no other, be it a
 * subdomain, another port or another scheme, and no `Referer` tells where a request comes from.
 */
import { TENANT_HEADER } from "../core/entries/tenant.ts";
import { basicAuthorization } from "./credentials.ts";

/** A list is a header that is sent several times. */
export type HeaderValue = string | readonly string[];

export interface HttpRequest<Value extends HeaderValue = string, Body = Uint8Array> {
  readonly method: string;
  /** Without a user and password. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, Value>>;
  readonly body: Body | undefined;
}

export type Hop<Value extends HeaderValue = string, Body = Uint8Array> =
  /** The answer is not a redirect. */
  | { readonly kind: "stay" }
  | { readonly kind: "go"; readonly request: HttpRequest<Value, Body> }
  | { readonly kind: "fail"; readonly error: string };

/** Requests that are made for one, the first included. */
export const MAX_REQUESTS = 10;

/** What goes to every origin. Whatever else was configured may be a key. */
const SAFE_HEADERS: ReadonlySet<string> = new Set([
  "connect-protocol-version",
  "connect-timeout-ms",
  "content-encoding",
  "content-type",
  "user-agent",
  TENANT_HEADER,
]);

/** What follows the answer `status` to `request`, of which `made` have been made by now. */
export function nextHop<Value extends HeaderValue, Body>(
  request: HttpRequest<Value | string, Body>,
  status: number,
  location: string | null,
  made: number,
): Hop<Value | string, Body> {
  const repeats = status === 307 || status === 308;
  if (!(repeats || status === 301 || status === 302 || status === 303) || !location) return { kind: "stay" };
  if (made >= MAX_REQUESTS) return { kind: "fail", error: `stopped after ${MAX_REQUESTS} redirects` };
  if (!URL.canParse(location, request.url)) return { kind: "fail", error: "the Location of a redirect is not a URL" };
  const from = new URL(request.url);
  const target = new URL(location, from);
  if (target.protocol !== "http:" && target.protocol !== "https:")
    return { kind: "fail", error: `a redirect leads to ${target.protocol}, which is neither http nor https` };
  if (target.hash === "") target.hash = from.hash;
  const { url, authorization } = basicAuthorization(target);
  const kept = Object.entries(request.headers).filter(
    ([name]) => (target.origin === from.origin || SAFE_HEADERS.has(name)) && (repeats || !name.startsWith("content-")),
  );
  const headers: Record<string, Value | string> = Object.fromEntries(kept);
  // What the redirect itself names is not ours to keep.
  if (authorization !== undefined) headers.authorization ??= authorization;
  return {
    kind: "go",
    request: {
      method: repeats || request.method === "HEAD" ? request.method : "GET",
      url,
      headers,
      body: repeats ? request.body : undefined,
    },
  };
}
