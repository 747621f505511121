/** Changes of the preview's clock: keep the input open, step, reset, set the start and the seed. */

import { addStep, type ClockStep, MAX_STEPS } from "../../core/model/clock-steps.ts";
import { formatMoment, readTime } from "../../core/model/sample-time.ts";
import type { App } from "../../core/page/app.ts";
import { notify } from "../../core/page/notify.ts";
import { continuePreview, runPreview } from "../../core/run/run-preview.ts";

/** Leaves the input open after the last sample, or ends it there. Removes the steps taken so far. */
export function setHoldEnd(app: App, holdEnd: boolean): void {
  app.stores.document.transact(holdEnd ? "Kept incomplete entries open" : "Ended the input", { holdEnd, steps: [] });
}

/** Advances the run by one step. */
export function stepClock(app: App, step: ClockStep): void {
  const { document } = app.stores;
  const { holdEnd, steps } = document.getState();
  if (!holdEnd) return;
  const next = addStep(steps, step);
  if (next === undefined) {
    notify(app, "error", `The clock was stepped ${MAX_STEPS} times, the maximum. Reset it, or take longer steps.`);
    return;
  }
  if (next === steps) return;
  document.transact("Stepped the clock", { steps: next });
  continuePreview(app, step);
}

/** Returns to the moment after the last sample. */
export function resetClock(app: App): void {
  if (app.stores.document.getState().steps.length === 0) return;
  app.stores.document.transact("Reset the clock", { steps: [] });
  runPreview(app);
}

/** Sets the start of the clock and the seed. Returns false, and changes nothing, for a start that is no RFC 3339 time. */
export function setClock(app: App, start: string, seed: number): boolean {
  const clock = start.trim();
  if (readTime(clock) === undefined) return false;
  app.stores.document.transact("Set the clock and the seed", { clock, seed });
  return true;
}

/** The current time in whole seconds, in the form of the start field. */
export const presentTime = (app: App): string => formatMoment(Math.floor(app.platform.currentTime() / 1000) * 1000);
