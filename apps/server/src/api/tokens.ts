/**
 * Who may ask the server's API: whoever shows the token, or, to look and change nothing, the one for reading. Failures are
 * counted by client, and whoever fails often is not listened to for a while, whatever is shown.
 */
import type { RequestHandler } from "express";
import { BearerToken, shownBearer } from "../http/bearer.ts";
import type { Logger } from "../platform/log.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import { answerError } from "./json-body.ts";

export interface AccessTokens {
  readonly full: string;
  /** For requests that change nothing. */
  readonly read?: string | undefined;
}

/** What the shown token allows, in `response.locals.access`: everything, or what changes nothing. */
export type Access = "full" | "read";

export interface TokenRules {
  readonly tokens: AccessTokens;
  /** Whether `/metrics` asks for one, too. */
  readonly protectMetrics: boolean;
  /** Whether the one for reading suffices for entries, too. */
  readonly readsEntries?: boolean | undefined;
}

/** Failures of one client, within that time, after which it is turned away until the time is over. Milliseconds. */
const MAX_FAILURES = 10;
const WINDOW = 60_000;
/** Clients that are remembered; of more, those whose first failure is longest ago are forgotten. */
const MAX_CLIENTS = 10_000;
/** What a load balancer or a monitor asks, which says nothing that is secret. */
const OPEN = /^\/-\/(?:healthy|ready)\/?$/i;
/** What of POST changes nothing. */
const READING = /^\/api\/(?:preview|validate)\/?$/i;
/** What gives entries, which are the users' logs. */
const ENTRIES = /^\/api\/(?:tap|capture|shadow)(?:\/|$)/i;
/** What of POST gives entries and changes nothing. */
const READING_ENTRIES = /^\/api\/(?:tap|capture)(?:\/|$)/i;
/** What is asked of the server; all else is the page's files, which are the same everywhere. */
const GUARDED = /^\/(?:api|-)(?:\/|$)/i;
const METRICS = /^\/metrics\/?$/i;

export function requireToken(
  { tokens, protectMetrics, readsEntries = false }: TokenRules,
  scheduler: Scheduler,
  log: Pick<Logger, "write">,
): RequestHandler {
  const full = new BearerToken(tokens.full);
  const read = tokens.read === undefined ? undefined : new BearerToken(tokens.read);
  const failures = new Map<string, { count: number; readonly since: number }>();
  return (request, response, next) => {
    const { path, method } = request;
    const guarded = GUARDED.test(path) ? !OPEN.test(path) : protectMetrics && METRICS.test(path);
    if (!guarded) return next();
    const client = request.socket.remoteAddress ?? "";
    const now = scheduler.elapsed();
    let failed = failures.get(client);
    if (failed !== undefined && now - failed.since >= WINDOW) {
      failures.delete(client);
      failed = undefined;
    }
    if (failed !== undefined && failed.count >= MAX_FAILURES) {
      response.setHeader("Retry-After", String(Math.ceil((failed.since + WINDOW - now) / 1000)));
      return answerError(response, 429, "too many requests without a right token; try again later");
    }
    const shown = shownBearer(request);
    if (shown !== undefined && full.is(shown)) {
      response.locals.access = "full" satisfies Access;
      return next();
    }
    if (shown !== undefined && read?.is(shown)) {
      response.locals.access = "read" satisfies Access;
      const entries = ENTRIES.test(path);
      if (entries && !readsEntries)
        return answerError(response, 403, "this token is for reading how the server does; entries need the full one");
      if (method === "GET" || method === "HEAD" || (entries ? READING_ENTRIES : READING).test(path)) return next();
      return answerError(response, 403, "this token is for reading; it changes nothing");
    }
    // Who shows none guesses none: the page asks before it knows that there is one.
    if (shown !== undefined) {
      if (failed === undefined) failures.set(client, { count: 1, since: now });
      else if (++failed.count === MAX_FAILURES)
        log.write("warn", "a client is turned away: it showed too many wrong tokens", {
          audit: "sign-in",
          from: client,
        });
      if (failures.size > MAX_CLIENTS) failures.delete(failures.keys().next().value!);
    }
    response.setHeader("WWW-Authenticate", "Bearer");
    answerError(
      response,
      401,
      shown === undefined ? "a token is needed: Authorization: Bearer …" : "the token is wrong",
    );
  };
}

/** One line of the log for everything that was asked to change something, whoever asked, whatever came of it. */
export function auditChanges(log: Pick<Logger, "write">): RequestHandler {
  return ({ method, path, socket }, response, next) => {
    if (GUARDED.test(path) && !(method === "GET" || method === "HEAD" || READING.test(path))) {
      const from = socket.remoteAddress;
      response.once("close", () => {
        // A tap is answered for as long as its client likes.
        const status = response.headersSent ? response.statusCode : "no answer";
        log.write("info", "a change was asked for", { audit: "change", method, path, from, status });
      });
    }
    next();
  };
}
