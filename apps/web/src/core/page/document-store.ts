/**
 * The store of one open document. Everything that changes it is a transaction with a label, and all of them are in one
 * history: text, samples, labels, clock, seed and name (docs/adr/0005).
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { applyChange } from "../model/change.ts";
import { contentOf, type DocumentContent, normalizeText } from "../model/document.ts";
import {
  type History,
  type Marks,
  type Moved,
  NO_HISTORY,
  newestId,
  record,
  redoOf,
  type Transaction,
  undoOf,
} from "../model/history.ts";
import type { SampleEntry } from "../model/samples.ts";
import { parseLabels } from "../text/label-text.ts";

/** A transaction that can be taken back, or done again. */
export type Step = Pick<Transaction, "id" | "label">;

export interface DocumentState extends DocumentContent {
  /** The last common labels that could be read: they hold while someone types. */
  readonly labels: Readonly<Record<string, string>>;
  /** For the next sample; ids are never used again, also not after an undo. */
  readonly nextId: number;
  readonly undoable: Step | null;
  readonly redoable: Step | null;
}

export interface TransactOptions {
  /** Transactions of one group without a pause between are one step: `typing`, `labels`. */
  readonly group?: string;
  /** Where the user was before it, if that differs from now. */
  readonly marks?: Partial<Marks>;
  /** Allowed while the page is read-only: it is not an edit by the user. */
  readonly isLoad?: boolean;
}

export type Edit = Partial<DocumentContent> | ((state: DocumentState) => Partial<DocumentContent>);

export interface DocumentStore extends Pick<StoreApi<DocumentState>, "getState" | "getInitialState" | "subscribe"> {
  /** Changes the document; gives the transaction's id, undefined where nothing changed, or where edits are refused. */
  transact(label: string, edit: Edit, options?: TransactOptions): number | undefined;
  /** Undoes the last transaction and gives it; undefined if there is none. */
  undo(): Transaction | undefined;
  /** Does again what was undone last. */
  redo(): Transaction | undefined;
  /** All that can be undone and redone. */
  history(): History;
  /** Changes the document outside its history, for changes that the user did not make. */
  adopt(change: Partial<DocumentContent>): void;
}

export interface DocumentEnv {
  /** Milliseconds, for what is one burst of typing. */
  now(): number;
  /** Where the user is. */
  marks(): Marks;
  /** Whether edits are refused now, which it says to the user. */
  refuses(): boolean;
}

const followingId = (samples: readonly SampleEntry[]): number =>
  samples.reduce((most, sample) => Math.max(most, sample.id), 0) + 1;

const stepOf = (transaction: Transaction | undefined): Step | null =>
  transaction === undefined ? null : { id: transaction.id, label: transaction.label };

function readLabels(text: string): Readonly<Record<string, string>> | undefined {
  const parsed = parseLabels(text);
  return parsed.ok ? parsed.labels : undefined;
}

/** `before`: the history that led to `content`, on an earlier visit or in another tab. */
export function createDocumentStore(content: DocumentContent, env: DocumentEnv, before = NO_HISTORY): DocumentStore {
  let history: History = before;
  let lastId = newestId(before);
  const store = createStore<DocumentState>(() => ({
    ...content,
    text: normalizeText(content.text),
    labels: readLabels(content.commonLabels) ?? {},
    nextId: followingId(content.samples),
    undoable: stepOf(history.past.at(-1)),
    redoable: stepOf(history.future.at(-1)),
  }));

  const put = (change: Partial<DocumentContent>): void => {
    const { labels, nextId } = store.getState();
    store.setState({
      ...change,
      labels: change.commonLabels === undefined ? labels : (readLabels(change.commonLabels) ?? labels),
      nextId: change.samples === undefined ? nextId : Math.max(nextId, followingId(change.samples)),
      undoable: stepOf(history.past.at(-1)),
      redoable: stepOf(history.future.at(-1)),
    });
  };
  const move = (moved: Moved | undefined): Transaction | undefined => {
    if (moved === undefined) return undefined;
    history = moved.history;
    put(applyChange(store.getState(), moved.change));
    return moved.transaction;
  };

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    transact(label, edit, { group, marks, isLoad = false } = {}) {
      if (!isLoad && env.refuses()) return undefined;
      const before = contentOf(store.getState());
      const given = typeof edit === "function" ? edit(store.getState()) : edit;
      // New samples replace a draft of the samples' text that could not be parsed.
      const whole = given.samples === undefined || given.samples === before.samples ? given : { draft: null, ...given };
      const change = whole.text === undefined ? whole : { ...whole, text: normalizeText(whole.text) };
      const recorded = { label, group, at: env.now(), marks: { ...env.marks(), ...marks } };
      const next = record(history, before, { ...before, ...change }, recorded, lastId + 1);
      if (next === undefined) return undefined;
      history = next;
      const last = history.past.at(-1);
      lastId = Math.max(lastId, last?.id ?? 0);
      put(change);
      return last?.id;
    },
    undo: () => (env.refuses() ? undefined : move(undoOf(history))),
    redo: () => (env.refuses() ? undefined : move(redoOf(history))),
    history: () => history,
    adopt: put,
  };
}
