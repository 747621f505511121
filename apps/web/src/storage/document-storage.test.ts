import { afterEach, expect, it, vi } from "vitest";
import { BLOCKED_LIMIT, browserDocumentStorage } from "./document-storage.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("keeps nobody waiting for a tab that does not let go of an older version of the documents", async () => {
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
