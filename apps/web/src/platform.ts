/** What the page takes from the browser. */
import type { Platform } from "./app.ts";
import { browserFileStorage } from "./persistence/file-storage.ts";
import type { Scheduler, WorkerPort } from "./preview/worker-port.ts";

const scheduler: Scheduler = {
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  now: () => performance.now(),
};

/** The messages of a worker have the types of its protocol, which the platform does not know. */
const asPort = <In, Out>(worker: Worker): WorkerPort<In, Out> => worker as unknown as WorkerPort<In, Out>;

export const browserPlatform: Platform = {
  scheduler,
  startLanguage: () =>
    asPort(new Worker(new URL("./engine-worker.ts", import.meta.url), { type: "module", name: "language" })),
  startPreview: () =>
    asPort(new Worker(new URL("./engine-worker.ts", import.meta.url), { type: "module", name: "preview" })),
  download(name, text) {
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
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
  chooseConfigFile: () => document.getElementById(ELEMENT_IDS.configFile)?.click(),
  chooseSampleFile: () => document.getElementById(ELEMENT_IDS.sampleFile)?.click(),
  chooseFile: (accept) =>
    new Promise((resolve) => {
      const input = document.createElement("input");
      input.type = "file";
      input.accept = accept;
      input.addEventListener("change", () => resolve(input.files?.[0]));
      input.addEventListener("cancel", () => resolve(undefined));
      input.click();
    }),
  async fetchFile(path) {
    try {
      const response = await fetch(path);
      return response.ok ? await response.blob() : undefined;
    } catch {
      return undefined;
    }
  },
  fileStorage: browserFileStorage(() => indexedDB),
  currentTime: () => Date.now(),
  focusSearch: () => document.getElementById(ELEMENT_IDS.search)?.focus(),
};

/** Ids of elements that commands reach without knowing the views. */
export const ELEMENT_IDS = { search: "entry-search", configFile: "config-file", sampleFile: "sample-file" } as const;

/** `localStorage`, where the browser allows it. */
export function browserStorage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

/**
 * The status document of the server that the page came from; undefined when another one served it. The build leaves a
 * file of no type at that address, so that a plain web server answers without an error.
 */
export async function fetchStatus(): Promise<unknown> {
  const response = await fetch("api/status", { headers: { accept: "application/json" }, cache: "no-store" });
  if (!response.ok || !response.headers.get("content-type")?.includes("json")) return undefined;
  return response.json();
}
