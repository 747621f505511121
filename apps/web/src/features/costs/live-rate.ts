/** The rate of a pipeline from what runs: the mean of the last hour. */
import type { LiveSnapshot } from "@sluice/protocol";
import { liveRoutes } from "@sluice/protocol/live";
import type { App } from "../../core/page/app.ts";
import { notify } from "../../core/page/notify.ts";
import { askFor } from "../../core/server/server-api.ts";
import { counted, grouped } from "../../core/text/counted.ts";

const DAY = 86_400;

export interface LiveRate {
  readonly entriesPerDay: number;
  /** Seconds over which it is the mean. */
  readonly over: number;
}

/** Undefined: it does not run there, or nothing came yet. */
export function liveRateOf({ components, history }: LiveSnapshot, pipeline: string): LiveRate | undefined {
  if (!components.some(({ id }) => id === pipeline)) return undefined;
  const rates = (history.components[pipeline]?.in ?? []).filter((rate) => rate !== null);
  const sum = rates.reduce((all, rate) => all + rate, 0);
  if (sum === 0) return undefined;
  return {
    entriesPerDay: Math.max(1, Math.round((sum / rates.length) * DAY)),
    over: rates.length * history.step_seconds,
  };
}

/** Takes the rate over as that of the costs, and says where it is from. */
export async function takeLiveRate(app: App): Promise<void> {
  const pipeline = app.derived.pipeline()?.id;
  const live = await askFor(app.access.ask, liveRoutes.live, {}, "The server has no live view.");
  if (!live.ok) {
    notify(app, "error", live.message);
    return;
  }
  const rate = pipeline === undefined ? undefined : liveRateOf(live.value, pipeline);
  if (rate === undefined) {
    const name = pipeline ?? "A pipeline without a component";
    notify(app, "info", `Nothing came to ${name} on the server yet. Set the rate by hand.`);
    return;
  }
  app.stores.settings.setState({ entriesPerDay: rate.entriesPerDay });
  const minutes = counted(Math.max(1, Math.round(rate.over / 60)), "minute");
  notify(
    app,
    "info",
    `${grouped(rate.entriesPerDay)} entries a day, by the last ${minutes} of ${pipeline} on the server.`,
  );
}
