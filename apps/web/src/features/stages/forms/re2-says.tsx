/** RE2's own answer for an expression. RE2 loads when an expression is first edited, and checks each from then on. */
import type { Probe } from "@sluice/engine";
import { CircleAlert, CircleCheck, CircleX } from "lucide-react";
import { useState } from "react";
import { useApp } from "../../../core/page/app-context.ts";
import { askRe2 } from "../../../core/run/ask-re2.ts";
import { CopyReport } from "../../../ui/copy-report.tsx";
import * as css from "./forms-live.module.css";
import { useAnswer } from "./use-probe.ts";

const LOOKS = {
  agrees: { Icon: CircleCheck, tone: "good", title: "Verified with RE2" },
  disagrees: { Icon: CircleX, tone: "error", title: "RE2 disagrees" },
  unknown: { Icon: CircleAlert, tone: "missed", title: "Not verified with RE2" },
} as const;

export function Re2Says({ probe, edited }: { probe: Probe; edited: boolean }) {
  const app = useApp();
  const [wanted, setWanted] = useState(app.re2.started);
  if (edited && !wanted) setWanted(true);
  const { text, refusal, chosen } = probe;
  const key = wanted ? JSON.stringify([text, refusal?.message, chosen]) : "";
  const answer = useAnswer(key, async () => (wanted ? { key, verdict: await askRe2(app, probe) } : undefined));
  if (!wanted) return null;
  if (answer === undefined) return <p className={`${css.verdict} ${css.re2Says} faint`}>Asking RE2…</p>;
  const { kind, what } = answer.verdict;
  const { Icon, tone, title } = LOOKS[kind];
  return (
    <p className={`${css.verdict} ${css.re2Says}`} role="status" data-current={answer.key === key} title={what}>
      <Icon aria-hidden="true" size={14} className={`tone-${tone}`} />
      <span>
        <b>{title}</b>
        {what !== "" && <span className="muted">: {what}</span>}{" "}
        {answer.verdict.kind === "disagrees" && <CopyReport report={answer.verdict.report} />}
      </span>
    </p>
  );
}
