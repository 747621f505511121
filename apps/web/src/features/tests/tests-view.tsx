/** The tests of the open document: the list, the differences of one, and the coverage. */
import { TriangleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import * as controlsCss from "../../ui/controls.module.css";
import { runTests } from "./follow-tests.ts";
import { closeTests, showTests } from "./test-commands.ts";
import { TestCoverage } from "./test-coverage.tsx";
import { TestDetail } from "./test-detail.tsx";
import { TestList } from "./test-list.tsx";
import { TestText } from "./test-text.tsx";
import * as css from "./tests.module.css";
import type { TestsState } from "./tests.ts";
import { chosenTest } from "./tests.ts";

export default function TestsView() {
  const app = useApp();
  const state = useAppState("tests", (state) => state);
  const view = useAppState("testsView", (state) => state);
  const root = useRef<HTMLElement>(null);
  useEffect(() => root.current?.querySelector<HTMLElement>("[data-first]")?.focus(), []);
  const { report, status } = state;
  const row = report === null ? undefined : chosenTest(report.rows, view);
  return (
    <main
      ref={root}
      className={css.tests}
      aria-label="Tests"
      aria-busy={status === "running"}
      data-outdated={status === "mistakes" || status === "stopped"}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        closeTests(app);
      }}
    >
      <Band state={state} />
      <div className={css.body}>
        <TestList row={row} />
        {view.asText ? <TestText at={row} /> : <TestDetail row={row} />}
        <TestCoverage />
      </div>
      <span className="visually-hidden" aria-live="polite">
        {status === "done" && report !== null && `${report.passed} of ${report.rows.length} tests passed`}
      </span>
    </main>
  );
}

/** Why the shown results are outdated. */
function Band({ state: { status, mistakes, message } }: { state: TestsState }) {
  const app = useApp();
  if (status === "mistakes" && mistakes !== null) {
    const [first] = mistakes.problems;
    return (
      <p className={css.band} role="alert">
        <TriangleAlert aria-hidden="true" size={14} />
        <strong>The {mistakes.of === "tests" ? "test file" : "configuration"} has mistakes</strong>
        {mistakes.of === "tests" ? (
          <button type="button" className={controlsCss.link} onClick={() => showTests(app, { asText: true })}>
            line {first?.line ?? 1}
          </button>
        ) : (
          <button type="button" className={controlsCss.link} onClick={() => closeTests(app)}>
            line {first?.line ?? 1}
          </button>
        )}
        <span className="cut" title={first?.message}>
          {first?.message}
        </span>
      </p>
    );
  }
  if (status !== "stopped") return null;
  return (
    <p className={css.band} role="alert">
      <TriangleAlert aria-hidden="true" size={14} /> <strong>{message}</strong>
      <button type="button" className={controlsCss.link} onClick={() => runTests(app)}>
        Run again
      </button>
    </p>
  );
}
