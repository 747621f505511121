/**
 * Keeps the patterns of the samples up with them, from when they are first needed: at once where there are many samples, else
 * when the list is grouped or another entry is chosen. The search itself is loaded then.
 */
import { GROUPED_FROM } from "../model/sample-patterns.ts";
import type { App } from "../page/app.ts";
import type { PatternSearch } from "./pattern-search.ts";

/** Milliseconds after the last change of the samples; the results of the pipeline come first. */
const DELAY = 200;
/** The same when a document is opened: all that is shown of it comes first. */
export const PATTERNS_START = 500;

/** Starts following; the result stops it. */
export function followPatterns(app: App): () => void {
  const { document, patterns, selection, settings } = app.stores;
  let search: Promise<PatternSearch> | undefined;
  let stopped = false;
  let cancel = () => {};
  const start = async () => {
    search ??= import("./pattern-search.ts").then(({ PatternSearch }) => new PatternSearch(app, later));
    try {
      const loaded = await search;
      if (!stopped) await loaded.search();
    } catch {
      search = undefined;
      patterns.setState({ progress: null, failed: "a part of the page could not be loaded" });
    }
  };
  function later(delay = DELAY): void {
    cancel();
    cancel = app.scheduler.after(delay, () => void start());
  }
  let isNeeded = false;
  const need = (delay?: number) => {
    if (!isNeeded) later(delay);
    isNeeded = true;
  };
  const stops = [
    document.subscribe(({ samples }, before) => {
      if (samples === before.samples || (!isNeeded && samples.length < GROUPED_FROM)) return;
      isNeeded = true;
      later();
    }),
    selection.subscribe(({ sampleId }, before) => {
      if (sampleId !== before.sampleId && before.sampleId !== null) need();
    }),
    settings.subscribe(({ groupSamples }) => {
      if (groupSamples === true) need(0);
    }),
    patterns.subscribe(({ lost, known }, before) => {
      if (lost !== before.lost && lost !== null && lost === known?.session) later();
    }),
  ];
  const isGrouped = settings.getState().groupSamples === true;
  if (isGrouped || document.getState().samples.length >= GROUPED_FROM) need(PATTERNS_START);
  return () => {
    stopped = true;
    cancel();
    void search?.then((loaded) => loaded.stop());
    for (const stop of stops) stop();
  };
}
