/** Creates stages from a selected value. */

import type { Suggestion, SuggestionChoice, ValueAction, ValuePlace } from "@sluice/engine";
import { editText, sayRefused } from "../../core/edit/edit-text.ts";
import { shownPath } from "../../core/model/step-view.ts";
import type { App } from "../../core/page/app.ts";
import { closeDialog, openDialog } from "../../core/page/dialogs.ts";
import { notify } from "../../core/page/notify.ts";
import { sayFailed } from "../../core/run/say-failed.ts";
import { awaitStage } from "../../core/select/select-stage.ts";
import { type Gone, isGone } from "../../core/workers/gone.ts";
import type { PointedValue, Suggestions } from "../../core/workers/pointed-value.ts";
import type { PreviewClient } from "../../core/workers/preview-client.ts";
import { ACTIONS, countValues } from "./value-words.ts";

declare module "../../core/page/dialog-kinds.ts" {
  interface DialogKinds {
    /** Makes stages from a part of a line. `action`: what is to be done with it at first. */
    value: Edits & { readonly pointed: PointedValue; readonly action: ValueAction };
  }
}

/** The most characters of a text that the history names. */
const MAX_NAMED = 40;

/** The last question for suggestions of each worker, which answers one at a time: a newer one stops it. */
const newest = new WeakMap<PreviewClient, Promise<Suggestions | Gone>>();

/**
 * What can be done with a value in the last run; undefined if there is none. A question that somebody else's stops is asked
 * again after that, as long as it `isWanted`.
 */
export async function suggest(
  app: App,
  { selected, place }: PointedValue,
  actions: readonly ValueAction[],
  choice: SuggestionChoice = {},
  isWanted: () => boolean = () => true,
): Promise<Suggestions | Gone | undefined> {
  for (;;) {
    const run = app.stores.preview.getState().result?.id;
    if (run === undefined) return undefined;
    const asked = app.preview.suggest({ run, selected, place, actions, choice });
    newest.set(app.preview, asked);
    const answer = await asked;
    const newer = newest.get(app.preview);
    if (!isGone(answer) || answer.why !== "asked-again" || newer === undefined || newer === asked) return answer;
    await newer;
    if (!isWanted()) return answer;
  }
}

const CHANGED_ENTRY = "The entry has changed in the meantime. Try again.";

/** Says why there is no answer about a value. */
export function sayGone(app: App, gone: Gone): void {
  const { why } = gone;
  if (why === "asked-again") return;
  if (why === "failed") sayFailed(app, gone);
  else if (why === "worker-ended") notify(app, "info", "The preview was stopped. Try again.", undefined, "value");
  else notify(app, "info", CHANGED_ENTRY);
}

/** The value that a sample's row shows under `name`; notifies the user if stages cannot use it. */
export async function pointInRow(app: App, sampleId: number, name: string): Promise<PointedValue | undefined> {
  const run = app.stores.preview.getState().result?.id;
  const pointed = run === undefined ? undefined : await app.preview.pointed(run, sampleId, name);
  if (isGone(pointed)) {
    sayGone(app, pointed);
    return undefined;
  }
  if (pointed === undefined)
    notify(app, "info", `No stage can use ${name} of this entry: it is neither extracted nor a label.`);
  return pointed;
}

/** Adds the suggested stages to the pipeline, and selects the last of them. False: the text has changed since. */
export async function takeSuggestion(
  app: App,
  { text: seen }: Suggestions,
  { action, name, text, path, extraction, values }: Suggestion,
): Promise<boolean> {
  const edited = await editText(app, {
    label: `${ACTIONS[action].done(extraction?.kind === "text" ? linesWith(extraction.text) : name)}${action === "label" ? withValues(values) : ""}`,
    onConflict: "refuse",
    of: seen,
    make: () => ({ ok: true, text }),
    done() {
      awaitStage(app, path, true);
      closeDialog(app);
    },
  });
  sayRefused(app, edited);
  return edited.ok;
}

/** A label says how many values it has, since each combination of values is a stream. */
const withValues = (values: Suggestion["values"]): string =>
  values === undefined ? "" : ` with ${countValues(values)}`;

const linesWith = (text: string): string =>
  `lines containing “${text.length > MAX_NAMED ? `${text.slice(0, MAX_NAMED)}…` : text}”`;

/** The line that the inspector shows, and its place in the pipeline. */
export function shownLine(app: App): { readonly line: string; readonly place: ValuePlace } | undefined {
  const { preview, selection } = app.stores;
  const views = app.derived.stepViews();
  const path = shownPath(views, selection.getState().stagePath);
  const view = views.findLast((one) => one.path === path);
  const diff = view?.diffs[0];
  if (view !== undefined && diff !== undefined) return { line: diff.line.after, place: view.place };
  const output = views.length === 0 ? preview.getState().steps?.outputs[0] : undefined;
  return output === undefined ? undefined : { line: output.entry.line, place: { side: "end" } };
}

/**
 * Opens the dialog with the whole line of the selected entry, so that the user selects a part there. The entry's steps
 * arrive shortly after its selection: the dialog waits for them, unless something else is selected or opened first.
 */
export function pointAtLine(app: App): void {
  const { preview, selection, view } = app.stores;
  const { sampleId } = selection.getState();
  if (!areStepsOf(app, sampleId)) {
    const stop = preview.subscribe(() => {
      const gone = selection.getState().sampleId !== sampleId || view.getState().dialog !== null;
      if (!gone && !areStepsOf(app, sampleId)) return;
      stop();
      if (!gone) pointAtLine(app);
    });
    return;
  }
  const shown = shownLine(app);
  if (shown === undefined) return;
  const { line, place } = shown;
  openFromLine(app, { selected: { kind: "line", selection: { line, start: 0, end: 0 } }, place }, "extract");
}

function areStepsOf({ stores }: App, sampleId: number | null): boolean {
  const { steps } = stores.preview.getState();
  return steps === null || sampleId === null || steps.sampleId === sampleId;
}

/** Opens the dialog that creates stages from a part of a line. */
export function openFromLine(app: App, pointed: PointedValue, action: ValueAction): void {
  openDialog(app, { kind: "value", edits: true, pointed, action });
}

/** Applies an action directly, without a menu. */
export async function suggestAndTake(app: App, pointed: PointedValue, action: ValueAction): Promise<void> {
  const answer = await suggest(app, pointed, [action]);
  if (isGone(answer)) return sayGone(app, answer);
  const suggestion = answer?.suggestions[0];
  if (answer === undefined || suggestion === undefined) notify(app, "info", CHANGED_ENTRY);
  else await takeSuggestion(app, answer, suggestion);
}
