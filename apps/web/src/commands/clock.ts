/** What can be done to the preview's clock: hold the end of the input, step, start over, set the start and the seed. */
import type { App } from "../app.ts";
import { addStep, type ClockStep, MAX_STEPS } from "../state/clock-steps.ts";
import { formatMoment, readTime } from "../state/sample-time.ts";
import { notify } from "./notify.ts";
import { continuePreview, runPreview } from "./run-preview.ts";

/** Leaves the input open behind the last sample, or ends it there. Steps that were taken go. */
export function setHoldEnd(app: App, holdEnd: boolean): void {
  app.stores.document.setState({ holdEnd, steps: [] });
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
  document.setState({ steps: next });
  continuePreview(app, step);
}

/** Goes back to the moment behind the last sample. */
export function resetClock(app: App): void {
  if (app.stores.document.getState().steps.length === 0) return;
  app.stores.document.setState({ steps: [] });
  runPreview(app);
}

/** Sets where the clock starts; false: that is no RFC 3339 time, and nothing was changed. */
export function setClockStart(app: App, text: string): boolean {
  const clock = text.trim();
  if (readTime(clock) === undefined) return false;
  app.stores.document.setState({ clock });
  return true;
}

/** The present, in whole seconds, as the field for the start takes it. */
export const presentTime = (app: App): string => formatMoment(Math.floor(app.platform.currentTime() / 1000) * 1000);

/** A seed as written; undefined when it is none. */
export function readSeed(text: string): number | undefined {
  const seed = /^\d{1,16}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(seed) ? seed : undefined;
}

export function setSeed(app: App, seed: number): void {
  app.stores.document.setState({ seed });
}
