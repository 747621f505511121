/**
 * Documents kept in the browser, shared by its tabs. A tab says which revision it changes; one that another tab has
 * changed since is not overwritten. Comparing and writing is one transaction of the database, which tabs do not share,
 * so no other lock is needed.
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { type DocumentRecord, readRecord, readRevision } from "./document-record.ts";

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

/** Of the database: 2 has the index. */
const VERSION = 2;
/** Milliseconds that another tab has to let go of the documents of an older version. */
export const BLOCKED_LIMIT = 2000;
/** Keys of the index that begin with `id`. */
const revisionsOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []]);

interface Schema extends DBSchema {
  /** The index tells the revision of a document without reading it: one of ten thousand samples takes 30 ms. */
  documents: { key: string; value: unknown; indexes: { revision: [id: string, revision: number] } };
}

/** Keeps documents in IndexedDB and tells of them by BroadcastChannel. */
export function browserDocumentStorage(): DocumentStorage {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const open = (): Promise<IDBPDatabase<Schema>> => {
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
        store.createIndex("revision", ["id", "revision"]);
      },
      // A later version of the page wants to change the database: this tab must not be in its way.
      blocking: (_current, _wanted, event) => {
        (event.target as IDBDatabase).close();
        opened = undefined;
      },
      terminated: () => {
        opened = undefined;
      },
    });
    const waited = Promise.race([database, isBlocked]);
    opened = waited;
    waited.catch(() => {
      opened = undefined;
      // What is opened after all is not used, and must not be in anybody's way.
      void database.then(
        (late) => late.close(),
        () => {},
      );
    });
    return waited;
  };
  const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(CHANNEL);
  return {
    async load() {
      try {
        const values = await (await open()).getAll("documents", undefined, MAX_DOCUMENTS);
        return values.flatMap((value) => readRecord(value) ?? []);
      } catch {
        return undefined;
      }
    },
    async read(id, after) {
      try {
        const value = await (await open()).get("documents", id);
        if (after !== undefined && (readRevision(value) ?? 0) <= after) return undefined;
        return readRecord(value);
      } catch {
        return undefined;
      }
    },
    async save(record, revision) {
      try {
        const transaction = (await open()).transaction("documents", "readwrite");
        const found = await transaction.store.index("revision").openKeyCursor(revisionsOf(record.id));
        const stored = found?.key[1];
        if (stored !== undefined && stored !== revision) {
          transaction.abort();
          await transaction.done.catch(() => {});
          return { kind: "conflict" };
        }
        await transaction.store.put({ ...record, revision: revision + 1 } satisfies DocumentRecord, record.id);
        await transaction.done;
        return { kind: "saved", revision: revision + 1 };
      } catch {
        return { kind: "failed" };
      }
    },
    async remove(id) {
      try {
        await (await open()).delete("documents", id);
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
