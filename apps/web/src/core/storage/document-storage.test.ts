import {
  IDBCursor,
  IDBDatabase,
  IDBFactory,
  IDBIndex,
  IDBKeyRange,
  IDBObjectStore,
  IDBRequest,
  IDBTransaction,
} from "fake-indexeddb";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createTestApp, testDocument } from "../../testing/testing.ts";
import { rename } from "../edit/edit-document.ts";
import { SAVE_DELAY } from "../page/documents/kept-document.ts";
import type { DocumentRecord } from "./document-record.ts";
import { BLOCKED_LIMIT, browserDocumentStorage } from "./document-storage.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("does not wait long for a tab that keeps an older version of the documents open", async () => {
  class OpenRequest extends EventTarget {}
  const requests: OpenRequest[] = [];
  vi.stubGlobal("IDBRequest", OpenRequest);
  vi.stubGlobal("indexedDB", {
    open: () => {
      const request = new OpenRequest();
      requests.push(request);
      queueMicrotask(() => request.dispatchEvent(new Event("blocked")));
      return request;
    },
  });
  vi.useFakeTimers();
  const storage = browserDocumentStorage();
  const loaded = storage.load();
  await vi.advanceTimersByTimeAsync(BLOCKED_LIMIT);
  expect(await loaded).toBeUndefined();
  // It is tried again: that tab may be gone.
  const read = storage.read("a");
  await vi.advanceTimersByTimeAsync(BLOCKED_LIMIT);
  expect(await read).toBeUndefined();
  expect(requests).toHaveLength(2);
});

/** A browser's, with nothing in it. */
function stubIndexedDB(): void {
  const classes = { IDBCursor, IDBDatabase, IDBIndex, IDBKeyRange, IDBObjectStore, IDBRequest, IDBTransaction };
  for (const [name, value] of Object.entries(classes)) vi.stubGlobal(name, value);
  vi.stubGlobal("indexedDB", new IDBFactory());
}

const record = (id: string, lines: readonly string[]): Omit<DocumentRecord, "revision"> => ({
  id,
  updated: 1,
  content: testDocument({ name: id, samples: lines.map((line, i) => ({ id: i + 1, line })) }),
  good: null,
  drafts: [],
});
const linesOf = (found: DocumentRecord | undefined) => found?.content.samples.map(({ line }) => line);

/** Puts values where an older page did, or damage. */
async function putDocuments(version: number | undefined, values: Readonly<Record<string, unknown>>): Promise<void> {
  const done = (request: IDBRequest): Promise<void> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve();
      request.onerror = () => reject(request.error);
    });
  const opening = indexedDB.open("sluice.documents", version);
  opening.onupgradeneeded = () => {
    const store = opening.result.createObjectStore("documents");
    if (version === 2) store.createIndex("revision", ["id", "revision"]);
  };
  await done(opening);
  const documents = opening.result.transaction("documents", "readwrite").objectStore("documents");
  for (const [key, value] of Object.entries(values)) await done(documents.put(value, key));
  opening.result.close();
}

describe("documents", () => {
  for (const [version, had] of [
    [1, "no index of revisions"],
    [2, "their samples in them"],
  ] as const)
    it(`stored when they had ${had} are there, and are stored again`, async () => {
      stubIndexedDB();
      await putDocuments(version, { before: { ...record("before", ["a line from before"]), revision: 4 } });
      const storage = browserDocumentStorage();
      const [found] = (await storage.load())!;
      expect([found!.revision, found!.content.name, linesOf(found)]).toEqual([4, "before", ["a line from before"]]);
      const changed = { ...found!, content: { ...found!.content, name: "now" } };
      expect(await storage.save(changed, 3)).toEqual({ kind: "conflict" });
      expect(await storage.save(changed, 4)).toEqual({ kind: "saved", revision: 5 });
      const [again, ...others] = (await browserDocumentStorage().load())!;
      expect([again!.revision, again!.content.name, linesOf(again)]).toEqual([5, "now", ["a line from before"]]);
      expect(others).toEqual([]);
    });

  it("that are damaged break nothing and take no other with them", async () => {
    stubIndexedDB();
    const storage = browserDocumentStorage();
    await storage.save(record("mine", ["a"]), 0);
    await putDocuments(undefined, { x: { id: "x", content: { text: 5 } }, y: "nothing like it" });
    expect((await browserDocumentStorage().load())!.map(({ id }) => id)).toEqual(["mine"]);
    expect(linesOf(await storage.read("mine"))).toEqual(["a"]);
  });

  it("have their samples stored when those change, not with each change of the rest, and read in parts", async () => {
    stubIndexedDB();
    const lines = Array.from({ length: 1200 }, (_, i) => `line ${i}`);
    const storage = browserDocumentStorage();
    const { app, workspace, time } = createTestApp(
      { document: record("one", lines).content },
      { documentStorage: storage },
    );
    workspace.start();
    const put = vi.spyOn(IDBObjectStore.prototype, "put");
    /** How many samples each value has that was stored, until that of this name is; undefined: it is the rest. */
    const storedAs = async (name: string) => {
      put.mockClear();
      rename(app, name);
      time.pass(SAVE_DELAY);
      await vi.waitFor(async () => expect((await storage.read("one"))?.content.name).toBe(name), {
        interval: 1,
        timeout: 20_000,
      });
      expect(JSON.stringify(put.mock.calls.filter(([value]) => !Array.isArray(value)))).not.toContain("line 7");
      return put.mock.calls.map(([value]) => (Array.isArray(value) ? value.length : undefined));
    };
    expect(await storedAs("many")).toEqual([1000, 200, undefined]);
    expect(await storedAs("many of them")).toEqual([undefined]);
    expect(linesOf((await browserDocumentStorage().load())![0])).toEqual(lines);
  });

  it("are not kept where the browser does not allow it", async () => {
    vi.stubGlobal("indexedDB", {
      open: () => {
        throw new DOMException("not allowed", "SecurityError");
      },
    });
    const storage = browserDocumentStorage();
    expect(await storage.load()).toBeUndefined();
    expect(await storage.save(record("a", ["a"]), 0)).toEqual({ kind: "failed" });
  });
});
