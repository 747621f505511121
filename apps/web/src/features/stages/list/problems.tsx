/** The problems of the configuration, and the files that it needs. */
import { CircleCheck, CircleX, Info, TriangleAlert } from "lucide-react";
import { applyFix } from "../../../core/edit/apply-fix.ts";
import type { Problem } from "../../../core/model/analysis.ts";
import type { MissingFile } from "../../../core/model/missing-files.ts";
import { useApp, useAppState, useReadOnly } from "../../../core/page/app-context.ts";
import { toggleProblems } from "../../../core/page/settings.ts";
import { useDerived } from "../../../core/page/use-derived.ts";
import { revealProblem } from "../../../core/select/reveal-problem.ts";
import { counted } from "../../../core/text/counted.ts";
import * as controlsCss from "../../../ui/controls.module.css";
import { CopyReport } from "../../../ui/copy-report.tsx";
import * as stripCss from "../../../ui/strip.module.css";
import * as css from "./problems.module.css";
import { ChooseFile } from "./stage-files.tsx";

/** Worst first. */
const SEVERITIES: readonly Problem["severity"][] = ["error", "warning", "info"];
const KINDS = {
  error: { Icon: CircleX, tone: "error" },
  warning: { Icon: TriangleAlert, tone: "missed" },
  info: { Icon: Info, tone: "muted" },
  none: { Icon: CircleCheck, tone: "good" },
} as const;

/** In the strip: the counts and the worst problem, so that nothing jumps; it opens the whole list. Information is no problem. */
export function Problems() {
  const app = useApp();
  const problems = useDerived("problems");
  const open = useAppState("settings", (state) => state.problemsOpen);
  const missing = useDerived("missingFiles");
  const worst = problems.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))[0];
  const notes = problems.filter(({ severity }) => severity === "info").length;
  const count = problems.length - notes + missing.length;
  const severity = worst?.severity ?? (missing.length > 0 ? "warning" : "none");
  const { Icon, tone } = KINDS[severity];
  return (
    <section className={css.stripProblems} aria-label="Problems">
      <button type="button" className={stripCss.stripButton} aria-expanded={open} onClick={() => toggleProblems(app)}>
        <Icon aria-hidden="true" size={12} className={`tone-${tone}`} /> Problems {count}
        {notes > 0 && `, ${counted(notes, "note")}`}
      </button>
      {!open &&
        (worst !== undefined ? (
          <ProblemButton problem={worst} />
        ) : (
          missing[0] !== undefined && <MissingFileRow missing={missing[0]} />
        ))}
    </section>
  );
}

/** Above the strip: all problems. */
export function ProblemPanel() {
  const app = useApp();
  const problems = useDerived("problems");
  const open = useAppState("settings", (state) => state.problemsOpen);
  const missing = useDerived("missingFiles");
  const readOnly = useReadOnly();
  if (!open) return null;
  return (
    <section className={css.panel} aria-label="All problems">
      <ul aria-label="List of problems">
        {problems.length + missing.length === 0 && (
          <li className={`${controlsCss.note} muted`}>No problems in the configuration.</li>
        )}
        {problems.map((problem, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same problem may stand twice at one place
          <li key={i}>
            <ProblemButton problem={problem} />
            {problem.report !== undefined && <CopyReport report={problem.report} />}
            {(readOnly ? [] : problem.fixes).map((fix) => (
              <button key={fix.title} type="button" className={controlsCss.link} onClick={() => applyFix(app, fix)}>
                {fix.title}
              </button>
            ))}
          </li>
        ))}
        {missing.map((one) => (
          <li key={one.start}>
            <MissingFileRow missing={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A file that a stage names and only the user has. */
function MissingFileRow({ missing }: { missing: MissingFile }) {
  const { path, stage } = missing;
  return (
    <div className={css.missingFile}>
      <ProblemButton
        problem={{
          ...missing,
          severity: "warning",
          code: "choose-file",
          message: `stage ${stage.path} ${stage.name} needs ${JSON.stringify(path)}: choose the file`,
          fixes: [],
        }}
      />
      <ChooseFile path={path} />
    </div>
  );
}

export function ProblemButton({ problem }: { problem: Problem }) {
  const app = useApp();
  const { Icon, tone } = KINDS[problem.severity];
  return (
    <button type="button" className={css.problem} title="Show in the code" onClick={() => revealProblem(app, problem)}>
      <span className={`${controlsCss.status} ${css.kind} tone-${tone}`}>
        <Icon aria-hidden="true" size={12} /> {problem.severity}
      </span>
      <span className={`${css.place} mono`}>
        {problem.line}:{problem.column}
      </span>
      <span className={`${css.message} cut`} title={`${problem.message} (${problem.code})`}>
        {problem.message}
      </span>
    </button>
  );
}
