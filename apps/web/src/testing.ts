/** What tests put in the place of workers, time and the browser. */
import { type App, createApp, type InitialState, type Platform } from "./app.ts";
import type { LanguageReply, LanguageRequest } from "./language/protocol.ts";
import type { PreviewReply, PreviewRequest, RunResult, SampleOutcome } from "./preview/protocol.ts";
import type { Scheduler, WorkerPort } from "./preview/worker-port.ts";
import { DEFAULT_SETTINGS, NO_SELECTION } from "./state/stores.ts";

/** A sample that came out unchanged, unless `more` says otherwise. */
export const testOutcome = (more: Partial<SampleOutcome> = {}): SampleOutcome => ({
  status: "passed",
  settled: "out",
  outputs: 1,
  mergedFrom: undefined,
  drops: [],
  heldBy: undefined,
  heldUntil: undefined,
  changedBy: [],
  missedBy: [],
  errors: [],
  ...more,
});

/** A run without samples, unless `more` says otherwise. */
export const testResult = (more: Partial<RunResult> = {}): RunResult => ({
  id: 1,
  pipeline: "stages",
  samples: [],
  counts: {},
  balance: { in: 0, out: 0, dropped: 0, held: 0, emitted: 0 },
  clock: { start: "2026-01-15T08:00:00Z", now: "2026-01-15T08:00:00Z", ended: true, next: undefined },
  exposition: "",
  stuck: false,
  milliseconds: 1,
  ...more,
});

/** Time that passes only when told to. */
export class ManualScheduler implements Scheduler {
  #now = 0;
  #timers: { at: number; run: () => void }[] = [];

  after(milliseconds: number, run: () => void): () => void {
    const timer = { at: this.#now + milliseconds, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  now(): number {
    return this.#now;
  }

  /** Lets time pass; what is due runs in its order. */
  pass(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (;;) {
      const next = this.#timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = next.at;
      next.run();
    }
    this.#now = end;
  }
}

/** A worker that answers when the test says so. */
export class ManualWorker<In, Out> implements WorkerPort<In, Out> {
  readonly received: In[] = [];
  terminated = false;
  onmessage: ((event: { data: Out }) => void) | null = null;
  onerror: ((event: { message?: string }) => void) | null = null;

  postMessage(message: In): void {
    this.received.push(message);
  }

  terminate(): void {
    this.terminated = true;
  }

  reply(message: Out): void {
    if (!this.terminated) this.onmessage?.({ data: message });
  }
}

export interface TestApp {
  readonly app: App;
  readonly time: ManualScheduler;
  readonly languageWorkers: ManualWorker<LanguageRequest, LanguageReply>[];
  readonly previewWorkers: ManualWorker<PreviewRequest, PreviewReply>[];
  readonly downloads: { name: string; text: string }[];
  readonly copied: string[];
}

export function createTestApp(initial: Partial<InitialState> = {}, platform: Partial<Platform> = {}): TestApp {
  const time = new ManualScheduler();
  const languageWorkers: ManualWorker<LanguageRequest, LanguageReply>[] = [];
  const previewWorkers: ManualWorker<PreviewRequest, PreviewReply>[] = [];
  const downloads: { name: string; text: string }[] = [];
  const copied: string[] = [];
  const usual: Platform = {
    scheduler: time,
    startLanguage: () => started(languageWorkers),
    startPreview: () => started(previewWorkers),
    download: (name, text) => void downloads.push({ name, text }),
    copy: async (text) => copied.push(text) > 0,
    chooseConfigFile: () => {},
    chooseSampleFile: () => {},
    chooseFile: async () => undefined,
    fetchFile: async () => undefined,
    fileStorage: { load: async () => ({}), put: async () => true, remove: async () => true },
    currentTime: () => Date.UTC(2026, 0, 15, 8),
    focusSearch: () => {},
  };
  const app = createApp(
    { ...usual, ...platform },
    {
      document: {
        name: "test",
        text: 'stage.drop { expression = "b" }',
        samples: [
          { id: 1, line: "a" },
          { id: 2, line: "b" },
          { id: 3, line: "c" },
        ],
        commonLabels: 'job="t"',
        clock: "2026-01-15T08:00:00Z",
        seed: 42,
        holdEnd: false,
        steps: [],
        draft: null,
      },
      selection: NO_SELECTION,
      settings: DEFAULT_SETTINGS,
      ...initial,
    },
  );
  return { app, time, languageWorkers, previewWorkers, downloads, copied };
}

function started<In, Out>(list: ManualWorker<In, Out>[]): ManualWorker<In, Out> {
  const worker = new ManualWorker<In, Out>();
  list.push(worker);
  return worker;
}
