/**
 * Documents kept in the browser, shared by its tabs. A tab says which revision it changes; one that another tab has
 * changed since is not overwritten. Comparing and writing is one transaction of the database, which tabs do not share,
 * so no other lock is needed.
 */
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from "idb";
import type { SampleEntry } from "../model/samples.ts";
import { type DocumentRecord, readRecord } from "./document-record.ts";

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
  /** Stores a document that was changed from `revision`; 0: it was not stored before. */
  save(record: Omit<DocumentRecord, "revision">, revision: number): Promise<Saved>;
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

/** Of the database: 2 has the index, 3 has samples by themselves. */
const VERSION = 3;
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
}

const STORES = ["documents", "samples"] as const;

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
        database.createObjectStore("samples");
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

/** Keeps documents in IndexedDB and announces changes by BroadcastChannel. */
export function browserDocumentStorage(): DocumentStorage {
  /** What this tab stored last. */
  let last: { readonly id: string; readonly revision: number; readonly samples: readonly SampleEntry[] } | undefined;
  const open = databaseOpener();
  const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(CHANNEL);
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
    async save(record, revision) {
      let transaction: IDBPTransaction<Schema, typeof STORES, "readwrite"> | undefined;
      try {
        transaction = (await open()).transaction(STORES, "readwrite");
        const [documents, parts] = [transaction.objectStore("documents"), transaction.objectStore("samples")];
        const found = await documents.index("revision").openKeyCursor(keysOf(record.id));
        const stored = found?.key[1];
        if (stored !== undefined && stored !== revision) {
          await abandon(transaction);
          return { kind: "conflict" };
        }
        const { samples, ...content } = record.content;
        if (last?.id !== record.id || last.revision !== stored || last.samples !== samples) {
          await parts.delete(keysOf(record.id));
          for (let from = 0; from < samples.length; from += PART)
            await parts.put(samples.slice(from, from + PART), [record.id, from / PART]);
        }
        await documents.put({ ...record, content, revision: revision + 1 }, record.id);
        await transaction.done;
        last = { id: record.id, revision: revision + 1, samples };
        return { kind: "saved", revision: revision + 1 };
      } catch {
        if (transaction !== undefined) await abandon(transaction);
        return { kind: "failed" };
      }
    },
    async remove(id) {
      try {
        const transaction = (await open()).transaction(STORES, "readwrite");
        await transaction.objectStore("samples").delete(keysOf(id));
        await transaction.objectStore("documents").delete(id);
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

/** Takes back what a transaction has done so far. */
async function abandon(transaction: IDBPTransaction<Schema, typeof STORES, "readwrite">): Promise<void> {
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
