/**
 * When held entries will leave the stage that holds them, if only time passes. A twin of the run is played through its
 * deadlines, so that no knowledge of single stages is needed; steps of the clock change nothing of what it says.
 */
import type { Nanos, Preview } from "@sluice/engine";

/** A stay in one stage. */
export interface Stay {
  readonly path: string | undefined;
  readonly until: Nanos;
}

/** By sample index: stays, one after the other. */
export type Forecast = ReadonlyMap<number, readonly Stay[]>;

/** The most held samples and deadlines that are examined. */
const MAX_SAMPLES = 500;
const MAX_DEADLINES = 300;

/** Plays `twin`, whose samples were all sent and whose input is open. */
export function foretell(twin: Preview, sampleCount: number): Forecast {
  const stays = new Map<number, Stay[]>();
  const holders = new Map<number, string | undefined>();
  for (let i = 0; i < sampleCount && holders.size < MAX_SAMPLES; i++) {
    const outcome = twin.outcomeOf(i);
    if (outcome.settled === "held") holders.set(i, outcome.heldBy);
  }
  for (let met = 0; met < MAX_DEADLINES && holders.size > 0; met++) {
    const next = twin.nextWake();
    if (next === undefined) break;
    const now = twin.clock.now();
    twin.advance(next > now ? next - now : 0n);
    const until = twin.clock.now();
    for (const [sample, path] of holders) {
      const { settled, heldBy } = twin.outcomeOf(sample);
      if (settled === "held" && heldBy === path) continue;
      const list = stays.get(sample);
      if (list === undefined) stays.set(sample, [{ path, until }]);
      else list.push({ path, until });
      if (settled === "held") holders.set(sample, heldBy);
      else holders.delete(sample);
    }
  }
  return stays;
}

/** The end of a sample's stay in the stage at `path`, seen from `now`. */
export function stayOf(forecast: Forecast, sample: number, path: string | undefined, now: Nanos): Nanos | undefined {
  return forecast.get(sample)?.find((stay) => stay.path === path && stay.until >= now)?.until;
}
