/** What tests put in the place of workers, time and the browser. */
import { encodeUtf8 } from "@sluice/languages/base";
import { COMMANDS } from "../app/table.ts";
import { serveLanguage } from "../app/workers/serve-language.ts";
import { servePreview } from "../app/workers/serve-preview.ts";
import { Workspace } from "../app/workspace/workspace.ts";
import type { ChosenFile } from "../core/model/chosen-file.ts";
import { DEFAULT_CLOCK, type DocumentContent } from "../core/model/document.ts";
import { NO_HISTORY } from "../core/model/history.ts";
import type { RunResult, SampleOutcome } from "../core/model/run.ts";
import { DEFAULT_SETTINGS, type SelectionState, type SettingsState } from "../core/model/settings.ts";
import type { App, PageAddress, Platform } from "../core/page/app.ts";
import type { Command } from "../core/page/command.ts";
import type { Re2Kinds } from "../core/re2/re2-protocol.ts";
import { memoryStates, memoryText, SharedDocuments } from "../core/storage/memory-storage.ts";
import type { LanguageKinds } from "../core/workers/language-protocol.ts";
import type { Scheduler, WorkerPort, WorkerScope } from "../core/workers/port.ts";
import type { PreviewKinds } from "../core/workers/preview-protocol.ts";
import type { KindOf, Kinds, Reply, Request } from "../core/workers/requests.ts";
import type { ProfileKinds } from "../features/profiles/sessions/profile-protocol.ts";

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
  text: "",
  pipeline: "stages",
  sampleIds: (more.samples ?? []).map((_, i) => i + 1),
  samples: [],
  counts: {},
  balance: { in: 0, out: 0, dropped: 0, held: 0, emitted: 0 },
  clock: { start: DEFAULT_CLOCK, now: DEFAULT_CLOCK, ended: true, next: undefined },
  problems: [],
  exposition: "",
  stuck: false,
  milliseconds: 1,
  ...more,
});

export const testDocument = (more: Partial<DocumentContent> = {}): DocumentContent => ({
  name: "test",
  text: 'stage.drop { expression = "b" }',
  lineEnd: "\n",
  samples: [
    { id: 1, line: "a" },
    { id: 2, line: "b" },
    { id: 3, line: "c" },
  ],
  commonLabels: 'job="t"',
  clock: DEFAULT_CLOCK,
  seed: 42,
  holdEnd: false,
  steps: [],
  draft: null,
  tests: "",
  ...more,
});

/** Lets everything happen that waits for nothing but its turn. */
export const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

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
export class ManualWorker<K extends Kinds<K>> implements WorkerPort<Request<K>, Reply<K>> {
  readonly received: Request<K>[] = [];
  terminated = false;
  onmessage: ((event: { data: Reply<K> }) => void) | null = null;
  onerror: ((event: { message?: string }) => void) | null = null;

  postMessage(message: Request<K>): void {
    this.received.push(message);
  }

  terminate(): void {
    this.terminated = true;
  }

  /** What was asked, of one kind. */
  asked<N extends KindOf<K>>(kind: N): K[N]["ask"][] {
    return this.received.filter((request) => request.kind === kind).map(({ ask }) => ask);
  }

  /** Answers the last request of a kind, or the one that is `back` before it. */
  answer<N extends KindOf<K>>(kind: N, answer: K[N]["answer"], back = 0): void {
    const request = this.received.filter((one) => one.kind === kind).at(-1 - back);
    if (request === undefined) throw new Error(`nothing was asked of kind ${kind}`);
    if (!this.terminated) this.onmessage?.({ data: { id: request.id, ok: true, answer } });
  }
}

/** The worker that was asked last what a text means. */
export function analyzingWorker({ languageWorkers, previewWorkers }: TestPlatform): ManualWorker<AnalyzeKinds> {
  const [language] = languageWorkers;
  const isAsked = language !== undefined && language.asked("analyze").length > 0;
  const worker: unknown = isAsked ? language : previewWorkers[0];
  if (worker === undefined) throw new Error("no worker was asked what a text means");
  return worker as ManualWorker<AnalyzeKinds>;
}

type AnalyzeKinds = Pick<LanguageKinds, "analyze">;

function started<K extends Kinds<K>>(list: ManualWorker<K>[]): ManualWorker<K> {
  const worker = new ManualWorker<K>();
  list.push(worker);
  return worker;
}

export interface TestPlatform {
  readonly platform: Platform;
  readonly time: ManualScheduler;
  readonly languageWorkers: ManualWorker<LanguageKinds>[];
  readonly previewWorkers: ManualWorker<PreviewKinds>[];
  readonly profileWorkers: ManualWorker<ProfileKinds>[];
  readonly re2Workers: ManualWorker<Re2Kinds>[];
  readonly downloads: { name: string; text: string | Blob }[];
  readonly copied: string[];
}

/** An address bar with its history. */
export interface TestAddress extends PageAddress {
  /** All fragments, the oldest first. */
  readonly history: readonly string[];
  /** Goes so many steps forward, or back. */
  go(by: number): void;
  /** Follows a link to a fragment. */
  visit(fragment: string): void;
}

export function testAddress(link = "https://sluice.example/"): TestAddress {
  const [page, first = ""] = link.split("#");
  const history = [first];
  let at = 0;
  const listeners = new Set<() => void>();
  const write = (fragment: string, isNew: boolean) => {
    if (isNew) history.splice(++at);
    history[at] = fragment;
  };
  const tell = () => {
    for (const run of listeners) run();
  };
  return {
    history,
    page: () => page ?? "",
    fragment: () => history[at] ?? "",
    clear: () => write("", false),
    write,
    listen(run) {
      listeners.add(run);
      return () => void listeners.delete(run);
    },
    go(by) {
      at = Math.max(0, Math.min(history.length - 1, at + by));
      tell();
    },
    visit(fragment) {
      write(fragment, true);
      tell();
    },
  };
}

let platforms = 0;

export function createTestPlatform(given: Partial<Platform> = {}): TestPlatform {
  const time = new ManualScheduler();
  const languageWorkers: ManualWorker<LanguageKinds>[] = [];
  const previewWorkers: ManualWorker<PreviewKinds>[] = [];
  const profileWorkers: ManualWorker<ProfileKinds>[] = [];
  const re2Workers: ManualWorker<Re2Kinds>[] = [];
  const downloads: { name: string; text: string | Blob }[] = [];
  const copied: string[] = [];
  const prefix = `p${++platforms}`;
  let ids = 0;
  const platform: Platform = {
    scheduler: time,
    startLanguage: () => started(languageWorkers),
    startPreview: () => started(previewWorkers),
    startProfiles: () => started(profileWorkers),
    startRe2: () => started(re2Workers),
    mac: false,
    download: (name, text) => void downloads.push({ name, text }),
    copy: async (text) => copied.push(text) > 0,
    chooseFile: async () => undefined,
    chooseFiles: async () => [],
    fetchFile: async () => undefined,
    askServer: async () => undefined,
    openStream: async () => undefined,
    address: testAddress(),
    pageHost: "127.0.0.1",
    isVisible: () => true,
    fileStorage: { load: async () => ({}), put: async () => true, remove: async () => true },
    documentStorage: new SharedDocuments().tab(),
    stateStorage: memoryStates(),
    textStorage: memoryText(),
    tabStorage: memoryText(),
    currentTime: () => Date.UTC(2026, 0, 15, 8) + time.now(),
    newId: () => `${prefix}-${++ids}`,
    ...given,
  };
  return { platform, time, languageWorkers, previewWorkers, profileWorkers, re2Workers, downloads, copied };
}

export interface TestApp extends TestPlatform {
  readonly workspace: Workspace;
  /** The document that was opened first. */
  readonly app: App;
}

export interface TestState {
  readonly document?: Partial<DocumentContent>;
  readonly good?: string;
  readonly selection?: SelectionState;
  readonly settings?: SettingsState;
}

/** A workspace with one document, which nothing follows until `workspace.start()`. */
export function createTestApp(
  state: TestState = {},
  given: Partial<Platform> = {},
  commands: readonly Command[] = COMMANDS,
): TestApp {
  const test = createTestPlatform(given);
  const content = testDocument(state.document);
  const workspace = new Workspace(
    test.platform,
    {
      record: { id: "one", revision: 0, updated: 0, content, good: state.good ?? null, drafts: [] },
      history: NO_HISTORY,
      edits: new Map(),
      list: [],
      selections: state.selection === undefined ? {} : { one: state.selection },
      settings: state.settings ?? DEFAULT_SETTINGS,
      kept: true,
    },
    commands,
  );
  return { ...test, workspace, app: workspace.app };
}

/** A worker's own code in the place of one that answers when the test says so. */
function startReal<K extends Kinds<K>>(serve: (scope: WorkerScope<Request<K>, Reply<K>>) => void) {
  let ended = false;
  const scope: WorkerScope<Request<K>, Reply<K>> = {
    onmessage: null,
    postMessage: (reply) => {
      if (!ended) port.onmessage?.({ data: structuredClone(reply) });
    },
  };
  const port: WorkerPort<Request<K>, Reply<K>> = {
    onmessage: null,
    onerror: null,
    postMessage: (request) => scope.onmessage?.({ data: structuredClone(request) }),
    terminate: () => {
      ended = true;
    },
  };
  serve(scope);
  return port;
}

export const startRealLanguage = (): WorkerPort<Request<LanguageKinds>, Reply<LanguageKinds>> =>
  startReal(serveLanguage);
export const startRealPreview = (): WorkerPort<Request<PreviewKinds>, Reply<PreviewKinds>> => startReal(servePreview);

/** Lines of the samples, in their order. */
export const linesOf = ({ app }: TestApp): string[] => app.stores.document.getState().samples.map(({ line }) => line);

/** Texts of the notices that are shown. */
export const noticesOf = ({ app }: TestApp): string[] => app.stores.notices.getState().notices.map(({ text }) => text);

/** A file as a browser gives it; its size, in bytes, may be said to be another. */
export const chosenFile = (name: string, text: string, size = text.length): ChosenFile =>
  Object.defineProperty(Object.assign(new Blob([encodeUtf8(text)]), { name }), "size", { value: size });

/** The same of bytes. */
export const packedFile = (name: string, bytes: Uint8Array): ChosenFile =>
  Object.assign(new Blob([Uint8Array.from(bytes)]), { name });
