/**
 * Documents kept in the browser, shared by its tabs. A tab says which revision it changes; one that another tab has
 * changed since is not overwritten. Comparing and writing is one transaction of the database, which tabs do not share,
 * so no other lock is needed.
 */
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from "idb";
import type { History, Transaction } from "../model/history.ts";
import type { SampleEntry } from "../model/samples.ts";
import { type DocumentRecord, readRecord } from "./document-record.ts";
import { keptHistory, MAX_KEPT_HISTORIES, readHistory, readHistoryInfo } from "./history-record.ts";

export type Saved =
  | { readonly kind: "saved"; readonly revision: number }
  /** Another tab has stored it since. */
  | { readonly kind: "conflict" }
  /** Full, or not allowed. */
  | { readonly kind: "failed" };

/** What another tab did. */
export type TabMessage =
  | {
      readonly kind: "saved";
      readonly id: string;
      readonly revision: number;
      readonly name: string;
      readonly updated: number;
    }
  | { readonly kind: "removed"; readonly id: string }
  /** What was removed is a document again. */
  | { readonly kind: "restored"; readonly id: string }
  /** What was removed was deleted for good. */
  | { readonly kind: "forgotten"; readonly id: string }
  /** Both tabs had changes of `id`, called `name`; those of the later are kept as `copy`. */
  | { readonly kind: "parted"; readonly id: string; readonly name: string; readonly copy: string };

export interface DocumentStorage {
  /** All documents that can be read; undefined: nothing can be kept here. */
  load(): Promise<readonly DocumentRecord[] | undefined>;
  /** `after`: only one that is newer than that revision, else undefined. */
  read(id: string, after?: number): Promise<DocumentRecord | undefined>;
  /**
   * Stores a document that was changed from `revision` (0: it was not stored before), and of the history that led to it
   * what there is room for. Without a history, the one that is stored is of another revision from then on.
   */
  save(record: Omit<DocumentRecord, "revision">, revision: number, history?: History): Promise<Saved>;
  /** What is stored of the history that led to this revision of a document; undefined: there is none. */
  history(record: Pick<DocumentRecord, "id" | "revision" | "content">): Promise<History | undefined>;
  remove(id: string): Promise<boolean>;
  /** Tells the other tabs. */
  tell(message: TabMessage): void;
  /** Hears the other tabs; the result stops it. */
  listen(hear: (message: TabMessage) => void): () => void;
}

/** Documents at most that are read. */
export const MAX_DOCUMENTS = 500;

const DATABASE = "sluice.documents";
const CHANNEL = "sluice.documents";

/** Of the database: 2 has the index, 3 has samples by themselves, 4 has histories. */
const VERSION = 4;
/** Samples that are copied to or from the database at once: ten thousand would hold the page up. */
const PART = 1000;
/** Milliseconds that another tab has to let go of the documents of an older version. */
export const BLOCKED_LIMIT = 2000;
/** Keys that begin with `id`. */
const keysOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []]);

interface Schema extends DBSchema {
  /** Without samples, unless an older version of the page has stored them. The index gives a revision alone. */
  documents: { key: string; value: unknown; indexes: { revision: [id: string, revision: number] } };
  /** Samples of documents, in parts: they change seldom, and most of what is stored is theirs. */
  samples: { key: [id: string, part: number]; value: unknown };
  /** Of documents, by their id: which steps a history has. */
  histories: { key: string; value: unknown };
  /** The steps of histories, each by itself: a change adds one. */
  steps: { key: [id: string, step: number]; value: unknown };
}

const STORES = ["documents", "samples"] as const;
const HISTORY_STORES = ["histories", "steps"] as const;
const ALL_STORES = [...STORES, ...HISTORY_STORES] as const;

type Writing = IDBPTransaction<Schema, typeof ALL_STORES, "readwrite">;

type Database = IDBPDatabase<Schema>;

/** Opens the database once, and again after it was closed for a later version of the page. */
function databaseOpener(): () => Promise<Database> {
  let opened: Promise<Database> | undefined;
  const forget = () => {
    opened = undefined;
  };
  return () => {
    if (opened !== undefined) return opened;
    let giveUp = () => {};
    const isBlocked = new Promise<never>((_, reject) => {
      giveUp = () => reject(new Error("another tab has the documents of an older version open"));
    });
    const database = openDB<Schema>(DATABASE, VERSION, {
      // That tab lets go of them once it has stored what it is storing, or never. The next time it may have.
      blocked: () => void setTimeout(giveUp, BLOCKED_LIMIT),
      upgrade(database, version, _wanted, transaction) {
        const store = version < 1 ? database.createObjectStore("documents") : transaction.objectStore("documents");
        if (version < 2) store.createIndex("revision", ["id", "revision"]);
        if (version < 3) database.createObjectStore("samples");
        for (const name of HISTORY_STORES) database.createObjectStore(name);
      },
      // A later version of the page wants to change the database: this tab must not be in its way.
      blocking: (_current, _wanted, event) => {
        (event.target as IDBDatabase).close();
        forget();
      },
      terminated: forget,
    });
    const waited = Promise.race([database, isBlocked]);
    opened = waited;
    waited.catch(() => {
      forget();
      // What is opened after all is not used, and must not be in anybody's way.
      void database.then(
        (late) => late.close(),
        () => {},
      );
    });
    return waited;
  };
}

/** What a tab stored last. */
interface Stored {
  readonly id: string;
  readonly revision: number;
  readonly updated: number;
  readonly samples: readonly SampleEntry[];
  /** The steps that were stored; undefined: that is not known. Another tab may have let go of them since. */
  readonly steps: ReadonlyMap<number, Transaction> | undefined;
}

/** Keeps documents in IndexedDB and announces changes by BroadcastChannel. */
export function browserDocumentStorage(): DocumentStorage {
  let last: Stored | undefined;
  const open = databaseOpener();
  const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(CHANNEL);
  const write = async (
    record: Omit<DocumentRecord, "revision">,
    revision: number,
    history: History | undefined,
  ): Promise<Saved> => {
    let transaction: Writing | undefined;
    try {
      transaction = (await open()).transaction(ALL_STORES, "readwrite");
      const [documents, parts] = [transaction.objectStore("documents"), transaction.objectStore("samples")];
      const found = await documents.index("revision").openKeyCursor(keysOf(record.id));
      const stored = found?.key[1];
      if (stored !== undefined && stored !== revision) {
        await abandon(transaction);
        return { kind: "conflict" };
      }
      const { samples, ...content } = record.content;
      const before = last?.id === record.id && last.revision === stored ? last : undefined;
      if (before?.samples !== samples) {
        await parts.delete(keysOf(record.id));
        for (let from = 0; from < samples.length; from += PART)
          await parts.put(samples.slice(from, from + PART), [record.id, from / PART]);
      }
      await documents.put({ ...record, content, revision: revision + 1 }, record.id);
      const steps = history && (await writeHistory(transaction, record, revision + 1, history, before));
      await transaction.done;
      last = { id: record.id, revision: revision + 1, updated: record.updated, samples, steps };
      return { kind: "saved", revision: revision + 1 };
    } catch {
      if (transaction !== undefined) await abandon(transaction);
      return { kind: "failed" };
    }
  };
  return {
    async load() {
      try {
        const transaction = (await open()).transaction(STORES);
        const values = await transaction.objectStore("documents").getAll(undefined, MAX_DOCUMENTS);
        const samples = await readSamples(transaction);
        return values.flatMap((value) => readRecord(withSamples(value, samples)) ?? []);
      } catch {
        return undefined;
      }
    },
    async read(id, after) {
      try {
        const transaction = (await open()).transaction(STORES);
        const documents = transaction.objectStore("documents");
        if (after !== undefined) {
          const found = await documents.index("revision").openKeyCursor(keysOf(id));
          if ((found?.key[1] ?? 0) <= after) return undefined;
        }
        const value = await documents.get(id);
        return readRecord(withSamples(value, await readSamples(transaction, keysOf(id))));
      } catch {
        return undefined;
      }
    },
    async save(record, revision, history) {
      const saved = await write(record, revision, history);
      // A history is less than its document: where there is no room for both, the document is stored.
      return saved.kind === "failed" && history !== undefined ? write(record, revision, undefined) : saved;
    },
    async history({ id, revision, content }) {
      try {
        const transaction = (await open()).transaction(HISTORY_STORES);
        const info = readHistoryInfo(await transaction.objectStore("histories").get(id));
        if (info?.revision !== revision) return undefined;
        const steps = new Map<number, unknown>();
        const store = transaction.objectStore("steps");
        for (const step of [...info.past, ...info.future]) steps.set(step, await store.get([id, step]));
        return readHistory(info, (step) => steps.get(step), { revision, content });
      } catch {
        return undefined;
      }
    },
    async remove(id) {
      try {
        const transaction = (await open()).transaction(ALL_STORES, "readwrite");
        await transaction.objectStore("samples").delete(keysOf(id));
        await transaction.objectStore("documents").delete(id);
        await removeHistory(transaction, id);
        await transaction.done;
        return true;
      } catch {
        return false;
      }
    },
    tell: (message) => channel?.postMessage(message),
    listen(hear) {
      const onMessage = (event: MessageEvent<TabMessage>) => hear(event.data);
      channel?.addEventListener("message", onMessage);
      return () => channel?.removeEventListener("message", onMessage);
    },
  };
}

/** Stores a history, as far as there is room, of what `before` was stored last; gives the steps that are stored now. */
async function writeHistory(
  transaction: Writing,
  record: Omit<DocumentRecord, "revision">,
  revision: number,
  history: History,
  before: Stored | undefined,
): Promise<ReadonlyMap<number, Transaction>> {
  const { id } = record;
  const [infos, store] = [transaction.objectStore("histories"), transaction.objectStore("steps")];
  const found = readHistoryInfo(await infos.get(id));
  // A history can go, or be another one, without a new revision of its document.
  const isThere = found?.revision === before?.revision && found?.updated === before?.updated;
  const known = isThere ? before?.steps : undefined;
  const { info, steps } = keptHistory(history, record, revision);
  if (known === undefined) await store.delete(keysOf(id));
  for (const step of known?.keys() ?? []) if (!steps.has(step)) await store.delete([id, step]);
  for (const [key, step] of steps) if (known?.get(key) !== step) await store.put(step, [id, key]);
  await infos.put(info, id);
  await removeOldest(transaction);
  return steps;
}

/** Lets go of the histories of documents that were stored longest ago, where there are too many. */
async function removeOldest(transaction: Writing): Promise<void> {
  const infos = transaction.objectStore("histories");
  if ((await infos.count()) <= MAX_KEPT_HISTORIES) return;
  const ids = await infos.getAllKeys();
  const times = (await infos.getAll()).map((value) => readHistoryInfo(value)?.updated ?? 0);
  const newestFirst = ids.map((id, i) => ({ id, updated: times[i]! })).sort((a, b) => b.updated - a.updated);
  for (const { id } of newestFirst.slice(MAX_KEPT_HISTORIES)) await removeHistory(transaction, id);
}

async function removeHistory(transaction: Writing, id: string): Promise<void> {
  await transaction.objectStore("histories").delete(id);
  await transaction.objectStore("steps").delete(keysOf(id));
}

/** Takes back what a transaction has done so far. */
async function abandon(transaction: Writing): Promise<void> {
  try {
    transaction.abort();
  } catch {
    // It has been already.
  }
  await transaction.done.catch(() => {});
}

/** Samples by document, those of the keys in `range`. */
async function readSamples(
  transaction: IDBPTransaction<Schema, typeof STORES>,
  range?: IDBKeyRange,
): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const store = transaction.objectStore("samples");
  const samples = new Map<string, unknown[]>();
  for (const [id, part] of await store.getAllKeys(range)) {
    const some = await store.get([id, part]);
    if (Array.isArray(some)) samples.set(id, [...(samples.get(id) ?? []), ...some]);
  }
  return samples;
}

/** A document as it is read, with its samples; one that an older version of the page stored has them. */
function withSamples(value: unknown, samples: ReadonlyMap<string, readonly unknown[]>): unknown {
  const { id, content } = (value ?? {}) as { id?: unknown; content?: unknown };
  if (typeof id !== "string" || content === null || typeof content !== "object" || "samples" in content) return value;
  return { ...(value as object), content: { ...content, samples: samples.get(id) ?? [] } };
}
