/** Keeps the results of the tests up with the document. */
import type { App } from "./app.ts";

/** Milliseconds after a change. */
export const TESTS_DELAY = 250;

/** Runs all tests of the document as it is. */
export function runTests({ stores, tests }: App): void {
  const { text, tests: written, undoable } = stores.document.getState();
  tests.run({ text, tests: written }, undoable?.label ?? null);
}

/** Starts following; runs what there is at once. The result stops it. */
export function followTests(app: App): () => void {
  const { stores, scheduler, tests } = app;
  let cancelDelay: (() => void) | undefined;
  const stops = [
    stores.document.subscribe((state, before) => {
      if (state.text === before.text && state.tests === before.tests) return;
      cancelDelay?.();
      cancelDelay = scheduler.after(TESTS_DELAY, () => runTests(app));
    }),
    stores.files.subscribe(() => {
      if (stores.tests.getState().status === "idle") return;
      tests.stop();
      runTests(app);
    }),
  ];
  runTests(app);
  return () => {
    for (const stop of stops) stop();
    cancelDelay?.();
    tests.stop();
  };
}
