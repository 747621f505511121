/**
 * Runs the tests of a document and changes their file, in a dedicated worker that exists only if there are tests. The
 * results stay until the next run has ended.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { type Failed, NewestClient } from "../../core/workers/newest-client.ts";
import type { Scheduler } from "../../core/workers/port.ts";
import type { Files } from "../../core/workers/preview-client.ts";
import type { PreviewKinds } from "../../core/workers/preview-protocol.ts";
import type { StartKinds } from "../../core/workers/requests.ts";
import {
  type LastPassed,
  NO_TESTS,
  type TestEdited,
  type TestEditOrder,
  type TestReport,
  type TestsAnswer,
  type TestsState,
  type TestTexts,
} from "./tests.ts";

/** Milliseconds that all tests may take, counted from when the worker has loaded. */
export const TESTS_LIMIT = 20_000;

export interface TestsRunnerEnv {
  readonly startPreview: StartKinds<PreviewKinds>;
  readonly scheduler: Scheduler;
  /** Milliseconds since 1970. */
  currentTime(): number;
}

export class TestsRunner {
  readonly store: StoreApi<TestsState> = createStore(() => NO_TESTS);
  readonly #env: TestsRunnerEnv;
  readonly #client: NewestClient;
  #passedAt = new Map<string, number>();
  /** Answers the change that is on, if there is one: whoever waits for it goes on. */
  #stopChange: () => void = () => {};

  /** `files`: the files that stages may name. */
  constructor(env: TestsRunnerEnv, files: () => Files) {
    this.#env = env;
    this.#client = new NewestClient(env.startPreview, env.scheduler, files, {
      milliseconds: TESTS_LIMIT,
      message: `The tests took longer than ${TESTS_LIMIT / 1000} s and were stopped.`,
    });
  }

  /** A run is about to start. */
  expectRun(): void {
    this.store.setState({ status: "running" });
  }

  /** Runs all tests; `latest` is the last change of the document. */
  run(texts: TestTexts, latest: string | null): void {
    if (texts.tests.trim() === "") {
      if (this.store.getState().status !== "idle") this.stop();
      this.#passedAt.clear();
      this.store.setState(NO_TESTS);
      return;
    }
    this.store.setState({ status: "running" });
    this.#client.ask("tests", texts, (answer) => this.#receive(answer, latest));
  }

  /** The test file after a change. One change at a time: `editText` queues them. */
  change(order: TestEditOrder): Promise<TestEdited> {
    return new Promise((resolve) => {
      this.#stopChange = () => resolve({ ok: false, message: "The change of the tests was stopped. Try again." });
      this.#client.ask("changeTests", order, (answer) =>
        resolve("kind" in answer ? { ok: false, message: answer.message } : answer),
      );
    });
  }

  /** Stops the current work. The next worker receives the files of its time. */
  stop(): void {
    this.#client.stop();
    this.#stopChange();
  }

  #receive(answer: TestsAnswer | Failed, latest: string | null): void {
    if (answer.kind === "ran") {
      const { report } = answer;
      const lastPassed = this.#remember(report, latest);
      this.store.setState({ status: "done", report, mistakes: null, message: null, lastPassed });
    } else if (answer.kind === "mistakes") {
      const { of, problems } = answer;
      this.store.setState({ status: "mistakes", mistakes: { of, problems }, message: null });
    } else this.store.setState({ status: "stopped", mistakes: null, message: answer.message });
  }

  /** When each failing test last passed, and the change before it first failed. */
  #remember({ rows }: TestReport, latest: string | null): ReadonlyMap<string, LastPassed> {
    const known = this.store.getState().lastPassed;
    const found = new Map<string, LastPassed>();
    const passedAt = new Map<string, number>();
    for (const { name, status } of rows) {
      const at = status === "passed" ? this.#env.currentTime() : this.#passedAt.get(name);
      if (at === undefined) continue;
      passedAt.set(name, at);
      if (status !== "passed") found.set(name, known.get(name) ?? { at, before: latest });
    }
    this.#passedAt = passedAt;
    return found;
  }
}

declare module "../../core/page/app.ts" {
  interface App {
    /** Runs the tests of the document, and changes them. */
    readonly tests: TestsRunner;
  }
}

declare module "../../core/page/stores.ts" {
  interface Stores {
    readonly tests: StoreApi<TestsState>;
  }
}
