/**
 * Earlier states of documents in the browser, in a database of their own: documents are read when the page opens, states
 * when somebody looks at them.
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import * as v from "valibot";
import { readContent, readDrafts } from "./document-record.ts";
import { type KeptState, MAX_STATE_LABEL, type StateInfo, surplusStates } from "./kept-states.ts";

export interface StateStorage {
  /** Of one document, the newest first; undefined: nothing can be kept here. */
  list(document: string): Promise<readonly StateInfo[] | undefined>;
  /** Undefined: it is not there, or damaged. */
  read(document: string, id: string): Promise<KeptState | undefined>;
  /** Keeps it, and deletes surplus states. False: it could not be stored. */
  keep(document: string, state: KeptState): Promise<boolean>;
  remove(document: string, id: string): Promise<boolean>;
  /** Deletes states of documents that are none of these, if the newest is older than `before`. */
  tidy(documents: ReadonlySet<string>, before: number): Promise<void>;
}

type Key = [document: string, state: string];

interface Schema extends DBSchema {
  infos: { key: Key; value: unknown };
  contents: { key: Key; value: unknown };
}

const DATABASE = "sluice.states";
const STORES = ["infos", "contents"] as const;
const keysOf = (document: string): IDBKeyRange => IDBKeyRange.bound([document], [document, []]);

const text = (most: number) => v.pipe(v.string(), v.nonEmpty(), v.maxLength(most));
const Info: v.GenericSchema<unknown, StateInfo> = v.object({
  id: text(200),
  label: text(MAX_STATE_LABEL),
  at: v.pipe(v.number(), v.finite()),
  named: v.fallback(v.boolean(), false),
  units: v.fallback(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
});

/** What can be read of what was stored, the newest first. */
export const readStateInfos = (values: readonly unknown[]): StateInfo[] =>
  values
    .flatMap((value) => {
      const parsed = v.safeParse(Info, value);
      return parsed.success ? [parsed.output] : [];
    })
    .sort((a, b) => b.at - a.at);

/** As it is stored: apart from its content, which has the drafts. */
export const storedState = ({ content, drafts, ...info }: KeptState): { info: StateInfo; content: unknown } => ({
  info,
  content: drafts === undefined ? content : { ...content, drafts },
});

export function readState(info: unknown, content: unknown): KeptState | undefined {
  const [found] = readStateInfos([info]);
  const read = readContent(content);
  if (found === undefined || read === undefined) return undefined;
  const drafts = readDrafts(content);
  return { ...found, content: read, ...(drafts.length > 0 && { drafts }) };
}

/** Keeps states in IndexedDB. */
export function browserStateStorage(): StateStorage {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const open = (): Promise<IDBPDatabase<Schema>> => {
    opened ??= openDB<Schema>(DATABASE, 1, {
      upgrade(database) {
        for (const store of STORES) database.createObjectStore(store);
      },
      terminated: () => {
        opened = undefined;
      },
    });
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };
  const worked = async <T>(change: (database: IDBPDatabase<Schema>) => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await change(await open());
    } catch {
      return otherwise;
    }
  };
  return {
    list: (document) =>
      worked<readonly StateInfo[] | undefined>(
        async (database) => readStateInfos(await database.getAll("infos", keysOf(document))),
        undefined,
      ),
    read: (document, id) =>
      worked(async (database) => {
        const transaction = database.transaction(STORES);
        const [info, content] = await Promise.all(
          STORES.map((store) => transaction.objectStore(store).get([document, id])),
        );
        return readState(info, content);
      }, undefined),
    keep: (document, state) =>
      worked(async (database) => {
        const { info, content } = storedState(state);
        const transaction = database.transaction(STORES, "readwrite");
        const [infos, contents] = [transaction.objectStore("infos"), transaction.objectStore("contents")];
        const others = readStateInfos(await infos.getAll(keysOf(document)));
        for (const { id } of surplusStates([info, ...others])) {
          await infos.delete([document, id]);
          await contents.delete([document, id]);
        }
        await infos.put(info, [document, info.id]);
        await contents.put(content, [document, info.id]);
        await transaction.done;
        return true;
      }, false),
    remove: (document, id) =>
      worked(async (database) => {
        const transaction = database.transaction(STORES, "readwrite");
        for (const store of STORES) await transaction.objectStore(store).delete([document, id]);
        await transaction.done;
        return true;
      }, false),
    tidy: (documents, before) =>
      worked<void>(async (database) => {
        const transaction = database.transaction(STORES, "readwrite");
        const infos = transaction.objectStore("infos");
        const gone = new Set(
          (await infos.getAllKeys()).map(([document]) => document).filter((one) => !documents.has(one)),
        );
        for (const document of gone) {
          const [newest] = readStateInfos(await infos.getAll(keysOf(document)));
          if (newest !== undefined && newest.at >= before) continue;
          for (const store of STORES) await transaction.objectStore(store).delete(keysOf(document));
        }
        await transaction.done;
      }, undefined),
  };
}
