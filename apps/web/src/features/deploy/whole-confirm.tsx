/** For a draft without a source or a sink, which cannot replace what runs: alternatives, and a confirmation. */

import type { Foreseen } from "@sluice/protocol";
import { useStore } from "zustand";
import { useApp } from "../../core/page/app-context.ts";
import { buttonClass } from "../../ui/button-class.ts";
import * as css from "./deploy.module.css";
import type { DeploySession } from "./deploy-session.ts";
import { stagesWay } from "./draft-way.ts";
import { openRunning } from "./server-commands.ts";

export const lackWords = (lacks: Foreseen["lacks"]): string => `no ${lacks.join(" and no ")}`;

interface ConfirmProps {
  readonly lacks: Foreseen["lacks"];
  readonly confirmed: boolean;
  onConfirm(confirmed: boolean): void;
}

export function LacksConfirm({ lacks, confirmed, onConfirm, verb }: ConfirmProps & { verb: string }) {
  return (
    <label className={css.asIs}>
      <input type="checkbox" checked={confirmed} onChange={(event) => onConfirm(event.target.checked)} /> It has{" "}
      {lackWords(lacks)}. {verb} anyway
    </label>
  );
}

export function WholeConfirm({
  session,
  pipelines,
  ...confirm
}: ConfirmProps & { session: DeploySession; pipelines: readonly string[] }) {
  const app = useApp();
  const running = useStore(session.store, (state) => state.running);
  const usual = stagesWay(pipelines, running);
  return (
    <div className={css.stopsWays}>
      {usual !== undefined && (
        <button type="button" className={buttonClass()} onClick={() => void session.choose(usual)}>
          Put its stages into{" "}
          {usual.into === null ? "a running component…" : <span className="mono">{usual.into}</span>}
        </button>
      )}
      <button type="button" className={buttonClass()} onClick={() => void openRunning(app)}>
        Start from what runs
      </button>
      <LacksConfirm {...confirm} verb="Deploy it" />
    </div>
  );
}
