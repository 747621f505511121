/** The shadow run of the open draft: starts, watches, deploys or discards it. It forwards nothing. */
import type { ShadowAnswer } from "@sluice/protocol";
import { CircleCheck, GitCompareArrows, Rocket, Square, TriangleAlert } from "lucide-react";
import { type ReactElement, type ReactNode, useMemo, useState } from "react";
import { useStore } from "zustand";
import { isStagesOnly, lacksIn } from "../../../core/edit/completion.ts";
import { useApp, useAppState } from "../../../core/page/app-context.ts";
import { counted, grouped } from "../../../core/text/counted.ts";
import { formatBytes, formatShare } from "../../../core/text/units.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import { Choice } from "../../../ui/choice.tsx";
import * as controlsCss from "../../../ui/controls.module.css";
import { Tip } from "../../../ui/tip.tsx";
import { type DraftWay, isChosen, openDeploy, stagedPipelines, whyNotDeployed } from "../../deploy/index.ts";
import type { LiveSession } from "../live-session.ts";
import { shareOf } from "../words.ts";
import * as css from "./shadow.module.css";
import { ShadowDetails } from "./shadow-details.tsx";
import { type ShadowSession, shownShadow } from "./shadow-session.ts";
import { shadowWay } from "./shadow-way.ts";
import { whyNothingShared } from "./why-nothing-shared.ts";

/** The length of a run in seconds. */
const SECONDS = 120;

const STATES: Readonly<Record<ShadowAnswer["state"], string>> = {
  running: "running",
  done: "done",
  stopped: "stopped",
  exceeded: "stopped: over its limits",
  replaced: "ended: another configuration runs now",
  failed: "failed",
};

interface ShadowStripProps {
  readonly live: LiveSession;
  readonly shadow: ShadowSession;
}

export function ShadowStrip({ live, shadow }: ShadowStripProps) {
  const { message } = useStore(shadow.store);
  const run = useStore(shadow.store, shownShadow);
  const draft = useAppState("document", ({ text, lineEnd }) => text.replaceAll("\n", lineEnd));
  const reason = useReason();
  const running = useStore(live.store, ({ state }) => state?.components ?? NONE);
  const staged = useMemo(() => running.flatMap(({ id, stages }) => (stages === undefined ? [] : id)), [running]);
  const [chosen, setChosen] = useState<string | null>(null);
  const way = useWay(staged, chosen);
  const nothingShared = useNothingShared(staged);
  const cannotRun = reason ?? (way.kind === "whole" ? nothingShared : way.into === null ? CHOOSE : undefined);
  const [open, setOpen] = useState(false);
  return (
    <section className={css.shadow} aria-label="Shadow run">
      <div className={css.head}>
        <h2>Shadow run</h2>
        <About run={run} isOwn={shadow.isOf(draft)} reason={cannotRun} way={way} />
        {reason === undefined && way.kind === "stages" && staged.length > 1 && run?.state !== "running" && (
          <Choice
            label="Compare the stages in"
            value={way.into}
            placeholder="choose a component"
            options={staged}
            onChange={setChosen}
          />
        )}
        {run !== null && <RunState state={run.state} />}
        <span className="spring" />
        {message !== null && (
          <span className={`${css.about} tone-error small-text`} role="alert">
            {message}
          </span>
        )}
        {run !== null && (
          <>
            <button type="button" className={buttonClass("quiet")} aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? "Hide" : "Show"} differences
            </button>
            <button type="button" className={buttonClass("quiet")} onClick={() => void shadow.discard()}>
              Discard
            </button>
          </>
        )}
        <DraftButtons
          shadow={shadow}
          draft={draft}
          way={way}
          runs={run?.state === "running"}
          cannotRun={cannotRun}
          reason={reason}
        />
      </div>
      {run !== null && <Summary run={run} />}
      {run !== null && open && <ShadowDetails run={run} />}
    </section>
  );
}

const NONE: readonly never[] = [];
const CHOOSE = "The draft is only stages: choose the running component to compare them in.";

/** How the draft is compared. */
function useWay(staged: readonly string[], chosen: string | null): DraftWay {
  useAppState("analysis", (state) => state.current);
  useAppState("selection", (state) => state.pipelineId);
  const app = useApp();
  const isWhole = !isStagesOnly(app) && lacksIn(app).length === 0;
  return shadowWay({ isWhole, pipelines: stagedPipelines(app) }, staged, chosen);
}

/** Why the draft has nothing to compare with what runs: `staged`. */
function useNothingShared(staged: readonly string[]): string | undefined {
  const graph = useAppState("analysis", (state) => state.current?.graph ?? null);
  return graph === null ? undefined : whyNothingShared(graph.nodes, staged);
}

/** Why the draft cannot be deployed; undefined: it can. */
function useReason(): string | undefined {
  useAppState("analysis", (state) => state.current);
  useAppState("server", ({ status, access }) => `${status} ${access}`);
  return whyNotDeployed(useApp());
}

interface AboutProps {
  readonly run: ShadowAnswer | null;
  /** Whether it runs the open draft unchanged. */
  readonly isOwn: boolean;
  readonly reason: string | undefined;
  readonly way: DraftWay;
}

function About({ run, isOwn, reason, way }: AboutProps) {
  const name = useAppState("document", (state) => state.name);
  return (
    <span className={`${css.about} muted small-text`}>
      {run === null
        ? (reason ??
          `Runs ${way.kind === "stages" ? `the stages of “${name}” in ${way.into}` : `“${name}”`} on copies of the live entries and forwards nothing`)
        : isOwn
          ? `${run.into === undefined ? `“${name}”` : `The stages of “${name}” in ${run.into}`} compared with ${run.version === undefined ? "what runs" : `version ${run.version}`}, forwards nothing`
          : "from a different draft"}
    </span>
  );
}

function RunState({ state }: Pick<ShadowAnswer, "state">) {
  const runs = state === "running";
  return (
    <span className={`${controlsCss.tag} ${runs ? "tone-good" : state === "done" ? "" : "tone-missed"}`}>
      {runs ? (
        <CircleCheck aria-hidden="true" size={12} />
      ) : (
        state !== "done" && <TriangleAlert aria-hidden="true" size={12} />
      )}{" "}
      {STATES[state]}
    </span>
  );
}

interface DraftButtonsProps {
  readonly shadow: ShadowSession;
  readonly draft: string;
  readonly way: DraftWay;
  readonly runs: boolean;
  /** Why it cannot be shadow-run, and why it cannot be deployed. */
  readonly cannotRun: string | undefined;
  readonly reason: string | undefined;
}

/** Shadow-runs the draft, or deploys it. */
function DraftButtons({ shadow, draft, way, runs, cannotRun, reason }: DraftButtonsProps) {
  const app = useApp();
  const busy = useStore(shadow.store, (state) => state.busy);
  const canStart = cannotRun === undefined && !busy;
  return (
    <>
      {runs ? (
        <button type="button" className={buttonClass()} onClick={() => void shadow.stop()}>
          <Square aria-hidden="true" size={14} /> Stop
        </button>
      ) : (
        <Off reason={cannotRun}>
          <button
            type="button"
            className={buttonClass()}
            aria-disabled={canStart ? undefined : true}
            onClick={canStart && isChosen(way) ? () => void shadow.start(draft, SECONDS, way) : undefined}
          >
            <GitCompareArrows aria-hidden="true" size={14} /> Shadow-run this draft
          </button>
        </Off>
      )}
      <Off reason={reason}>
        <button
          type="button"
          className={buttonClass("primary")}
          aria-disabled={reason === undefined ? undefined : true}
          onClick={reason === undefined ? () => openDeploy(app) : undefined}
        >
          <Rocket aria-hidden="true" size={14} /> Deploy…
        </button>
      </Off>
    </>
  );
}

const Off = ({ reason, children }: { reason: string | undefined; children: ReactElement }) =>
  reason === undefined ? children : <Tip text={reason}>{children}</Tip>;

function Summary({ run: { summary, sample, cost, message } }: { run: ShadowAnswer }) {
  const { compared, same, different, only_active: lost, only_draft: gained, streams, series, bytes, out } = summary;
  return (
    <dl className={css.summary}>
      <Cell title="Compared entries" value={grouped(compared)}>
        {grouped(same)} the same, {grouped(different)} differ
        {summary.begun_before > 0 && <>, {grouped(summary.begun_before)} not compared</>}
      </Cell>
      {sample.taken < sample.seen && (
        <Cell title="Sample" value={shareOf(sample)}>
          {grouped(sample.taken)} of {grouped(sample.seen)} entries
        </Cell>
      )}
      <Cell title="Output" value={`${grouped(out.active)} → ${grouped(out.draft)}`}>
        {grouped(lost)} newly dropped, {grouped(gained)} no longer
      </Cell>
      <Cell title="Streams" value={`${grouped(streams.active)} → ${grouped(streams.draft)}`}>
        {counted(summary.new_streams.length, "new one")}, {grouped(summary.gone_streams.length)} gone
      </Cell>
      <Cell title="Series of metrics" value={`${grouped(series.active)} → ${grouped(series.draft)}`}>
        {grouped(summary.new_series.length)} new, {grouped(summary.gone_series.length)} gone
      </Cell>
      <Cell title="Bytes" value={`${formatBytes(bytes.active)} → ${formatBytes(bytes.draft)}`}>
        of output lines
      </Cell>
      <Cell title="Cost" value={`${formatShare(cost.processor, 1)} of a processor`}>
        {formatBytes(cost.memory_bytes)} of {formatBytes(cost.memory_limit)}
        {message !== undefined && <span className="tone-missed"> · {message}</span>}
      </Cell>
    </dl>
  );
}

const Cell = ({ title, value, children }: { title: string; value: string; children: ReactNode }) => (
  <div>
    <dt className="muted small-text">{title}</dt>
    <dd>
      <b>{value}</b>
      <span className="muted small-text">{children}</span>
    </dd>
  </div>
);
