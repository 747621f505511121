/** What can be done to the preview's clock: hold the end of the input, step, start over, set the start and the seed. */

import { addStep, type ClockStep, MAX_STEPS } from "../../core/model/clock-steps.ts";
import { formatMoment, readTime } from "../../core/model/sample-time.ts";
import type { App } from "../../core/page/app.ts";
import { notify } from "../../core/page/notify.ts";
import { continuePreview, runPreview } from "../../core/run/run-preview.ts";

/** Leaves the input open after the last sample, or ends it there. Steps that were taken go. */
export function setHoldEnd(app: App, holdEnd: boolean): void {
  app.stores.document.transact(holdEnd ? "Held the end of the input" : "Ended the input", { holdEnd, steps: [] });
}

/** Takes the run one step further. */
export function stepClock(app: App, step: ClockStep): void {
  const { document } = app.stores;
  const { holdEnd, steps } = document.getState();
  if (!holdEnd) return;
  const next = addStep(steps, step);
  if (next === undefined) {
    notify(app, "error", `The clock was stepped ${MAX_STEPS} times. Start over, or wait for a longer time.`);
    return;
  }
  if (next === steps) return;
  document.transact("Stepped the clock", { steps: next });
  continuePreview(app, step);
}

/** Goes back to the moment after the last sample. */
export function resetClock(app: App): void {
  if (app.stores.document.getState().steps.length === 0) return;
  app.stores.document.transact("Reset the clock", { steps: [] });
  runPreview(app);
}

/** Sets where the clock starts, and the seed; false: that is not an RFC 3339 time, and nothing was changed. */
export function setClock(app: App, start: string, seed: number): boolean {
  const clock = start.trim();
  if (readTime(clock) === undefined) return false;
  app.stores.document.transact("Set the clock and the seed", { clock, seed });
  return true;
}

/** The present, in whole seconds, as the field for the start takes it. */
export const presentTime = (app: App): string => formatMoment(Math.floor(app.platform.currentTime() / 1000) * 1000);
