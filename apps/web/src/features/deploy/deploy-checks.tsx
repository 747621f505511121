/** The checks before a deploy, and why the server refuses it. */

import { SECRET } from "@sluice/engine";
import type { Problem } from "../../core/model/analysis.ts";
import { useAppState } from "../../core/page/app-context.ts";
import { plural } from "../../core/text/counted.ts";
import { countDiff } from "../../core/text/fold-diff.ts";
import { ProblemButton } from "../stages/index.ts";
import { Check } from "./check.tsx";
import * as css from "./deploy.module.css";
import type { DeployState } from "./deploy-session.ts";
import { ShadowCheck } from "./shadow-check.tsx";
import { TestsCheck } from "./tests-check.tsx";

interface ChecksProps {
  readonly state: DeployState;
  readonly problems: readonly Problem[];
  /** The text to be deployed. */
  readonly text: string;
  /** How often it contains the word for a hidden secret, and whether the user confirmed that. */
  readonly hidden: number;
  readonly asIs: boolean;
  onAsIs(asIs: boolean): void;
  readonly away: string | undefined;
  onLeave(): void;
}

export function DeployChecks({ state, problems, text, hidden, asIs, onAsIs, away, onLeave }: ChecksProps) {
  const { phase, foreseen, way, unkept } = state;
  return (
    <div className={css.checks}>
      <h3>Pre-deploy checks</h3>
      <ul aria-label="Checks">
        {foreseen?.ok === true && <Check kind="good">The configuration has no errors</Check>}
        {foreseen?.ok === false && <Check kind="error">The server refuses it</Check>}
        {foreseen?.ok === true && foreseen.consequences.length === 0 && (
          <Check kind="good">Nothing that runs now will stop</Check>
        )}
        <Warnings />
        <TestsCheck />
        <ShadowCheck text={text} />
        {phase === "ready" && foreseen?.ok === true && isSame(state) && (
          <Check kind="missed">Same as what runs, except perhaps for secrets</Check>
        )}
        {hidden > 0 && way?.kind === "whole" && (
          <Check kind="missed">
            Contains <span className="mono">{SECRET}</span> {hidden} {plural(hidden, "time")}: put the secret back, or
            read it with <span className="mono">sys.env</span> or <span className="mono">local.file</span>.
            <label className={css.asIs}>
              <input type="checkbox" checked={asIs} onChange={(event) => onAsIs(event.target.checked)} /> Deploy it
              anyway
            </label>
          </Check>
        )}
        {unkept !== null && <Check kind="missed">Versions are not kept: {unkept}. You cannot roll back.</Check>}
        {away !== undefined && <Check kind="error">{away}</Check>}
      </ul>
      <Refused state={state} problems={problems} onLeave={onLeave} />
    </div>
  );
}

function Refused({ state, problems, onLeave }: Pick<ChecksProps, "state" | "problems" | "onLeave">) {
  const { phase, message, refusal } = state;
  if (phase !== "ready" || message === null) return null;
  return (
    <div className={css.refusal} role="alert">
      <p className="tone-error">
        {refusal !== null && "The server refuses it and keeps running the current one. "}
        {problems.length === 0 && message}
      </p>
      {problems.map((problem, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same problem may stand twice at one place
        <div key={i} onClickCapture={onLeave}>
          <ProblemButton problem={problem} />
        </div>
      ))}
      {refusal !== null && refusal.more > 0 && <p className="muted">and {refusal.more} more</p>}
    </div>
  );
}

function isSame({ diff }: DeployState): boolean {
  const { added, removed } = countDiff(diff);
  return added + removed === 0;
}

function Warnings() {
  const warnings = useAppState(
    "analysis",
    ({ current }) => current?.problems.filter(({ severity }) => severity === "warning").length ?? 0,
  );
  if (warnings === 0) return null;
  return (
    <Check kind="missed">
      {warnings} {plural(warnings, "warning")}: see the problems
    </Check>
  );
}
