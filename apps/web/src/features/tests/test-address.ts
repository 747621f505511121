/** Opens the tests at an address. */
import type { App } from "../../core/page/app.ts";
import { notify } from "../../core/page/notify.ts";
import { openTests } from "./test-commands.ts";

/** `name`: the test to show; null: the first. Says once the tests ran if there is none of this name. The result ends waiting. */
export function openTestsAt(app: App, name: string | null): () => void {
  openTests(app, name);
  if (name === null) return () => {};
  const { tests, testsView } = app.stores;
  const look = () => {
    const { status, report } = tests.getState();
    if (status === "running" || report === null) return;
    stop();
    if (report.rows.some((row) => row.name === name)) return;
    testsView.setState({ chosen: null });
    notify(app, "info", `There is no test “${name}” here any more.`, undefined, "tests");
  };
  const stop = tests.subscribe(look);
  look();
  return stop;
}
