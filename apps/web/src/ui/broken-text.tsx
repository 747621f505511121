/** Replaces missing results while the text has errors: what is wrong, and where. */
import type { Problem } from "../core/model/analysis.ts";
import { useApp, useAppState } from "../core/page/app-context.ts";
import { showProblems } from "../core/page/settings.ts";
import { revealProblem } from "../core/select/reveal-problem.ts";
import * as controlsCss from "./controls.module.css";
import * as paneCss from "./pane.module.css";
import * as readingCss from "./reading.module.css";

const NONE: readonly Problem[] = [];

/** `brief`: the message itself is already shown elsewhere. */
export function BrokenText({ brief = false }: { brief?: boolean }) {
  const app = useApp();
  const problems = useAppState("analysis", (state) => state.current?.problems ?? NONE);
  const errors = problems.filter(({ severity }) => severity === "error");
  const first = errors[0];
  if (first === undefined)
    return <p className={paneCss.empty}>The configuration cannot be read, so the preview did not run.</p>;
  const place = (
    <button type="button" className={controlsCss.link} onClick={() => revealProblem(app, first)}>
      line {first.line}
    </button>
  );
  if (brief)
    return (
      <p className={paneCss.empty}>
        Not run: the configuration has {errors.length === 1 ? "an error" : "errors, the first"} in {place}.
      </p>
    );
  return (
    <div className={paneCss.empty}>
      <p>Not run: the configuration has {errors.length === 1 ? "an error" : `${errors.length} errors`}.</p>
      <p className={readingCss.brokenText}>
        In {place}: {first.message}
      </p>
      {errors.length > 1 && (
        <button type="button" className={controlsCss.link} onClick={() => showProblems(app)}>
          Show all problems
        </button>
      )}
    </div>
  );
}
