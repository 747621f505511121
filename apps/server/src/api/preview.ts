/**
 * `POST /api/preview`: sample entries through a pipeline of a configuration that is sent along, answered in the trace's
 * documented form. It touches neither the pipelines that run nor files nor the environment. The work is done in a
 * process of its own (`preview/preview-pool.ts`); here bodies come in and answers go out, and what both take while
 * clients are slow is bounded too.
 */
import { MILLISECOND, type Nanos } from "@sluice/engine";
import { ROUTES } from "@sluice/protocol";
import type { Request, Response } from "express";
import { BodyError, ClientGone } from "../http/body-error.ts";
import { BodyIntake } from "../http/body-intake.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import { type PreviewAnswer, refusal } from "../preview/preview-answer.ts";
import type { PreviewPool } from "../preview/preview-pool.ts";
import type { ApiRoutes } from "./api-routes.ts";

/** Bytes of a request's body. */
const MAX_BODY = 4 * 1024 * 1024;
/** Seconds after which a client that was turned away may come again. */
const RETRY_AFTER = 10;

export interface PreviewRouteLimits {
  /** Bytes of all bodies that have not arrived whole yet. */
  readonly arriving: number;
  /** Nanoseconds that a body may take to arrive, and an answer to be read. */
  readonly transfer: Nanos;
  /** Bytes of answers that clients have not read yet, above which no preview is begun. */
  readonly unread: number;
}

const ROUTE_LIMITS: PreviewRouteLimits = {
  arriving: 32 * 1024 * 1024,
  transfer: 30_000_000_000n,
  unread: 64 * 1024 * 1024,
};

export class PreviewRoute {
  readonly #previews: PreviewPool;
  readonly #scheduler: Scheduler;
  readonly #limits: PreviewRouteLimits;
  readonly #arriving: BodyIntake;
  #unread = 0;

  /** A preview's clock starts at the scheduler's now unless the request says otherwise. */
  constructor(previews: PreviewPool, scheduler: Scheduler, limits = ROUTE_LIMITS) {
    this.#previews = previews;
    this.#scheduler = scheduler;
    this.#limits = limits;
    this.#arriving = new BodyIntake({
      inFlight: limits.arriving,
      after: (ms, action) => scheduler.after(BigInt(ms) * MILLISECOND, action),
    });
  }

  addTo(api: ApiRoutes): void {
    // Its worker reads the body: numbers of entries stay exact, and what it takes is bounded there.
    api.serveRaw(ROUTES.preview, (request, response) => this.answer(request, response));
  }

  /** Answers `{outputs, entries, summary}`, or `{error, diagnostics?}` with 400, 408, 413, 415, 422, 429, 500 or 503. */
  async answer(request: Request, response: Response): Promise<void> {
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const answer = this.#refuse(request) ?? (await this.#take(request, gone.signal));
    if (answer === undefined || gone.signal.aborted) return;
    this.#send(response, answer, request.complete);
  }

  #refuse(request: Request): PreviewAnswer | undefined {
    if (!request.is("application/json"))
      return this.#count(refusal(415, "refused", "Content-Type must be application/json"));
    if (this.#unread > this.#limits.unread)
      return this.#count(refusal(429, "busy", "too many previews are being uploaded; try again later"));
    return this.#previews.turnAway();
  }

  #count(answer: PreviewAnswer): PreviewAnswer {
    this.#previews.count(answer);
    return answer;
  }

  async #take(request: Request, gone: AbortSignal): Promise<PreviewAnswer | undefined> {
    const timeout = Number(this.#limits.transfer / MILLISECOND);
    let body: Buffer;
    try {
      body = await this.#arriving.take(request, { limit: MAX_BODY, timeout }, (bytes) => bytes);
    } catch (error) {
      if (error instanceof ClientGone) return undefined;
      if (!(error instanceof BodyError)) throw error;
      return this.#count(refusal(error.status, error.status === 429 ? "busy" : "refused", error.message));
    }
    return this.#previews.run(body, this.#scheduler.now(), gone);
  }

  #send(response: Response, { status, parts }: PreviewAnswer, complete: boolean): void {
    response.status(status).set({ "Cache-Control": "no-store", "Content-Type": "application/json; charset=utf-8" });
    // What is still to come of a body is not waited for.
    if (!complete) response.set("Connection", "close");
    if (status === 429) response.set("Retry-After", String(RETRY_AFTER));
    const size = parts.reduce((sum, part) => sum + part.length, 0);
    response.set("Content-Length", String(size));
    this.#unread += size;
    const cancelTimeout = this.#scheduler.after(this.#limits.transfer, () => response.destroy());
    response.once("close", () => {
      cancelTimeout();
      this.#unread -= size;
    });
    for (const part of parts) response.write(part);
    response.end();
  }
}
