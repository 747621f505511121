/** Edits of a document's tree that the language worker makes: they follow one another, each from what the one before left. */
import { NOT_PARSED } from "@sluice/engine";
import type { Analysis } from "../model/analysis.ts";
import type { App } from "../page/app.ts";
import { notify } from "../page/notify.ts";
import { refusesEdits } from "../page/read-only.ts";
import { takeAnalysis } from "../run/take-analysis.ts";
import { CHANGED_MEANWHILE } from "./changed-meanwhile.ts";
import { change } from "./undo.ts";

/** A text that was edited, understood already; or why it cannot be. */
type Edited = { readonly ok: true; readonly analysis: Analysis } | { readonly ok: false; readonly reason: string };

export interface WantedEdit<E extends Edited> {
  /** What the history calls it. */
  readonly label: string;
  /** Undefined when the worker failed. */
  make(text: string): Promise<E | undefined>;
  /** The edited text is in its place. */
  done(edited: Extract<E, { ok: true }>): void;
}

const last = new WeakMap<App, Promise<unknown>>();

/** Does `work` once all that was asked for before it is done, well or not; at once where there is nothing. */
export function inTurn<T>(app: App, work: () => Promise<T>): Promise<T> {
  const done = last.get(app)?.then(work, work) ?? work();
  const forget = () => {
    if (last.get(app) === done) last.delete(app);
  };
  last.set(app, done);
  done.then(forget, forget);
  return done;
}

/**
 * Makes the edit that `want` asks for, once those before are made and the text is understood; undefined: there is nothing
 * to do. A refusal is shown under `topic`.
 */
export function editInTurn<E extends Edited>(
  app: App,
  topic: string,
  want: () => WantedEdit<E> | undefined,
): Promise<void> {
  return inTurn(app, () => editNow(app, topic, want));
}

async function editNow<E extends Edited>(app: App, topic: string, want: () => WantedEdit<E> | undefined) {
  if (refusesEdits(app)) return;
  const { analysis, document } = app.stores;
  const refuse = (reason: string) => notify(app, "error", reason, undefined, topic);
  const { text } = document.getState();
  if (analysis.getState().current?.text !== text) {
    const now = await app.language.analyze(text);
    if (now !== undefined && document.getState().text === text) takeAnalysis(app, now);
  }
  const wanted = want();
  if (wanted === undefined) return;
  if (app.derived.cards().stale) return refuse(NOT_PARSED);
  const edited = await wanted.make(text);
  if (edited === undefined) return refuse("The configuration could not be changed. Try again.");
  if (!edited.ok) return refuse(edited.reason);
  if (document.getState().text !== text) return refuse(CHANGED_MEANWHILE);
  // Two equal stages that change places leave the text as it is.
  if (change(app, wanted.label, { text: edited.analysis.text })) takeAnalysis(app, edited.analysis);
  wanted.done(edited as Extract<E, { ok: true }>);
}
