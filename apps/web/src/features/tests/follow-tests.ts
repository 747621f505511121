/** Keeps the results of the tests in step with the document. */
import type { App } from "../../core/page/app.ts";

/** Milliseconds after a change. */
export const TESTS_DELAY = 250;
/** Until the first run of a page: its first preview and the language worker, which also load the engine, go first. */
export const TESTS_START = 1500;

/** Runs all tests of the current document. */
export function runTests({ stores, tests }: App): void {
  const { text, tests: written, undoable } = stores.document.getState();
  tests.run({ text, tests: written }, undoable?.label ?? null);
}

/** Starts following, and runs existing tests. The returned function stops it. */
export function followTests(app: App): () => void {
  const { stores, scheduler, tests } = app;
  let cancelDelay: (() => void) | undefined;
  const runAfter = (milliseconds: number) => {
    cancelDelay?.();
    cancelDelay = scheduler.after(milliseconds, () => {
      cancelDelay = undefined;
      runTests(app);
    });
  };
  const stops = [
    stores.document.subscribe((state, before) => {
      if (state.text === before.text && state.tests === before.tests) return;
      runAfter(TESTS_DELAY);
    }),
    stores.files.subscribe(() => {
      // A pending run includes them too.
      if (stores.tests.getState().status === "idle" || cancelDelay !== undefined) return;
      tests.stop();
      runTests(app);
    }),
  ];
  if (stores.document.getState().tests.trim() !== "") {
    tests.expectRun();
    runAfter(app.language.started ? 0 : TESTS_START);
  }
  return () => {
    for (const stop of stops) stop();
    cancelDelay?.();
    tests.stop();
  };
}
