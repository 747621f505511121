/** `/api/capture`: samples from live traffic or from a Loki. */

import { type Nanos, parseRfc3339, SECOND } from "@sluice/engine";
import type { CaptureLimits, CaptureTargets } from "@sluice/protocol";
import type { Express, Request, Response } from "express";
import type { AskableLoki } from "../core/component.ts";
import { onlyMethods } from "../http/answers.ts";
import { type Captures, MAX_CAPTURES, MOST, USUAL } from "../live/captures.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import { compileEntryFilter } from "../watch/entry-filter.ts";
import { answerError, answering, JsonBodies, Refusal } from "./json-body.ts";
import { refuseForeignOrigins } from "./protection.ts";

/** Of a request. Bytes and milliseconds. */
const MAX_BODY = 64 * 1024;
const BODY_TIMEOUT = 10_000;
const MAX_TEXT = 4096;
/** What is asked for where no times are given. */
const LAST: Nanos = 3600n * SECOND;

export interface CaptureDeskParts {
  readonly captures: Captures;
  readonly scheduler: Scheduler;
  /** Ids of components that take entries. */
  components(): readonly string[];
  lokis(): readonly { readonly name: string; readonly component?: string; readonly loki: AskableLoki }[];
}

type Body = Readonly<Record<string, unknown>>;

export class CaptureDesk {
  readonly #parts: CaptureDeskParts;
  readonly #bodies: JsonBodies;

  constructor(parts: CaptureDeskParts) {
    this.#parts = parts;
    const sizes = { limit: MAX_BODY, together: 16 * MAX_BODY, timeout: BODY_TIMEOUT };
    this.#bodies = new JsonBodies(parts.scheduler, sizes);
  }

  addRoutes(app: Express): void {
    app.use("/api/capture", refuseForeignOrigins(answerError));
    app.get(
      "/api/capture",
      answering(async (_request, response) => void response.json(this.#targets())),
    );
    app.post(
      "/api/capture",
      answering((request, response) => this.#capture(request, response)),
    );
    app.all("/api/capture", onlyMethods("GET, HEAD, POST", answerError));
  }

  #targets(): CaptureTargets {
    const lokis = this.#parts.lokis().map(({ name, component, loki: { url } }) => ({
      name,
      url,
      ...(component !== undefined && { component }),
    }));
    return { components: this.#parts.components(), lokis, most: MOST, usual: USUAL };
  }

  async #capture(request: Request, response: Response): Promise<void> {
    const body = await this.#bodies.take(request);
    const limits = limitsOf(body);
    if (this.#parts.captures.full) {
      response.set("Retry-After", "10");
      throw new Refusal(429, `${MAX_CAPTURES} captures run already; try again later`);
    }
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const answer =
      body.loki === undefined
        ? await this.#live(body, limits, gone.signal)
        : await this.#loki(body, limits, gone.signal);
    if (!response.destroyed) response.json(answer);
  }

  async #live(body: Body, limits: CaptureLimits, signal: AbortSignal) {
    const component = textOf(body, "component");
    if (component === undefined) throw new Refusal(400, "component or loki must say where from");
    const made = compileEntryFilter(textOf(body, "selector"), textOf(body, "text"));
    if (!made.ok) throw new Refusal(400, made.message);
    const every = numberOf(body, "every", 1, 1_000_000) ?? 1;
    const asked = { component, filter: made.filter, every: Math.ceil(every) };
    const answer = await this.#parts.captures.live(asked, limits, signal);
    if (answer === undefined) throw new Refusal(404, `there is no ${component} that takes entries`);
    return answer;
  }

  async #loki(body: Body, limits: CaptureLimits, signal: AbortSignal) {
    const name = textOf(body, "loki");
    const target = this.#parts.lokis().find((one) => one.name === name);
    if (target === undefined)
      throw new Refusal(404, `there is no Loki ${name ?? ""} to ask; GET /api/capture lists them`);
    const query = textOf(body, "query");
    if (query === undefined) throw new Refusal(400, "query must be a LogQL query for log lines");
    const end = timeOf(body, "end") ?? this.#parts.scheduler.now();
    const start = timeOf(body, "start") ?? end - LAST;
    if (start >= end) throw new Refusal(400, "start must be before end");
    const direction = body.direction ?? "backward";
    if (direction !== "forward" && direction !== "backward")
      throw new Refusal(400, "direction must be forward or backward");
    const asked = { query, start, end, direction, tenant: textOf(body, "tenant") } as const;
    const answer = await this.#parts.captures.loki(target.loki, asked, limits, signal);
    if (typeof answer === "string") throw new Refusal(502, `${target.loki.url}: ${answer}`);
    return answer;
  }
}

function limitsOf(body: Body): CaptureLimits {
  const entries = numberOf(body, "entries", 1, MOST.entries) ?? USUAL.entries;
  const bytes = numberOf(body, "bytes", 1, MOST.bytes) ?? USUAL.bytes;
  const seconds = numberOf(body, "seconds", 0.1, MOST.seconds) ?? USUAL.seconds;
  return { entries: Math.floor(entries), bytes: Math.floor(bytes), seconds };
}

function numberOf(body: Body, name: string, least: number, most: number): number | undefined {
  const value = body[name];
  if (value === undefined) return undefined;
  if (typeof value !== "number" || !(value >= least && value <= most))
    throw new Refusal(400, `${name} must be a number from ${least} to ${most}`);
  return value;
}

/** An empty one is none. */
function textOf(body: Body, name: string): string | undefined {
  const value = body[name];
  if (value === undefined || value === "") return undefined;
  if (typeof value !== "string" || value.length > MAX_TEXT)
    throw new Refusal(400, `${name} must be a text of at most ${MAX_TEXT} characters`);
  return value;
}

function timeOf(body: Body, name: string): Nanos | undefined {
  const text = textOf(body, name);
  if (text === undefined) return undefined;
  const at = parseRfc3339(text);
  if (at === undefined) throw new Refusal(400, `${name} must be an RFC 3339 time`);
  return at;
}
