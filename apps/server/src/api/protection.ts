/**
 * What protects the page and the host's own answers from pages of others, besides what every answer has
 * (`http/answers.ts`): which names the server answers to, and what a file of the page may load.
 */
import { readFileSync } from "node:fs";
import type { RequestHandler, Response } from "express";
import type { AnswerLine } from "../http/answers.ts";
import { askedName, canonicalName, isForeignName } from "../http/host-name.ts";
import { refuseRequest } from "./json-body.ts";

/**
 * Of scripts: the policy of a worker is that of its script's answer; elsewhere it has no effect. One of them compiles RE2.
 */
const WORKER =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; frame-ancestors 'none'";

/** Sets the policy of a file of the built page: `policy` for pages. */
export function setFilePolicy(response: Response, path: string, policy: string): void {
  if (/\.html$/i.test(path)) response.setHeader("Content-Security-Policy", policy);
  else if (/\.m?js$/i.test(path)) response.setHeader("Content-Security-Policy", WORKER);
}

/**
 * The policy that a built page states in its head, for its header: there it also holds before the head is read, and can
 * say who may frame the page, which the head cannot.
 */
export function pagePolicy(indexFile: string): string {
  const [, stated] =
    /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/i.exec(readFileSync(indexFile, "utf8")) ?? [];
  const policy = stated?.replaceAll("&#39;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  return [...(policy === undefined ? [] : [policy]), "frame-ancestors 'none'"].join("; ");
}

/**
 * A page from elsewhere must not read what is shown here by giving its own name this machine's address: what comes from
 * the loopback must name it, an address, or a name that the server was told to listen on or allow.
 */
export function refuseForeignHosts(listenName: string, allowed: readonly string[] = []): RequestHandler {
  const own = new Set([listenName, ...allowed].map(canonicalName).filter((one) => one !== ""));
  return (request, response, next) => {
    if (!isForeignName(request) || own.has(askedName(request))) next();
    else
      refuseRequest(
        response,
        421,
        "use localhost, an IP address or a name given to --listen or --allowed-host as the host",
      );
  };
}

/**
 * What a page of another site asks for is refused, whatever it asks: browsers say whose page is asking, and others that
 * send a header `Origin` have to name this server.
 */
export function refuseForeignOrigins(answer: AnswerLine): RequestHandler {
  return (request, response, next) => {
    const { origin, host = "", "sec-fetch-site": site } = request.headers;
    const own = origin === undefined || (URL.canParse(origin) && new URL(origin).host === host.toLowerCase());
    if (own && site !== "cross-site" && site !== "same-site") next();
    else answer(response, 403, "pages of other sites may not ask for this");
  };
}
