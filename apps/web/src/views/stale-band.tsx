/** Says that what is shown is not what the text in the editor does, why, and how to mend it. */
import { TriangleAlert } from "lucide-react";
import { restoreGoodText } from "../workspace/commands/edit-document.ts";
import { revealProblem } from "../workspace/commands/reveal-problem.ts";
import { useApp, useAppState } from "./app-context.ts";
import { useDerived } from "./use-derived.ts";

export function StaleBand() {
  const app = useApp();
  const stale = useDerived("stale");
  if (stale === null) return null;
  const problem = stale.kind === "broken" ? stale.problem : undefined;
  return (
    <section className="stale-band" aria-label="Results are out of date" role="status">
      <TriangleAlert aria-hidden="true" size={14} />
      <strong>Showing results of {stale.kind === "broken" ? "the last valid configuration" : "the run before"}</strong>
      {problem !== undefined && (
        <>
          <button type="button" className="link" onClick={() => revealProblem(app, problem)}>
            fix {problem.line}:{problem.column}
          </button>
          <span className="cut">{problem.message}</span>
        </>
      )}
      {stale.kind === "not run" && <span className="cut">{stale.message}</span>}
      <span className="spring" />
      {stale.kind === "broken" && (
        <button type="button" className="button small" onClick={() => restoreGoodText(app)}>
          Go back to it
        </button>
      )}
    </section>
  );
}

/** In the head of each pane that shows old results: when they were made. */
export function AsOf() {
  const stale = useDerived("stale");
  const finished = useAppState("preview", (state) => state.finished);
  if (stale === null || finished === null) return null;
  return <span className="tag">as of {new Date(finished).toLocaleTimeString("en-GB")}</span>;
}
