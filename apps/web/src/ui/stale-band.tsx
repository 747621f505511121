/** Says that the shown results are outdated, why, and how to fix that. */
import { TriangleAlert } from "lucide-react";
import { restoreGoodText } from "../core/edit/edit-document.ts";
import { useApp, useAppState, useReadOnly } from "../core/page/app-context.ts";
import { useDerived } from "../core/page/use-derived.ts";
import { revealProblem } from "../core/select/reveal-problem.ts";
import * as bandsCss from "./bands.module.css";
import { buttonClass } from "./button-class.ts";
import * as controlsCss from "./controls.module.css";
import * as paneCss from "./pane.module.css";

export function StaleBand() {
  const app = useApp();
  const stale = useDerived("stale");
  const entered = useAppState("preview", (state) => (state.result?.balance.in ?? 0) > 0);
  const readOnly = useReadOnly();
  if (stale === null) return null;
  const problem = stale.kind === "broken" ? stale.problem : undefined;
  return (
    <section className={bandsCss.staleBand} aria-label="Results are out of date" role="status">
      <TriangleAlert aria-hidden="true" size={14} />
      <strong>
        Showing {entered ? "results" : "stages"} of{" "}
        {stale.kind === "broken" ? "the last valid configuration" : "the previous run"}
      </strong>
      {problem !== undefined && (
        <>
          <button type="button" className={controlsCss.link} onClick={() => revealProblem(app, problem)}>
            fix {problem.line}:{problem.column}
          </button>
          <span className="cut" title={problem.message}>
            {problem.message}
          </span>
        </>
      )}
      {stale.kind === "not run" && (
        <span className="cut" title={stale.message}>
          {stale.message}
        </span>
      )}
      <span className="spring" />
      {stale.kind === "broken" && !readOnly && (
        <button type="button" className={buttonClass("small")} onClick={() => restoreGoodText(app)}>
          Go back to it
        </button>
      )}
    </section>
  );
}

/** In the head of each pane with outdated results: their time. */
export function AsOf({ inline = false }: { inline?: boolean }) {
  const stale = useDerived("stale");
  const finished = useAppState("preview", ({ finished: at, result }) => ((result?.balance.in ?? 0) > 0 ? at : null));
  if (stale === null || finished === null) return null;
  const time = new Date(finished).toLocaleTimeString("en-GB");
  return inline ? (
    `, as of ${time}`
  ) : (
    <span className={controlsCss.tag} title={`These are the results of ${time}`}>
      <span className={paneCss.tagWord}>as of </span>
      {time}
    </span>
  );
}
