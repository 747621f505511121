/**
 * The tests of an open document: run after every change of its configuration or of them, in a worker of their own, which is
 * there only where there are tests. What they say stays until the next run has ended.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { MAX_TESTS_TEXT } from "../domain/document.ts";
import {
  type FileProblem,
  type LastPassed,
  type TestChange,
  type TestReport,
  type TestsAnswer,
  type TestTexts,
  TOO_LONG,
} from "../domain/tests.ts";
import { type Failed, NewestClient } from "../workers/newest-client.ts";
import type { App, Platform } from "./app.ts";
import { notify } from "./commands/notify.ts";
import { refusesEdits } from "./commands/read-only.ts";
import { undoAction } from "./commands/undo.ts";

export interface TestsState {
  /** `idle`: there are none, or they were not run yet; `stopped`: for too long a time. */
  readonly status: "idle" | "running" | "done" | "mistakes" | "stopped";
  /** Of the last run that ended; of an earlier text where the status is not `done`. */
  readonly report: TestReport | null;
  /** Why nothing is run, where one of the two files has mistakes. */
  readonly mistakes: { readonly of: "configuration" | "tests"; readonly problems: readonly FileProblem[] } | null;
  /** Why the last run failed. */
  readonly message: string | null;
  /** Of tests that fail, by name. */
  readonly lastPassed: ReadonlyMap<string, LastPassed>;
}

export const NO_TESTS: TestsState = {
  status: "idle",
  report: null,
  mistakes: null,
  message: null,
  lastPassed: new Map(),
};

/** Milliseconds after a change. */
export const TESTS_DELAY = 250;
/** Milliseconds that all tests may take, from when the worker is loaded. */
export const TESTS_LIMIT = 20_000;

export class TestsSession {
  readonly store: StoreApi<TestsState> = createStore(() => NO_TESTS);
  readonly #client: NewestClient;
  readonly #platform: Platform;
  #passedAt = new Map<string, number>();
  #cancelDelay: (() => void) | undefined;

  constructor(platform: Platform, files: () => Readonly<Record<string, Blob>>) {
    this.#platform = platform;
    this.#client = new NewestClient(platform.startPreview, platform.scheduler, files, {
      milliseconds: TESTS_LIMIT,
      message: `The tests took longer than ${TESTS_LIMIT / 1000} s and were ended.`,
    });
  }

  /** Starts following; runs what there is at once. The result stops it. */
  follow(app: App): () => void {
    const stops = [
      app.stores.document.subscribe((state, before) => {
        if (state.text === before.text && state.tests === before.tests) return;
        this.#cancelDelay?.();
        this.#cancelDelay = app.scheduler.after(TESTS_DELAY, () => this.run(app));
      }),
      app.stores.files.subscribe(() => {
        if (this.store.getState().status === "idle") return;
        // The next worker is given all files as they are then.
        this.#client.stop();
        this.run(app);
      }),
    ];
    this.run(app);
    return () => {
      for (const stop of stops) stop();
      this.#cancelDelay?.();
      this.#client.stop();
    };
  }

  /** Runs all tests of the document as it is. */
  run(app: App): void {
    this.#cancelDelay?.();
    const { text, tests } = app.stores.document.getState();
    if (tests.trim() === "") {
      if (this.store.getState().status !== "idle") this.#client.stop();
      this.#passedAt.clear();
      this.store.setState(NO_TESTS);
      return;
    }
    this.store.setState({ status: "running" });
    this.#client.ask("tests", { text, tests }, (answer) => this.#receive(app, answer));
  }

  /**
   * Changes the file of tests; `label` says what was done, in the history and to the user. Gives the name of the test that was
   * added or named, "" where there is none, and undefined where nothing was changed.
   */
  change(app: App, label: string, change: TestChange): Promise<string | undefined> {
    if (refusesEdits(app)) return Promise.resolve(undefined);
    const texts: TestTexts = pick(app.stores.document.getState());
    const refuse = (message: string): undefined => {
      notify(app, "error", message, undefined, "tests");
      return undefined;
    };
    return new Promise((resolve) =>
      this.#client.ask("changeTests", { ...texts, change }, (answer) => {
        if ("kind" in answer) return resolve(refuse(answer.message));
        if (!answer.ok) return resolve(refuse(answer.message));
        const now = app.stores.document.getState();
        if (now.tests !== texts.tests || now.text !== texts.text)
          return resolve(refuse("The document has changed in the meantime. Try again."));
        if (answer.tests.length > MAX_TESTS_TEXT) return resolve(refuse(TOO_LONG));
        const id = app.stores.document.transact(label, { tests: answer.tests });
        const said = answer.note === undefined ? `${label}.` : `${label}. ${answer.note}`;
        if (id !== undefined) notify(app, "info", said, undoAction(app, id), "tests");
        // Whoever changed them wants to see what came.
        this.run(app);
        resolve(answer.name ?? "");
      }),
    );
  }

  #receive(app: App, answer: TestsAnswer | Failed): void {
    switch (answer.kind) {
      case "ran":
        this.store.setState({
          status: "done",
          report: answer.report,
          mistakes: null,
          message: null,
          lastPassed: this.#remember(app, answer.report),
        });
        return;
      case "mistakes":
        this.store.setState({
          status: "mistakes",
          mistakes: { of: answer.of, problems: answer.problems },
          message: null,
        });
        return;
      case "failed":
        this.store.setState({ status: "stopped", mistakes: null, message: answer.message });
    }
  }

  /** When each test that fails passed last; what was done last is why it fails since. */
  #remember(app: App, { rows }: TestReport): ReadonlyMap<string, LastPassed> {
    const before = this.store.getState().lastPassed;
    const label = app.stores.document.getState().undoable?.label ?? null;
    const found = new Map<string, LastPassed>();
    const passedAt = new Map<string, number>();
    for (const { name, status } of rows) {
      const at = status === "passed" ? this.#platform.currentTime() : this.#passedAt.get(name);
      if (at === undefined) continue;
      passedAt.set(name, at);
      if (status !== "passed") found.set(name, before.get(name) ?? { at, before: label });
    }
    this.#passedAt = passedAt;
    return found;
  }
}

const pick = ({ text, tests }: TestTexts): TestTexts => ({ text, tests });
