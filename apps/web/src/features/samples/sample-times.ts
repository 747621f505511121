/** Sets the times of the samples: from their lines, evenly spaced, or all at once. */

import type { LineTimes } from "@sluice/engine";
import { change } from "../../core/edit/undo.ts";
import { readDuration } from "../../core/model/sample-time.ts";
import type { App } from "../../core/page/app.ts";
import { notify } from "../../core/page/notify.ts";
import { orSayFailed } from "../../core/run/say-failed.ts";
import { withAdvances } from "./sample-spacing.ts";

declare module "../../core/page/dialog-kinds.ts" {
  interface DialogKinds {
    /** Times of all samples. */
    times: Edits;
  }
}

/** The times in the lines of the last run's samples; undefined if most have none. */
export async function findLineTimes(app: App): Promise<LineTimes | undefined> {
  const run = app.stores.preview.getState().result?.id;
  return run === undefined ? undefined : orSayFailed(app, await app.preview.lineTimes(run));
}

/** Sends every sample at the time of its line, starting with the first of these times. */
export function takeLineTimes(app: App, { start, advances, total }: LineTimes): void {
  const { samples } = app.stores.document.getState();
  if (samples.length !== total) {
    notify(app, "info", "The samples have changed in the meantime. Try again.");
    return;
  }
  const timed = withAdvances(samples, (i) => advances[i]);
  change(app, "Used the lines’ times for the samples", { samples: timed, clock: start, steps: [] });
}

/** Lets `duration` pass before every sample except the first. Returns false, and changes nothing, if it is no duration. */
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
