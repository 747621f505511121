/** One line with the first problem, always there so that nothing jumps; opens to the list of all. */
import { ChevronDown, ChevronRight, CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { Problem } from "../domain/analysis.ts";
import type { MissingFile } from "../domain/missing-files.ts";
import { revealProblem } from "../workspace/commands/reveal-problem.ts";
import { toggleProblems } from "../workspace/commands/settings.ts";
import { useApp, useAppState } from "./app-context.ts";
import { ChooseFile } from "./stage-files.tsx";
import { useDerived } from "./use-derived.ts";

const NONE: readonly Problem[] = [];
const ICONS = { error: CircleAlert, warning: TriangleAlert, info: Info } as const;

export function Problems() {
  const app = useApp();
  const problems = useAppState("analysis", (state) => state.current?.problems ?? NONE);
  const open = useAppState("settings", (state) => state.problemsOpen);
  const missing = useDerived("missingFiles");
  const errors = problems.filter((problem) => problem.severity === "error").length;
  const worst = problems.find((problem) => problem.severity === "error") ?? problems[0];
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <section className="problems" aria-label="Problems">
      <div className="problems-head">
        <button type="button" className="problems-toggle" aria-expanded={open} onClick={() => toggleProblems(app)}>
          <Chevron aria-hidden="true" size={14} /> Problems{" "}
          <span className={`badge${errors > 0 ? " badge-error" : ""}`}>{problems.length + missing.length}</span>
        </button>
        {!open &&
          (worst === undefined && missing[0] !== undefined ? (
            <MissingFileRow missing={missing[0]} />
          ) : worst === undefined ? (
            <span className="faint problems-none">
              <CircleCheck aria-hidden="true" size={13} /> none
            </span>
          ) : (
            <ProblemButton problem={worst} />
          ))}
      </div>
      {open && (
        <ul className="problems-list" aria-label="List of problems">
          {problems.length + missing.length === 0 && (
            <li className="faint problems-empty">No problems in the configuration.</li>
          )}
          {problems.map((problem, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same problem may stand twice at one place
            <li key={i}>
              <ProblemButton problem={problem} />
            </li>
          ))}
          {missing.map((one) => (
            <li key={one.start}>
              <MissingFileRow missing={one} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** A file that a stage names and that only the user has. */
function MissingFileRow({ missing }: { missing: MissingFile }) {
  const { path, stage } = missing;
  return (
    <div className="missing-file">
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

function ProblemButton({ problem }: { problem: Problem }) {
  const app = useApp();
  const Icon = ICONS[problem.severity];
  const tone = problem.severity === "info" ? "plain" : problem.severity;
  return (
    <button type="button" className="problem" title="Go to its place" onClick={() => revealProblem(app, problem)}>
      <span className={`status tone-${tone}`}>
        <Icon aria-hidden="true" size={13} /> {problem.severity}
      </span>
      <span className="problem-place">
        {problem.line}:{problem.column}
      </span>
      <span className="problem-message">{problem.message}</span>
      <span className="faint problem-code">{problem.code}</span>
    </button>
  );
}
