/**
 * The one way to change a text of the document by what somebody works out from it: a worker, or a fix that was found earlier.
 *
 * - Edits of one text follow one another. Each starts from what the one before left.
 * - Typing never waits, and an edit never overwrites it. An edit is put in place only while the text is still the one that it
 *   was made from. Otherwise there is a conflict.
 * - On a conflict an edit whose words hold in any text (all of the text, a name) is made `again`, from the text as it is now.
 *   One with places of the text that was seen (an offset, the number of a card or of a stage, an edit that was computed for
 *   that text) is refused: in another text those are places of something else.
 * - An edit that is refused changes nothing and says why.
 */
import type { DocumentContent } from "../model/document.ts";
import type { EditPart, NoticePart, StoresPart } from "../page/app.ts";
import type { DocumentStore } from "../page/document-store.ts";
import { notify } from "../page/notify.ts";
import { keepPending } from "../page/pending-edits.ts";
import { READ_ONLY, refusesEdits } from "../page/read-only.ts";
import type { PendingEdit } from "../storage/pending-edit.ts";
import { change } from "./undo.ts";

/** The texts of a document that are edited in turn: its configuration and its test file. */
export type TextPart = "text" | "tests";

/** What a text becomes. The same text: there is nothing to do. */
export interface Made {
  readonly ok: true;
  readonly text: string;
}

export interface Refused {
  readonly ok: false;
  /** Why, in sentences. */
  readonly messages: readonly string[];
}

/** `conflict`: what the edit depends on besides the text has changed. Undefined: the worker failed. */
export type Answer<M extends Made> = M | Refused | "conflict" | undefined;

export interface TextEdit<M extends Made> {
  /** By default the configuration. */
  readonly part?: TextPart;
  /** What the history calls it, and what the user reads when it is done. */
  readonly label: string | ((made: M) => string);
  /** Works out the edit. */
  readonly make: (text: string) => Answer<M> | Promise<Answer<M>>;
  readonly onConflict: "again" | "refuse";
  /** The text that the edit's places are of, if it was seen before the edit's turn. Any other text is a conflict. */
  readonly of?: string;
  /** Other parts of the document that change in the same step. */
  readonly also?: (made: M) => Partial<DocumentContent>;
  /** No notice: the change shows itself, or `done` says what was done. */
  readonly silent?: boolean;
  /** Edits of one group without a pause between are one step of the history. */
  readonly group?: string;
  /** The same as data: the next visit makes it if the page is left before it is made. */
  readonly pending?: PendingEdit;
  /** The made text is in its place; `step`: its transaction, undefined where nothing changed. */
  readonly done?: (made: M, step: number | undefined) => void;
}

export type Edited<M extends Made> =
  | { readonly ok: true; readonly made: M; readonly step: number | undefined }
  | (Refused & { readonly why: "read-only" | "conflict" | "refused" | "failed" });

/** How often an edit is made again because the text changed meanwhile. */
const ATTEMPTS = 4;

const CHANGED_MEANWHILE: Readonly<Record<TextPart, string>> = {
  text: "The configuration has changed in the meantime. Try again.",
  tests: "The document has changed in the meantime. Try again.",
};
const REFUSED_HERE = { ok: false, why: "read-only", messages: [READ_ONLY] } as const;
const FAILED = "The change could not be made. Try again.";

/** Makes an edit once those before it are made; at once where there are none. */
export function editText<M extends Made>(app: EditPart, edit: TextEdit<M>): Promise<Edited<M>> {
  const done = inTurn(app, edit.part ?? "text", () => editNow(app, edit));
  if (edit.pending !== undefined) keepPending(app.stores.document, edit.pending, done);
  return done;
}

/** Shows why an edit was refused. A conflict is nobody's mistake. */
export function sayRefused<M extends Made>(app: NoticePart, edited: Edited<M>, topic?: string): void {
  // That nothing is edited here was said already.
  if (edited.ok || edited.why === "read-only") return;
  notify(app, edited.why === "conflict" ? "info" : "error", edited.messages.join(" "), undefined, topic);
}

async function editNow<M extends Made>(app: EditPart, edit: TextEdit<M>): Promise<Edited<M>> {
  const { part = "text", of, make, onConflict } = edit;
  if (refusesEdits(app)) return REFUSED_HERE;
  const textNow = () => app.stores.document.getState()[part];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const text = textNow();
    if (of !== undefined && of !== text) break;
    const answer = make(text);
    // What is known already is done at once.
    const made = answer instanceof Promise ? await answer : answer;
    if (made === "conflict" || textNow() !== text) {
      if (onConflict === "again") continue;
      break;
    }
    if (made === undefined) return { ok: false, why: "failed", messages: [FAILED] };
    if (!made.ok) return { ...made, why: "refused" };
    return put(app, edit, made);
  }
  return { ok: false, why: "conflict", messages: [CHANGED_MEANWHILE[part]] };
}

function put<M extends Made>(app: EditPart, edit: TextEdit<M>, made: M): Edited<M> {
  // The window may have shrunk while the edit was worked out.
  if (refusesEdits(app)) return REFUSED_HERE;
  const { part = "text", group, silent = false, done } = edit;
  const label = typeof edit.label === "function" ? edit.label(made) : edit.label;
  const content = { ...edit.also?.(made), [part]: made.text };
  const options = group === undefined ? {} : { group };
  const step = silent ? app.stores.document.transact(label, content, options) : change(app, label, content, options);
  done?.(made, step);
  return { ok: true, made, step };
}

/** The last edit that was asked for, of each text of a document. */
const last = new WeakMap<DocumentStore, Partial<Record<TextPart, Promise<unknown>>>>();

/** Does `work` once all that was asked for before it is done, well or not; at once where there is nothing. */
function inTurn<T>({ stores }: StoresPart, part: TextPart, work: () => Promise<T>): Promise<T> {
  const waiting = last.get(stores.document) ?? {};
  last.set(stores.document, waiting);
  const done = waiting[part]?.then(work, work) ?? work();
  const forget = () => {
    if (waiting[part] === done) delete waiting[part];
  };
  waiting[part] = done;
  done.then(forget, forget);
  return done;
}
