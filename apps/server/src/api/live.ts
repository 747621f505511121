/**
 * `GET /api/live` and its events: what the live view shows of components. Texts go out without secrets. There may be
 * thousands of components: their text is made in slices, once for all who ask meanwhile.
 */
import { type LiveSnapshot, type LiveState, ROUTES } from "@sluice/protocol";
import type { Request, Response } from "express";
import { EventStream } from "../http/event-stream.ts";
import { jsonInSteps } from "../http/json-in-steps.ts";
import type { LiveMonitor } from "../live/monitor.ts";
import { inSlices, type Scheduler } from "../platform/scheduler.ts";
import type { ApiRoutes, Asked } from "./api-routes.ts";
import { Refusal } from "./json-body.ts";

const MAX_STREAMS = 16;
/** Bytes that may wait for one client; what comes then is left out, since the next event says all again. */
const MAX_UNREAD = 4 * 1024 * 1024;

export interface LiveRoutesParts {
  readonly monitor: Pick<LiveMonitor, "stateInSteps" | "historyInSteps" | "listen">;
  readonly scheduler: Scheduler;
  /** Plain data without secrets. */
  hide<T>(value: T): T;
}

export class LiveRoutes {
  readonly #parts: LiveRoutesParts;
  readonly #streams = new Set<EventStream>();
  /** Streams that have had their snapshot. */
  readonly #following = new Set<EventStream>();
  readonly #snapshot: () => Promise<string>;
  readonly #state: () => Promise<string>;
  #stopListening = () => {};

  constructor(parts: LiveRoutesParts) {
    this.#parts = parts;
    this.#snapshot = shared(() => inSlices(this.#snapshotInSteps(), parts.scheduler));
    this.#state = shared(() => inSlices(this.#stateInSteps(), parts.scheduler));
  }

  addTo(api: ApiRoutes): void {
    api.serve(ROUTES.live, (asked) => this.#answer(asked));
    api.serve(ROUTES.liveEvents, ({ request, response }) => this.#stream(request, response));
  }

  /** Ends all streams. */
  stop(): void {
    for (const stream of this.#streams) stream.end("end", JSON.stringify({ reason: "the server is stopping" }));
  }

  async #answer({ response }: Asked<typeof ROUTES.live>): Promise<void> {
    const text = await this.#snapshot();
    response.setHeader("Content-Type", "application/json; charset=utf-8");
    response.end(text);
  }

  *#snapshotInSteps(): Generator<void, string> {
    const { monitor, hide } = this.#parts;
    const snapshot: LiveSnapshot = { ...(yield* monitor.stateInSteps()), history: yield* monitor.historyInSteps() };
    return yield* jsonInSteps(snapshot, hide);
  }

  *#stateInSteps(): Generator<void, string> {
    const { monitor, hide } = this.#parts;
    const state: LiveState = yield* monitor.stateInSteps();
    return yield* jsonInSteps(state, hide);
  }

  async #stream(request: Request, response: Response): Promise<void> {
    if (this.#streams.size >= MAX_STREAMS)
      throw new Refusal(429, `${MAX_STREAMS} clients watch already; try again later`);
    const stream = new EventStream(request, response, {
      scheduler: this.#parts.scheduler,
      most: MAX_UNREAD,
      closed: () => {
        this.#streams.delete(stream);
        this.#following.delete(stream);
        if (this.#streams.size === 0) this.#stopListening();
      },
    });
    this.#streams.add(stream);
    if (this.#streams.size === 1) this.#stopListening = this.#parts.monitor.listen(() => this.#tell());
    const snapshot = await this.#snapshot();
    stream.send("snapshot", snapshot, { always: true });
    if (this.#streams.has(stream)) this.#following.add(stream);
  }

  /** The text is made once for all of them. */
  async #tell(): Promise<void> {
    if (this.#following.size === 0) return;
    const state = await this.#state();
    for (const stream of this.#following) stream.send("live", state);
  }
}

/** Whoever asks while an answer is being made gets that one. */
function shared(make: () => Promise<string>): () => Promise<string> {
  let making: Promise<string> | undefined;
  return () => {
    making ??= make().finally(() => {
      making = undefined;
    });
    return making;
  };
}
