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
import { type History, NO_HISTORY, record as recordStep } from "../model/history.ts";
import { SAVE_DELAY } from "../page/documents/kept-document.ts";
import type { DocumentRecord } from "./document-record.ts";
import { BLOCKED_LIMIT, browserDocumentStorage } from "./document-storage.ts";
import { MAX_KEPT_HISTORIES } from "./history-record.ts";

afterEach(() => {
  vi.restoreAllMocks();
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
    if (version !== undefined && version > 1) store.createIndex("revision", ["id", "revision"]);
    if (version === 3) opening.result.createObjectStore("samples");
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
    [3, "no histories"],
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
    /** How many samples each value has that was stored, until that of this name is; undefined: the rest, a step, the history. */
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
    expect(await storedAs("many")).toEqual([1000, 200, undefined, undefined, undefined]);
    expect(await storedAs("many of them")).toEqual([undefined, undefined, undefined]);
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

describe("the history of a document", () => {
  /** Steps from `from`, each of which adds a letter; the last id is the length of the text. */
  const letters = (count: number, from = 0): History => {
    let history = NO_HISTORY;
    for (let id = from + 1; id <= from + count; id++) {
      const [before, after] = [id - 1, id].map((length) => testDocument({ text: "x".repeat(length), samples: [] }));
      const marks = { sampleId: null, stagePath: null, caret: null };
      const recorded = { label: `Step ${id}`, group: undefined, at: 0, marks };
      history = recordStep(history, before!, after!, recorded, id)!;
    }
    return history;
  };
  const documentOf = (id: string, length: number, updated = 1) => ({
    id,
    updated,
    content: testDocument({ text: "x".repeat(length), samples: [] }),
    good: null,
    drafts: [],
  });
  const labels = (history: History | undefined) => history?.past.map(({ label }) => label);

  it("is that of the revision that is stored, and of no other", async () => {
    stubIndexedDB();
    const storage = browserDocumentStorage();
    await storage.save(documentOf("a", 2), 0, letters(2));
    const [stored] = (await storage.load())!;
    expect(labels(await storage.history(stored!))).toEqual(["Step 1", "Step 2"]);
    await storage.save(documentOf("a", 2), 1);
    const [later] = (await storage.load())!;
    expect(await storage.history(later!)).toBeUndefined();
    expect(await storage.history(stored!)).toEqual(letters(2));
  });

  it("fits no document of which something was lost", async () => {
    stubIndexedDB();
    const storage = browserDocumentStorage();
    await storage.save(documentOf("a", 2), 0, letters(2));
    const [stored] = (await storage.load())!;
    expect(await storage.history({ ...stored!, content: { ...stored!.content, text: "x" } })).toBeUndefined();
  });

  it("is stored by steps: those that are there are not stored again, also not what another tab stored", async () => {
    stubIndexedDB();
    const [one, other] = [browserDocumentStorage(), browserDocumentStorage()];
    const first = letters(3);
    await one.save(documentOf("a", 3), 0, first);
    const put = vi.spyOn(IDBObjectStore.prototype, "put");
    const stepsPut = () => put.mock.calls.filter(([value]) => "change" in (value as object)).length;
    const longer = { ...first, past: [...first.past, ...letters(1, 3).past] };
    await one.save(documentOf("a", 4), 1, longer);
    expect(stepsPut()).toBe(1);
    await other.save(documentOf("a", 2), 2, letters(2));
    put.mockClear();
    await one.save(documentOf("a", 4), 3, longer);
    expect(stepsPut()).toBe(4);
    const [stored] = (await one.load())!;
    expect(labels(await one.history(stored!))).toEqual(["Step 1", "Step 2", "Step 3", "Step 4"]);
  });

  it("is stored whole again where another tab let go of it, or put another in its place", async () => {
    stubIndexedDB();
    const [one, other] = [browserDocumentStorage(), browserDocumentStorage()];
    const four = letters(4);
    const three: History = { ...four, past: four.past.slice(0, 3) };
    const again = async () => labels(await one.history((await one.read("a"))!));
    await one.save(documentOf("a", 3), 0, three);
    for (let i = 0; i < MAX_KEPT_HISTORIES; i++) await other.save(documentOf(`d${i}`, 1, 100), 0, letters(1));
    expect(await again(), "the other tab made room").toBeUndefined();
    await one.save(documentOf("a", 4, 200), 1, four);
    expect(await again()).toEqual(["Step 1", "Step 2", "Step 3", "Step 4"]);

    // The other tab removed and restored the document, which begins anew at the first revision.
    await other.remove("a");
    await other.save(documentOf("a", 3, 300), 0, letters(3));
    await other.save(documentOf("a", 3, 301), 1, letters(1, 2));
    await one.save(documentOf("a", 4, 400), 2, four);
    expect(await again()).toEqual(["Step 1", "Step 2", "Step 3", "Step 4"]);
  });

  it("ends before a step that is damaged", async () => {
    stubIndexedDB();
    const storage = browserDocumentStorage();
    const damaged = letters(4);
    await storage.save(documentOf("a", 4), 0, {
      past: damaged.past.map((step) => (step.id === 2 ? { ...step, before: 5 as never } : step)),
      future: [],
    });
    const [stored] = (await storage.load())!;
    expect(labels(await storage.history(stored!))).toEqual(["Step 3", "Step 4"]);
  });

  it("is left out where the browser has no room for it; the document is stored", async () => {
    stubIndexedDB();
    const storage = browserDocumentStorage();
    const { put } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, value, key) {
      if (this.name === "steps") throw new DOMException("full", "QuotaExceededError");
      return put.call(this, value, key);
    });
    expect(await storage.save(documentOf("a", 2), 0, letters(2))).toEqual({ kind: "saved", revision: 1 });
    const [stored] = (await storage.load())!;
    expect(stored!.content.text).toBe("xx");
    expect(await storage.history(stored!)).toBeUndefined();
    vi.restoreAllMocks();
    await storage.save(documentOf("a", 3), 1, letters(3));
    expect(labels(await storage.history((await storage.load())![0]!))).toHaveLength(3);
  });

  it("is kept of so many documents as were stored last, and goes with its document", async () => {
    stubIndexedDB();
    const storage = browserDocumentStorage();
    for (let i = 0; i <= MAX_KEPT_HISTORIES; i++) await storage.save(documentOf(`d${i}`, 1, 100 - i), 0, letters(1));
    const stored = new Map((await storage.load())!.map((one) => [one.id, one]));
    const has = async (id: string) => (await storage.history(stored.get(id)!)) !== undefined;
    expect([await has("d0"), await has(`d${MAX_KEPT_HISTORIES - 1}`)]).toEqual([true, true]);
    expect(await has(`d${MAX_KEPT_HISTORIES}`)).toBe(false);
    await storage.remove("d0");
    expect(await has("d0")).toBe(false);
  });
});
