/** `POST /api/tap`: entries followed through a pipeline, as server-sent events; and changes of taps that are open. */
import { ROUTES, TAP_RATE, type TapChange } from "@sluice/protocol";
import { EventStream } from "../http/event-stream.ts";
import { MAX_TAPS, type Taps } from "../live/taps.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import type { TapSettings } from "../watch/tap-session.ts";
import type { ApiRoutes, Asked } from "./api-routes.ts";
import { JsonBodies, Refusal } from "./json-body.ts";

/** Of a request. Bytes and milliseconds. */
const MAX_BODY = 64 * 1024;
const BODY_TIMEOUT = 10_000;
/** Bytes of events that may wait for one client; what comes then is skipped. */
export const MAX_UNREAD = 1024 * 1024;

export class TapRoutes {
  readonly #taps: Taps;
  readonly #scheduler: Scheduler;
  readonly #bodies: JsonBodies;

  constructor(taps: Taps, scheduler: Scheduler) {
    this.#taps = taps;
    this.#scheduler = scheduler;
    this.#bodies = new JsonBodies(scheduler, { limit: MAX_BODY, together: 16 * MAX_BODY, timeout: BODY_TIMEOUT });
  }

  addTo(api: ApiRoutes): void {
    api.serveBody(ROUTES.tap, this.#bodies, (asked) => this.#open(asked));
    api.serveBody(ROUTES.changeTap, this.#bodies, (asked) => this.#change(asked));
  }

  #open({ request, response, body }: Asked<typeof ROUTES.tap>): void {
    if (this.#taps.stopping) throw new Refusal(503, "the server is stopping");
    const { component } = body;
    const settings = settingsOf({ rate: TAP_RATE.usual, paused: false }, body);
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

  #change({ params: { id }, body, answer }: Asked<typeof ROUTES.changeTap>): void {
    const known = this.#taps.find(id);
    const changed = known && refusing(() => this.#taps.change(id, settingsOf(known.settings, body)));
    if (changed === undefined) throw new Refusal(404, "there is no such tap; it ends with its connection");
    answer(200, changed);
  }
}

/** A tap that cannot be set so is refused. */
function refusing<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal(400, error.message);
    throw error;
  }
}

/** What is absent stays; null takes it away, as an empty text does. */
function settingsOf(known: TapSettings, asked: TapChange): TapSettings {
  const { paused = known.paused, rate = known.rate, only = known.only } = asked;
  const texts = (["stage", "selector", "text"] as const).flatMap((name) => {
    const { [name]: value = known[name] } = asked;
    return value === null || value === undefined || value === "" ? [] : [[name, value] as const];
  });
  return { rate: rate ?? TAP_RATE.usual, paused, ...Object.fromEntries(texts), ...(only != null && { only }) };
}
