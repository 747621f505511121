/**
 * Files that stages name, kept in the browser so that they need not be chosen again after a reload. Where the browser
 * does not allow it, or is full, files last until the page is left.
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import * as v from "valibot";
import type { ResourceFile } from "../model/resource-file.ts";

export interface FileStorage {
  /** All files, by path. */
  load(): Promise<Readonly<Record<string, ResourceFile>>>;
  /** False: it could not be stored. */
  put(path: string, file: ResourceFile): Promise<boolean>;
  remove(path: string): Promise<boolean>;
}

const DATABASE = "sluice.designer";
const STORE = "files";

interface Schema extends DBSchema {
  files: { key: string; value: unknown };
}

const File = v.pipe(
  v.object({ name: v.pipe(v.string(), v.maxLength(1000)), blob: v.blob() }),
  v.transform(({ name, blob }): ResourceFile => ({ name, size: blob.size, blob })),
);

/** Keeps files in IndexedDB. */
export function browserFileStorage(): FileStorage {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const open = (): Promise<IDBPDatabase<Schema>> => {
    opened ??= openDB<Schema>(DATABASE, 1, { upgrade: (database) => void database.createObjectStore(STORE) });
    return opened;
  };
  const worked = async (change: (database: IDBPDatabase<Schema>) => Promise<unknown>): Promise<boolean> => {
    try {
      await change(await open());
      return true;
    } catch {
      return false;
    }
  };
  return {
    async load() {
      try {
        const database = await open();
        const [keys, values] = await Promise.all([database.getAllKeys(STORE), database.getAll(STORE)]);
        return Object.fromEntries(
          values.flatMap((value, i) => {
            const file = v.safeParse(File, value);
            return file.success ? [[String(keys[i]), file.output]] : [];
          }),
        );
      } catch {
        return {};
      }
    },
    put: (path, file) => worked((database) => database.put(STORE, file, path)),
    remove: (path) => worked((database) => database.delete(STORE, path)),
  };
}
