/** What the page takes from the browser. */

import type { Platform } from "../../core/page/app.ts";
import type { AskServerWith, OpenStreamWith } from "../../core/server/ask-server.ts";
import { browserDocumentStorage } from "../../core/storage/document-storage.ts";
import { browserFileStorage } from "../../core/storage/file-storage.ts";
import { browserStateStorage } from "../../core/storage/state-storage.ts";
import { KEYS, readJson, type TextStorage } from "../../core/storage/text-storage.ts";
import type { Scheduler, WorkerPort } from "../../core/workers/port.ts";

const scheduler: Scheduler = {
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  now: () => performance.now(),
};

/** The messages of a worker have the types of its protocol, which the platform does not know. */
const asPort = <In, Out>(worker: Worker): WorkerPort<In, Out> => worker as unknown as WorkerPort<In, Out>;

/** A storage of texts, where the browser allows it. */
function textStorage(storage: () => Storage): TextStorage | undefined {
  try {
    const found = storage();
    return {
      getItem: (key) => found.getItem(key),
      setItem: (key, value) => found.setItem(key, value),
      removeItem: (key) => found.removeItem(key),
      keys: () => Array.from({ length: found.length }, (_, i) => found.key(i) ?? ""),
    };
  } catch {
    return undefined;
  }
}

const startEngine = (name: "language" | "preview"): Worker =>
  new Worker(new URL("../workers/engine-worker.ts", import.meta.url), { type: "module", name });

/** The worker of the first preview. On a visit that is not the first it is started ahead, and loads while documents are read. */
function startAhead(storage: TextStorage | undefined): Platform["startPreview"] {
  let ahead: Worker | undefined;
  if (readJson(storage, KEYS.current) !== undefined) {
    ahead = startEngine("preview");
    // Nobody listens yet. Whoever needs a worker tries again, and gets the error.
    ahead.onerror = (event) => {
      event.preventDefault();
      ahead = undefined;
    };
  }
  return () => {
    const worker = ahead ?? startEngine("preview");
    ahead = undefined;
    return asPort(worker);
  };
}

export function createBrowserPlatform(): Platform {
  const localTexts = textStorage(() => window.localStorage);
  return {
    scheduler,
    startLanguage: () => asPort(startEngine("language")),
    startPreview: startAhead(localTexts),
    startProfiles: () =>
      asPort(
        new Worker(new URL("../../features/profiles/sessions/profile-worker.ts", import.meta.url), {
          type: "module",
          name: "profiles",
        }),
      ),
    startRe2: () =>
      asPort(new Worker(new URL("../../core/re2/re2-worker.ts", import.meta.url), { type: "module", name: "re2" })),
    mac: /Mac|iPhone|iPad/.test(navigator.platform),
    download(name, content) {
      const url = URL.createObjectURL(
        typeof content === "string" ? new Blob([content], { type: "text/plain;charset=utf-8" }) : content,
      );
      const link = document.createElement("a");
      link.href = url;
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 1000);
    },
    async copy(text) {
      try {
        await navigator.clipboard.writeText(text);
        return true;
      } catch {
        return false;
      }
    },
    chooseFile: async (accept) => (await chooseFiles(accept, false))[0],
    chooseFiles: (accept) => chooseFiles(accept, true),
    async fetchFile(path) {
      try {
        const response = await fetch(path);
        return response.ok ? await response.blob() : undefined;
      } catch {
        return undefined;
      }
    },
    askServer,
    openStream,
    address: {
      page: () => location.origin + location.pathname,
      fragment: () => location.hash.slice(1),
      clear: () => history.replaceState(history.state, "", location.pathname + location.search),
      write(fragment, isNew) {
        try {
          if (isNew) history.pushState(null, "", `#${fragment}`);
          else history.replaceState(history.state, "", `#${fragment}`);
        } catch {
          // Browsers allow only so many in a time. The next one is written again.
        }
      },
      listen(run) {
        addEventListener("popstate", run);
        return () => removeEventListener("popstate", run);
      },
    },
    pageHost: location.hostname,
    isVisible: () => document.visibilityState === "visible",
    fileStorage: browserFileStorage(),
    documentStorage: browserDocumentStorage(),
    stateStorage: browserStateStorage(),
    textStorage: localTexts,
    tabStorage: textStorage(() => window.sessionStorage),
    currentTime: () => Date.now(),
    // Not `randomUUID`, which pages over plain HTTP have not.
    newId: () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join(""),
  };
}

const chooseFiles = (accept: string, multiple: boolean): Promise<readonly File[]> =>
  new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = accept;
    input.multiple = multiple;
    input.addEventListener("change", () => resolve([...(input.files ?? [])]));
    input.addEventListener("cancel", () => resolve([]));
    input.click();
  });

/** The build leaves a file of no type at addresses of the API, so that a plain web server answers without an error. */
const askServer: AskServerWith = async (path, post, { token, method }) => {
  try {
    const response = await send(path, post, token, method === undefined ? {} : { method });
    const type = response.headers.get("content-type") ?? "";
    const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
    return {
      status: response.status,
      type,
      body: await response.blob(),
      ...(Number.isFinite(retryAfter) && { retryAfter }),
    };
  } catch {
    return undefined;
  }
};

const openStream: OpenStreamWith = async (path, post, { token, signal }) => {
  try {
    return await send(path, post, token, { signal });
  } catch {
    return undefined;
  }
};

function send(path: string, post: unknown, token: string | null, more: RequestInit): Promise<Response> {
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
  const asked: RequestInit =
    post === undefined
      ? { headers: { accept: "application/json, */*", ...authorization } }
      : {
          method: "POST",
          headers: { "content-type": "application/json", ...authorization },
          body: JSON.stringify(post),
        };
  return fetch(path, { ...asked, ...more, cache: "no-store" });
}
