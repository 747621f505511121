/** `POST /api/tap`: entries followed through a pipeline, as server-sent events; and changes of taps that are open. */

import type { TapAnswer, TapChange, TapOnly } from "@sluice/protocol";
import type { Express, Request, Response } from "express";
import { onlyMethods } from "../http/answers.ts";
import { EventStream } from "../http/event-stream.ts";
import { MAX_TAPS, type Taps } from "../live/taps.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import { DEFAULT_RATE, MAX_RATE, MIN_RATE, type TapSettings } from "../watch/tap-session.ts";
import { answerError, answering, JsonBodies, Refusal } from "./json-body.ts";
import { refuseForeignOrigins } from "./protection.ts";

/** Of a request. Bytes and milliseconds. */
const MAX_BODY = 64 * 1024;
const BODY_TIMEOUT = 10_000;
/** Bytes of events that may wait for one client; what comes then is skipped. */
export const MAX_UNREAD = 1024 * 1024;
const MAX_TEXT = 4096;
const ONLY: readonly TapOnly[] = ["dropped", "changed", "missed"];

export class TapDesk {
  readonly #taps: Taps;
  readonly #scheduler: Scheduler;
  readonly #bodies: JsonBodies;

  constructor(taps: Taps, scheduler: Scheduler) {
    this.#taps = taps;
    this.#scheduler = scheduler;
    this.#bodies = new JsonBodies(scheduler, { limit: MAX_BODY, together: 16 * MAX_BODY, timeout: BODY_TIMEOUT });
  }

  addRoutes(app: Express): void {
    app.use("/api/tap", refuseForeignOrigins(answerError));
    app.post(
      "/api/tap",
      answering((request, response) => this.#open(request, response)),
    );
    app.post(
      "/api/tap/:id",
      answering((request, response) => this.#change(request, response)),
    );
    app.all(["/api/tap", "/api/tap/:id"], onlyMethods("POST", answerError));
  }

  async #open(request: Request, response: Response): Promise<void> {
    const body = await this.#bodies.take(request);
    if (this.#taps.stopping) throw new Refusal(503, "the server is stopping");
    const { component } = body;
    if (typeof component !== "string") throw new Refusal(400, "component must be the id of a logs.process");
    const settings = settingsOf({ rate: DEFAULT_RATE, paused: false }, body);
    const problem = this.#taps.problem(component, settings.stage);
    if (problem !== undefined) throw new Refusal(404, problem);
    if (this.#taps.full) {
      response.set("Retry-After", "10");
      throw new Refusal(429, `${MAX_TAPS} taps are open already; end one of them`);
    }
    refusing(() =>
      this.#taps.open(
        component,
        settings,
        (id) =>
          new EventStream(request, response, {
            scheduler: this.#scheduler,
            most: MAX_UNREAD,
            closed: () => this.#taps.close(id),
          }),
      ),
    );
  }

  async #change(request: Request, response: Response): Promise<void> {
    const id = String(request.params.id);
    const body = await this.#bodies.take(request);
    const known = this.#taps.find(id);
    const answer = known && refusing(() => this.#taps.change(id, settingsOf(known.settings, body)));
    if (answer === undefined) throw new Refusal(404, "there is no such tap; it ends with its connection");
    response.json(answer satisfies TapAnswer);
  }
}

/** What a tap cannot be set to is told. */
function refusing<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal(400, error.message);
    throw error;
  }
}

/** What is absent stays; null takes it away. */
function settingsOf(
  known: TapSettings,
  body: Readonly<Record<keyof TapChange, unknown> | Record<string, unknown>>,
): TapSettings {
  const { rate: asked = known.rate, paused = known.paused, only = known.only } = body as Record<string, unknown>;
  const rate = asked === null ? DEFAULT_RATE : asked;
  if (typeof rate !== "number" || !(rate >= MIN_RATE && rate <= MAX_RATE))
    throw new Refusal(400, `rate must be a number from ${MIN_RATE} to ${MAX_RATE}`);
  if (typeof paused !== "boolean") throw new Refusal(400, "paused must be true or false");
  if (only !== undefined && only !== null && !ONLY.includes(only as TapOnly))
    throw new Refusal(400, `only must be one of ${ONLY.join(", ")}`);
  const texts = (["stage", "selector", "text"] as const).flatMap((name) => {
    const { [name]: value = known[name] } = body as Record<string, unknown>;
    if (value === undefined || value === null || value === "") return [];
    if (typeof value !== "string" || value.length > MAX_TEXT)
      throw new Refusal(400, `${name} must be a text of at most ${MAX_TEXT} characters`);
    return [[name, value] as const];
  });
  return { rate, paused, ...Object.fromEntries(texts), ...(only != null && { only: only as TapOnly }) };
}
