/** Edits of stages and of the graph, which need the analysis of the text before they can be made. */
import { NOT_PARSED } from "@sluice/engine";
import type { Analysis } from "../model/analysis.ts";
import type { DocumentContent } from "../model/document.ts";
import type { App } from "../page/app.ts";
import { takeAnalysis } from "../run/take-analysis.ts";
import type { PendingEdit } from "../storage/pending-edit.ts";
import { type Answer, editText, type Made, sayRefused } from "./edit-text.ts";

/** A text that was edited, with its analysis. */
interface Understood {
  readonly ok: true;
  readonly analysis: Analysis;
}

interface NotEdited {
  readonly ok: false;
  readonly reason: string;
}

export interface WantedEdit<U extends Understood> {
  /** What the history calls it. */
  readonly label: string;
  /** Other parts of the document that change with the text. */
  readonly also?: Partial<DocumentContent>;
  /** Undefined when the worker failed. */
  make(text: string): Promise<U | NotEdited | undefined>;
  /** The edited text is in its place. */
  done(edited: U): void;
}

interface MadeEdit<U extends Understood> extends Made {
  /** Undefined: there is nothing to do. */
  readonly of: { readonly wanted: WantedEdit<U>; readonly edited: U } | undefined;
}

/**
 * Makes the edit that `want` asks for once the edits before are made and the text is understood; undefined: there is nothing
 * to do. Cards and components are found by what the user sees, so a conflict refuses it. A refusal is shown under `topic`.
 * `pending`: the edit as data, if the next visit is to make it where the page is left before.
 */
export async function editUnderstood<U extends Understood>(
  app: App,
  topic: string,
  want: () => WantedEdit<U> | undefined,
  pending?: PendingEdit,
): Promise<void> {
  const edited = await editText<MadeEdit<U>>(app, {
    label: ({ of }) => of?.wanted.label ?? "",
    onConflict: "refuse",
    ...(pending && { pending }),
    also: ({ of }) => of?.wanted.also ?? {},
    make: (text) => makeWanted(app, text, want),
    done({ of }, step) {
      if (of === undefined) return;
      // Two equal stages that change places leave the text as it is.
      if (step !== undefined) takeAnalysis(app, of.edited.analysis);
      of.wanted.done(of.edited);
    },
  });
  sayRefused(app, edited, topic);
}

async function makeWanted<U extends Understood>(
  app: App,
  text: string,
  want: () => WantedEdit<U> | undefined,
): Promise<Answer<MadeEdit<U>>> {
  if (!(await understand(app, text))) return "conflict";
  const wanted = want();
  if (wanted === undefined) return { ok: true, text, of: undefined };
  if (app.derived.cards().stale) return { ok: false, messages: [NOT_PARSED] };
  const edited = await wanted.make(text);
  if (edited === undefined) return undefined;
  if (!edited.ok) return { ok: false, messages: [edited.reason] };
  return { ok: true, text: edited.analysis.text, of: { wanted, edited } };
}

/** How often a text is asked about: somebody else's question overtakes ours. */
const QUESTIONS = 3;

/** Has the text understood; false where it is another one by then. */
export async function understand(app: App, text: string): Promise<boolean> {
  const { analysis, document } = app.stores;
  const isUnderstood = () => analysis.getState().current?.text === text;
  for (let asked = 0; asked < QUESTIONS && !isUnderstood(); asked++) {
    const now = await app.language.analyze(text);
    if (document.getState().text !== text) return false;
    if (now !== undefined) takeAnalysis(app, now);
  }
  return isUnderstood();
}
