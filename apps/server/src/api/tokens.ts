/**
 * Who may use the server's API: whoever shows the token, or, to look and change nothing, the one for reading. It guards
 * every path below `/api` and `/-`, including those that do not exist, and except health. Failures are counted
 * (`http/token-guesses.ts`); whoever shows a right token is answered whatever preceded it.
 */
import { type Access, accessOf, isGuarded, routeOf, routesAt } from "@sluice/protocol";
import type { RequestHandler } from "express";
import { BearerToken, shownBearer } from "../http/bearer.ts";
import { TokenGuesses } from "../http/token-guesses.ts";
import type { Logger } from "../platform/log.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import { refuseAt } from "./json-body.ts";

export interface AccessTokens {
  readonly full: string;
  /** For requests that change nothing. */
  readonly read?: string | undefined;
}

/** What the shown token allows, in `response.locals.access`: everything, or what changes nothing. */
export type SignedIn = "full" | "read";

export interface TokenRules {
  readonly tokens: AccessTokens;
  /** Whether `/metrics` asks for one, too. */
  readonly protectMetrics: boolean;
  /** Whether the one for reading suffices for entries, too. */
  readonly readsEntries?: boolean | undefined;
}

/** What is asked of the server; all else is the page's files, which are the same everywhere. */
const ASKED = /^\/(?:api|-)(?:\/|$)/i;

/** Who may ask for what a request asks for; undefined: it is the page's. What has no record needs the full token. */
function accessTo(method: string, path: string): Access | undefined {
  const route = routeOf(method, path);
  if (route !== undefined) return accessOf(route);
  // Other methods on what needs no token are refused as such.
  const others = routesAt(path);
  if (others.length > 0 && !others.some(isGuarded)) return accessOf(others[0]!);
  return ASKED.test(path) ? "full" : undefined;
}

export function requireToken(
  { tokens, protectMetrics, readsEntries = false }: TokenRules,
  scheduler: Scheduler,
  log: Pick<Logger, "write">,
): RequestHandler {
  const full = new BearerToken(tokens.full);
  const read = tokens.read === undefined ? undefined : new BearerToken(tokens.read);
  const guesses = new TokenGuesses(
    () => scheduler.elapsed(),
    (client) =>
      log.write("warn", "too many wrong tokens were shown; further ones are answered 429 for a minute", {
        audit: "sign-in",
        from: client ?? "many addresses",
      }),
  );
  return (request, response, next) => {
    const { path, method } = request;
    const access = accessTo(method, path);
    const refuse = refuseAt(path);
    if (access === undefined || access === "anyone" || (access === "scraper" && !protectMetrics)) return next();
    const shown = shownBearer(request);
    if (shown !== undefined && full.is(shown)) {
      response.locals.access = "full" satisfies SignedIn;
      return next();
    }
    if (shown !== undefined && read?.is(shown)) {
      response.locals.access = "read" satisfies SignedIn;
      if (access === "entries" && !readsEntries)
        return refuse(response, 403, "this token is for reading how the server does; entries need the full one");
      if (access !== "full") return next();
      return refuse(response, 403, "this token is for reading; it changes nothing");
    }
    // Who shows none guesses none: the page asks before it knows that there is one.
    if (shown !== undefined && guesses.wrong(request, response) !== undefined)
      return refuse(response, 429, "too many requests without a right token; try again later");
    response.setHeader("WWW-Authenticate", "Bearer");
    refuse(response, 401, shown === undefined ? "a token is needed: Authorization: Bearer …" : "the token is wrong");
  };
}

const CHANGE_ASKED = ["a change was asked for", "change"] as const;
const ENTRIES_ASKED = ["entries were asked for", "entries"] as const;

/**
 * One line of the log for everything that was asked to change something or to give entries by POST, whoever asked, whatever came of
 * it. To follow entries changes nothing.
 */
export function auditRequests(log: Pick<Logger, "write">): RequestHandler {
  return ({ method, path, socket }, response, next) => {
    const asked = auditOf(method, path);
    if (asked !== undefined) {
      const [message, audit] = asked;
      const from = socket.remoteAddress;
      response.once("close", () => {
        // A tap is answered for as long as its client likes.
        const status = response.headersSent ? response.statusCode : "no answer";
        log.write("info", message, { audit, method, path, from, status });
      });
    }
    next();
  };
}

/** Undefined: to look is not logged. What has no record may be a change. */
function auditOf(method: string, path: string): typeof CHANGE_ASKED | typeof ENTRIES_ASKED | undefined {
  const isLook = method === "GET" || method === "HEAD";
  const route = routeOf(method, path);
  if (route === undefined) return !isLook && ASKED.test(path) ? CHANGE_ASKED : undefined;
  if (route.changes === true) return CHANGE_ASKED;
  return !isLook && accessOf(route) === "entries" ? ENTRIES_ASKED : undefined;
}
