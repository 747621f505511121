/**
 * What protects the server's own pages and answers from pages of others: which names it answers to, headers that tell
 * the browser what it may do with an answer, and errors that tell nothing of the machine.
 */
import { readFileSync } from "node:fs";
import { STATUS_CODES } from "node:http";
import { isIP } from "node:net";
import type { ErrorRequestHandler, RequestHandler, Response } from "express";

/** For every answer. The page is framed nowhere and hands nothing to other sites. */
const HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};
/** Of what is no page: nothing is loaded from it or by it. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'";
/**
 * Of scripts: the policy of a worker is that of its script's answer; elsewhere it has no effect.
 */
const WORKER = "default-src 'none'; script-src 'self'; connect-src 'self'; worker-src 'self'; frame-ancestors 'none'";

export const protectAnswers: RequestHandler = (_request, response, next) => {
  response.set({ ...HEADERS, "Content-Security-Policy": NOTHING });
  next();
};

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
 * the loopback must name it, an address, or the name that the server was told to listen on.
 */
export function refuseForeignHosts(listenName: string): RequestHandler {
  const own = canonicalName(listenName);
  return (request, response, next) => {
    const { localAddress = "", remoteAddress = "" } = request.socket;
    // Of several the platform shows the first; who looks at another would be told something else.
    const several = (request.headersDistinct.host ?? []).length > 1;
    const { host = "" } = request.headers;
    const name = several || !HOST.test(host) ? "" : canonicalName(host);
    const known =
      name === "localhost" || name.endsWith(".localhost") || isIP(name) !== 0 || (own !== "" && name === own);
    if (!isLoopback(localAddress) || !isLoopback(remoteAddress) || known) next();
    else answerLine(response, 421, "use localhost, an IP address or the name given to --listen as the host");
  };
}

/** A name or an address, and perhaps a port: nothing that could be read as another part of an address. */
const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d*)?$/;

/** A host as names are compared: without port, brackets, case, and the dot that ends a full name. */
function canonicalName(host: string): string {
  const name = host.replace(/:\d*$/, isIP(host) === 6 ? "$&" : "").replace(/^\[(.*)\]$/, "$1");
  return name.toLowerCase().replace(/\.$/, "");
}

const isLoopback = (address: string) => address === "::1" || /^(?:::ffff:)?127\./.test(address);

/** Everything that a route throws or passes on becomes one line. `failed` is told what is our own fault. */
export function answerErrors(failed: (error: unknown) => void): ErrorRequestHandler {
  return (error: unknown, _request, response, _next) => {
    const { status: claimed } = (error ?? {}) as { status?: unknown };
    // What is not there, may not be read, or cannot be understood; raised by the file server and the router.
    const asked = typeof claimed === "number" && claimed >= 400 && claimed < 500 ? claimed : undefined;
    if (asked === undefined) failed(error);
    if (response.headersSent) return void response.destroy();
    for (const name of ["Cache-Control", "ETag", "Last-Modified"]) response.removeHeader(name);
    if (asked === undefined) answerLine(response, 500, "internal error; the server's log says more");
    else answerLine(response, asked, (STATUS_CODES[asked] ?? "bad request").toLowerCase());
  };
}

/** Answers with one line of text. */
export function answerLine(response: Response, status: number, line: string): void {
  response.status(status).set("Content-Security-Policy", NOTHING).type("text/plain").send(`${line}\n`);
}

/** Refuses all other methods; `allowed` as the header `Allow` has them. */
export function onlyMethods(allowed: string): RequestHandler {
  const methods = allowed.split(", ");
  return (request, response, next) => {
    if (methods.includes(request.method)) next();
    else answerLine(response.set("Allow", allowed), 405, `use ${allowed}`);
  };
}
