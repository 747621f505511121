/** `GET /api/live` and its events: what the live view shows of components. Texts go out without secrets. */
import { type LiveSnapshot, ROUTES } from "@sluice/protocol";
import type { Request, Response } from "express";
import { EventStream } from "../http/event-stream.ts";
import type { LiveMonitor } from "../live/monitor.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import type { ApiRoutes } from "./api-routes.ts";
import { Refusal } from "./json-body.ts";

const MAX_STREAMS = 16;
/** Bytes that may wait for one client; what comes then is left out, since the next event says all again. */
const MAX_UNREAD = 4 * 1024 * 1024;

export interface LiveRoutesParts {
  readonly monitor: LiveMonitor;
  readonly scheduler: Scheduler;
  /** Plain data without secrets. */
  hide<T>(value: T): T;
}

export class LiveRoutes {
  readonly #parts: LiveRoutesParts;
  readonly #streams = new Set<EventStream>();
  #stopListening = () => {};

  constructor(parts: LiveRoutesParts) {
    this.#parts = parts;
  }

  addTo(api: ApiRoutes): void {
    api.serve(ROUTES.live, ({ answer }) => answer(200, this.#snapshot()));
    api.serve(ROUTES.liveEvents, ({ request, response }) => this.#stream(request, response));
  }

  /** Ends all streams. */
  stop(): void {
    for (const stream of this.#streams) stream.end("end", JSON.stringify({ reason: "the server is stopping" }));
  }

  #snapshot(): LiveSnapshot {
    const { monitor, hide } = this.#parts;
    return { ...hide(monitor.state()), history: monitor.history };
  }

  #stream(request: Request, response: Response): void {
    if (this.#streams.size >= MAX_STREAMS)
      throw new Refusal(429, `${MAX_STREAMS} clients watch already; try again later`);
    const stream = new EventStream(request, response, {
      scheduler: this.#parts.scheduler,
      most: MAX_UNREAD,
      closed: () => {
        this.#streams.delete(stream);
        if (this.#streams.size === 0) this.#stopListening();
      },
    });
    stream.send("snapshot", JSON.stringify(this.#snapshot()), { always: true });
    this.#streams.add(stream);
    if (this.#streams.size === 1) this.#stopListening = this.#parts.monitor.listen(() => this.#tell());
  }

  /** The text is made once for all of them. */
  #tell(): void {
    const { monitor, hide } = this.#parts;
    const state = JSON.stringify(hide(monitor.state()));
    for (const stream of this.#streams) stream.send("live", state);
  }
}
