/** `/api/capture`: samples from live traffic, from a journal or from a Loki. */
import { MILLISECOND, type Nanos, parseRfc3339, SECOND } from "@sluice/engine";
import {
  type CaptureBody,
  type CaptureLimits,
  type CaptureTargets,
  MOST_CAPTURED,
  ROUTES,
  USUALLY_CAPTURED,
} from "@sluice/protocol";
import type { AskableLoki, JournalView } from "../core/component.ts";
import { type Captures, MAX_CAPTURES } from "../live/captures.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import { codeOf } from "../platform/system-error.ts";
import { compileEntryFilter } from "../watch/entry-filter.ts";
import type { ApiRoutes, Asked } from "./api-routes.ts";
import { JsonBodies, Refusal } from "./json-body.ts";

/** Of a request. Bytes and milliseconds. */
const MAX_BODY = 64 * 1024;
const BODY_TIMEOUT = 10_000;
/** What is asked for where no times are given. */
const LAST: Nanos = 3600n * SECOND;

export interface CaptureRoutesParts {
  readonly captures: Captures;
  readonly scheduler: Scheduler;
  /** Ids of components that take entries. */
  components(): readonly string[];
  journals(): readonly { readonly component: string; readonly journal: JournalView }[];
  lokis(): readonly { readonly name: string; readonly component?: string; readonly loki: AskableLoki }[];
}

export class CaptureRoutes {
  readonly #parts: CaptureRoutesParts;
  readonly #bodies: JsonBodies;

  constructor(parts: CaptureRoutesParts) {
    this.#parts = parts;
    const sizes = { limit: MAX_BODY, together: 16 * MAX_BODY, timeout: BODY_TIMEOUT };
    this.#bodies = new JsonBodies(parts.scheduler, sizes);
  }

  addTo(api: ApiRoutes): void {
    api.serve(ROUTES.captureTargets, ({ answer }) => answer(200, this.#targets()));
    api.serveBody(ROUTES.capture, this.#bodies, (asked) => this.#capture(asked));
  }

  #targets(): CaptureTargets {
    const lokis = this.#parts.lokis().map(({ name, component, loki: { url } }) => ({ name, url, component }));
    const journals = this.#parts.journals().map(({ component }) => component);
    return { components: this.#parts.components(), journals, lokis, most: MOST_CAPTURED, usual: USUALLY_CAPTURED };
  }

  async #capture({ response, body, answer }: Asked<typeof ROUTES.capture>): Promise<void> {
    const limits = limitsOf(body);
    if (this.#parts.captures.full) {
      response.set("Retry-After", "10");
      throw new Refusal(429, `${MAX_CAPTURES} captures run already; try again later`);
    }
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const { signal } = gone;
    const captured = await (body.loki !== undefined
      ? this.#loki(body, limits, signal)
      : body.journal !== undefined
        ? this.#journal(body, limits, signal)
        : this.#live(body, limits, signal));
    if (!response.destroyed) answer(200, captured);
  }

  async #live(body: CaptureBody, limits: CaptureLimits, signal: AbortSignal) {
    const component = given(body.component);
    if (component === undefined) throw new Refusal(400, "component, journal or loki must say where from");
    const asked = { component, ...choiceOf(body) };
    const captured = await this.#parts.captures.live(asked, limits, signal);
    if (captured === undefined) throw new Refusal(404, `there is no ${component} that takes entries`);
    return captured;
  }

  async #journal(body: CaptureBody, limits: CaptureLimits, signal: AbortSignal) {
    const found = this.#parts.journals().find(({ component }) => component === body.journal);
    if (found === undefined)
      throw new Refusal(404, `there is no journal of ${body.journal ?? ""}; GET /api/capture lists them`);
    const start = timeOf("start", body.start) ?? this.#parts.scheduler.now() - LAST;
    const { direction = "backward" } = body;
    const asked = { ...choiceOf(body), since: Number(start / MILLISECOND), direction };
    try {
      return await this.#parts.captures.journal(found.journal, asked, limits, signal);
    } catch (error) {
      // Which file it is says something of the machine.
      if (codeOf(error) === undefined) throw error;
      throw new Refusal(503, "the journal cannot be read now; try again later");
    }
  }

  async #loki(body: CaptureBody, limits: CaptureLimits, signal: AbortSignal) {
    const { loki: name, direction = "backward" } = body;
    const target = this.#parts.lokis().find((one) => one.name === name);
    if (target === undefined)
      throw new Refusal(404, `there is no Loki ${name ?? ""} to ask; GET /api/capture lists them`);
    const query = given(body.query);
    if (query === undefined) throw new Refusal(400, "query must be a LogQL query for log lines");
    const end = timeOf("end", body.end) ?? this.#parts.scheduler.now();
    const start = timeOf("start", body.start) ?? end - LAST;
    if (start >= end) throw new Refusal(400, "start must be before end");
    const asked = { query, start, end, direction, tenant: given(body.tenant) };
    const captured = await this.#parts.captures.loki(target.loki, asked, limits, signal);
    if (typeof captured === "string") throw new Refusal(502, `${target.loki.url}: ${captured}`);
    return captured;
  }
}

/** Which entries. */
function choiceOf({ selector, text, every = 1 }: CaptureBody) {
  const made = compileEntryFilter(given(selector), given(text));
  if (!made.ok) throw new Refusal(400, made.message);
  return { filter: made.filter, every: Math.ceil(every) };
}

function limitsOf({ entries, bytes, seconds }: CaptureBody): CaptureLimits {
  return {
    entries: Math.floor(entries ?? USUALLY_CAPTURED.entries),
    bytes: Math.floor(bytes ?? USUALLY_CAPTURED.bytes),
    seconds: seconds ?? USUALLY_CAPTURED.seconds,
  };
}

/** An empty text is none. */
const given = (text: string | undefined): string | undefined => (text === "" ? undefined : text);

function timeOf(name: string, text: string | undefined): Nanos | undefined {
  if (given(text) === undefined) return undefined;
  const at = parseRfc3339(text!);
  if (at === undefined) throw new Refusal(400, `${name} must be an RFC 3339 time`);
  return at;
}
