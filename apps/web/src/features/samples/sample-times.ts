/** Times of the samples: those that their lines have, a fixed time between them, or none. */
import type { LineTimes } from "@sluice/engine";
import { change } from "../../core/edit/undo.ts";
import { readDuration } from "../../core/model/sample-time.ts";
import type { App } from "../../core/page/app.ts";
import { notify } from "../../core/page/notify.ts";
import { unlessGone } from "../../core/workers/gone.ts";
import { withAdvances } from "./sample-spacing.ts";

declare module "../../core/page/dialog-kinds.ts" {
  interface DialogKinds {
    /** Times of all samples. */
    times: object;
  }
}

/** The times that the lines of the last run's samples have; undefined where most have none. */
export async function findLineTimes(app: App): Promise<LineTimes | undefined> {
  const run = app.stores.preview.getState().result?.id;
  return run === undefined ? undefined : unlessGone(await app.preview.lineTimes(run));
}

/** Sends every sample when its line says, from the first of these times on. */
export function takeLineTimes(app: App, { start, advances, total }: LineTimes): void {
  const { samples } = app.stores.document.getState();
  if (samples.length !== total) {
    notify(app, "info", "The samples have changed in the meantime. Try again.");
    return;
  }
  const timed = withAdvances(samples, (i) => advances[i]);
  change(app, "Gave the samples the times of their lines", { samples: timed, clock: start, steps: [] });
}

/** Lets `duration` pass before every sample but the first; false: that is no duration, and nothing was changed. */
export function spaceSamples(app: App, duration: string): boolean {
  if (readDuration(duration) === undefined) return false;
  const { samples } = app.stores.document.getState();
  const spaced = withAdvances(samples, (i) => (i === 0 ? undefined : duration.trim()));
  change(app, `Spaced the samples by ${duration.trim()}`, { samples: spaced, steps: [] });
  return true;
}

/** Sends all samples at one moment. */
export function sendAtOnce(app: App): void {
  const { samples } = app.stores.document.getState();
  change(app, "Removed the times between the samples", {
    samples: withAdvances(samples, () => undefined),
    steps: [],
  });
}
