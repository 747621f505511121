/**
 * Files that stages name, kept in the browser so that they need not be chosen again after a reload. Where the browser
 * does not allow it, or is full, files last until the page is left.
 */
import type { ResourceFile } from "../state/stores.ts";

export interface FileStorage {
  /** All files, by path. */
  load(): Promise<Readonly<Record<string, ResourceFile>>>;
  /** False: it could not be stored. */
  put(path: string, file: ResourceFile): Promise<boolean>;
  remove(path: string): Promise<boolean>;
}

const DATABASE = "sluice.designer";
const STORE = "files";

/** Keeps files in IndexedDB. */
export function browserFileStorage(factory: () => IDBFactory): FileStorage {
  let opened: Promise<IDBDatabase> | undefined;
  const open = (): Promise<IDBDatabase> => {
    opened ??= new Promise((resolve, reject) => {
      const request = factory().open(DATABASE, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
      request.onblocked = () => reject(new Error("blocked"));
    });
    return opened;
  };
  const change = async (run: (store: IDBObjectStore) => void): Promise<boolean> => {
    try {
      const transaction = (await open()).transaction(STORE, "readwrite");
      run(transaction.objectStore(STORE));
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onerror = () => reject(transaction.error);
        transaction.onabort = () => reject(transaction.error);
      });
      return true;
    } catch {
      return false;
    }
  };
  return {
    async load() {
      try {
        const store = (await open()).transaction(STORE).objectStore(STORE);
        const [keys, values] = await Promise.all([settled(store.getAllKeys()), settled(store.getAll())]);
        return Object.fromEntries(
          values.flatMap((value: unknown, i) => {
            const file = readFile(value);
            return file === undefined ? [] : [[String(keys[i]), file]];
          }),
        );
      } catch {
        return {};
      }
    },
    put: (path, file) => change((store) => store.put(file, path)),
    remove: (path) => change((store) => store.delete(path)),
  };
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function readFile(value: unknown): ResourceFile | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { name, blob } = value as { readonly name?: unknown; readonly blob?: unknown };
  return typeof name === "string" && blob instanceof Blob ? { name, size: blob.size, blob } : undefined;
}
