/**
 * Keeps analysis and preview up with the document: the text is analysed a moment after the last key, and run if it has
 * no errors. A text with errors changes only the problems: the last good stages and results stay under a banner that
 * says so. They are removed when the text is another pipeline altogether (`core/model/stale.ts`).
 */

import type { Analysis } from "../../core/model/analysis.ts";
import { isBlank } from "../../core/model/document.ts";
import { isSamePipeline } from "../../core/model/stale.ts";
import type { App } from "../../core/page/app.ts";
import { followExpressions } from "../../core/run/follow-expressions.ts";
import { followPatterns } from "../../core/run/follow-patterns.ts";
import { requestGraph, requestSelectedSteps } from "../../core/run/receive-run.ts";
import { isRunDue, prepareAhead, RUN_INPUTS, runPreview } from "../../core/run/run-preview.ts";
import { takeAnalysis, takeGood } from "../../core/run/take-analysis.ts";
import { followOpenStages } from "../../features/stages/list/follow-open-stages.ts";
import { keepDecisions } from "../../features/stages/proposal/keep-decisions.ts";
import { followTests } from "../../features/tests/follow-tests.ts";

/** Milliseconds after the last change, for what would disturb while somebody types: errors of a text that is half written. */
export const DEBOUNCE = 120;
/** For a text without errors: its results follow every key. */
export const PROMPT = 2;
/**
 * Milliseconds from the first analysis to the start of the language worker. On a first visit one worker, which has to run the
 * preview anyway, both understands the text and runs it: two at once would take each other's time to load the engine.
 */
export const LANGUAGE_START = 1000;

/** Milliseconds until a document with nothing in it is analysed, for which the engine is loaded. */
export const ENGINE_START = 100;

/** Starts following; analyses and runs at once what is not empty. The result stops it. */
export function followDocument(app: App): () => void {
  const { stores } = app;
  const analyses = new Analyses(app);
  let cancelRun: (() => void) | undefined;
  const runLater = () => {
    cancelRun?.();
    cancelRun = app.scheduler.after(DEBOUNCE, () => isRunDue(app) && runPreview(app));
  };
  const unsubscribe = [
    stores.document.subscribe((state, before) => {
      if (state.text !== before.text) analyses.expect(state.text, PROMPT);
      if (RUN_INPUTS.some((key) => state[key] !== before[key])) {
        keepSampleSelected(app);
        runLater();
      }
    }),
    stores.selection.subscribe((state, before) => {
      if (state.sampleId !== before.sampleId) requestSelectedSteps(stores, app.preview);
      if (state.pipelineId !== before.pipelineId) runLater();
    }),
    stores.settings.subscribe((state, before) => {
      if (state.pipelineView === before.pipelineView) return;
      const { graph, result } = stores.preview.getState();
      if (graph === null || graph.run !== result?.id) requestGraph(stores, app.preview);
    }),
    stores.files.subscribe(() => {
      const pipeline = app.derived.pipeline();
      if (pipeline?.stages.some((stage) => stage.resources.length > 0)) runLater();
    }),
    followExpressions(app),
    followTests(app),
    followPatterns(app),
    followOpenStages(app),
    keepDecisions(app),
  ];
  keepSampleSelected(app);
  // Its worker was ended when another document was opened: what is asked of its last run needs a run that a worker has.
  if (app.ran.inputs !== null && stores.preview.getState().status !== "stopped") runPreview(app);
  // Where the start page is shown, that comes first: it needs no engine.
  if (isBlank(stores.document.getState())) analyses.later(ENGINE_START);
  else void analyses.now();
  return () => {
    analyses.stop();
    cancelRun?.();
    for (const stop of unsubscribe) stop();
    app.preview.close();
  };
}

/** Understands the text as it changes. */
class Analyses {
  readonly #app: App;
  #stopped = false;
  #cancelAnalysis: (() => void) | undefined;
  #cancelLanguage: (() => void) | undefined;

  constructor(app: App) {
    this.#app = app;
  }

  /** The text is another: its selected entry comes first, before it is drawn; one text at a time, however fast they come. */
  expect(text: string, delay: number): void {
    const { language, preview, stores } = this.#app;
    if (language.started && !preview.prepares && stores.analysis.getState().current?.text !== text)
      prepareAhead(this.#app, text);
    this.later(delay);
  }

  later(delay: number): void {
    this.#cancelAnalysis?.();
    this.#cancelAnalysis = this.#app.scheduler.after(delay, () => void this.now());
  }

  async now(): Promise<void> {
    const { language, scheduler, stores } = this.#app;
    const { text } = stores.document.getState();
    // Whoever edited the stages has it analysed already.
    if (stores.analysis.getState().current?.text === text) return;
    const understood = this.#understand(text);
    // Meanwhile the other worker does the same, for the run that follows where the text has no errors.
    if (language.started) prepareAhead(this.#app, text);
    const analysis = await understood;
    if (this.#stopped) return;
    this.#cancelLanguage ??= scheduler.after(LANGUAGE_START, () => language.start());
    if (analysis === undefined) return;
    if (analysis.ok || stores.analysis.getState().current === null) await this.#take(analysis);
    else if (text === stores.document.getState().text)
      this.#cancelAnalysis = scheduler.after(DEBOUNCE - PROMPT, () => void this.#take(analysis));
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelAnalysis?.();
    this.#cancelLanguage?.();
  }

  /** A preview that is running may take its time. */
  #understand(text: string): Promise<Analysis | undefined> {
    const { language, preview } = this.#app;
    return language.analyze(text, preview.running ? undefined : preview);
  }

  async #take(analysis: Analysis): Promise<void> {
    const app = this.#app;
    const { analysis: store } = app.stores;
    takeAnalysis(app, analysis);
    // Opened with a broken text: results come from the last valid one.
    if (analysis.ok || store.getState().good !== null || app.lastGood === null) return;
    const before = await this.#understand(app.lastGood);
    if (before?.ok && !this.#stopped && store.getState().good === null && isSamePipeline(analysis, before)) {
      store.setState({ good: before });
      takeGood(app, before, null);
    }
  }
}

/** There is a selected entry as long as there are entries. */
function keepSampleSelected(app: App): void {
  const { samples } = app.stores.document.getState();
  const { sampleId } = app.stores.selection.getState();
  if (sampleId !== null && samples.some((sample) => sample.id === sampleId)) return;
  const next = samples[0]?.id ?? null;
  if (next !== sampleId) app.stores.selection.setState({ sampleId: next });
}
