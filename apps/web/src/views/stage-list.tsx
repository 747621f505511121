/** The stages of the previewed pipeline: what each was told, what went in and came out, and what it did to the entry. */
import { ArrowRight, Ban, CircleAlert, Hourglass, PenLine, TriangleAlert } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import type { StageItem } from "../domain/analysis.ts";
import type { StageEffect } from "../domain/sample-rows.ts";
import { formatClock, timeUntil } from "../domain/sample-time.ts";
import { selectPipeline } from "../workspace/commands/select-pipeline.ts";
import { selectStage } from "../workspace/commands/select-stage.ts";
import { setFilter } from "../workspace/commands/set-filter.ts";
import { useApp, useAppState } from "./app-context.ts";
import { Balance } from "./balance.tsx";
import { PaneHead } from "./pane-head.tsx";
import { StageFiles } from "./stage-files.tsx";
import { type AnyStatus, StatusMark, statusWord } from "./status-mark.tsx";
import { useDerived } from "./use-derived.ts";

export function StageList() {
  const app = useApp();
  const pipeline = useDerived("pipeline");
  const good = useAppState("analysis", (state) => state.good);
  const current = useAppState("analysis", (state) => state.current);
  const selected = useAppState("selection", (state) => state.stagePath);
  const views = useDerived("stepViews");
  const stages = pipeline?.stages ?? [];
  const list = useRef<HTMLUListElement>(null);

  // What the selected entry met: the last call counts where a stage was called several times.
  const statuses = useMemo(() => {
    const map = new Map<string, AnyStatus>();
    for (const view of views) map.set(view.path, view.status);
    return map;
  }, [views]);
  useEffect(() => {
    list.current?.querySelector(`[data-path="${selected}"]`)?.scrollIntoView({ block: "nearest" });
  }, [selected]);

  return (
    <section className="pane" aria-label="Stages">
      <PaneHead title="Stages" count={stages.length > 0 ? String(stages.length) : undefined}>
        {good !== null && good.pipelines.length > 1 && (
          <select
            className="select"
            aria-label="Pipeline"
            value={pipeline?.id}
            onChange={(event) => selectPipeline(app, event.target.value)}
          >
            {good.pipelines.map(({ id }) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
          </select>
        )}
      </PaneHead>
      {current !== null && stages.length === 0 && (
        <p className="empty">
          {pipeline === undefined
            ? "Nothing to preview yet: write a logs.process component, or just a few stage blocks."
            : "No stages yet. Type “stage.” inside the component to see what there is."}
        </p>
      )}
      <ul className="stage-list dimmable" aria-label="Stages" ref={list}>
        {stages.map((stage) => (
          <StageRow
            key={stage.path}
            stage={stage}
            selected={stage.path === selected}
            status={statuses.get(stage.path)}
          />
        ))}
      </ul>
      <Balance />
    </section>
  );
}

function StageRow({ stage, selected, status }: { stage: StageItem; selected: boolean; status: AnyStatus | undefined }) {
  const app = useApp();
  return (
    <li
      className="stage-row"
      data-path={stage.path}
      data-selected={selected}
      style={{ paddingInlineStart: `${10 + stage.depth * 14}px` }}
    >
      <button
        type="button"
        className="stage-button"
        aria-current={selected}
        aria-label={`Stage ${stage.path} ${stage.name}${status === undefined ? "" : `, this entry: ${statusWord(status)}`}`}
        onClick={() => selectStage(app, stage.path)}
      >
        <span className="stage-title">
          <span className="stage-path">{stage.path}</span>
          <span className="stage-name">{stage.name}</span>
          {status !== undefined && (
            <span className="stage-status" title="What it did to the selected entry">
              <StatusMark status={status} quiet />
            </span>
          )}
        </span>
        <span className="stage-summary" title={stage.summary}>
          {stage.summary || "\u00a0"}
        </span>
      </button>
      <StageNumbers stage={stage} />
      <StageFiles stage={stage} />
    </li>
  );
}

/** `48 → 42`, and for what happened links that show those entries. */
function StageNumbers({ stage: { path, name } }: { stage: StageItem }) {
  const counts = useAppState("preview", (state) => state.result?.counts[path]);
  // The result may be of a run before, in which another stage stood there.
  const known = useAppState("preview", (state) => state.stageNames[path] === name);
  const { nextRelease } = useDerived("stageFacts").get(path) ?? {};
  if (!known) return <div className="stage-numbers">{"\u00a0"}</div>;
  const none = {
    in: 0,
    out: 0,
    changed: 0,
    missed: 0,
    dropped: 0,
    held: 0,
    waiting: 0,
    merged: 0,
    split: 0,
    errors: 0,
  };
  const { in: into, out, changed, missed, dropped, held: inside, waiting, merged, split, errors } = counts ?? none;
  const held = inside + waiting;
  return (
    <div className="stage-numbers">
      <span className="in-out" title={`${into} in, ${out} out`}>
        {into}
        <ArrowRight aria-label="in, out" size={11} />
        {out}
        {merged > 0 && `, ${merged} merged`}
        {split > 0 && `, ${split} split off`}
      </span>
      <CountLink path={path} effect="changed" count={changed} />
      <CountLink path={path} effect="missed" count={missed} />
      <CountLink path={path} effect="dropped" count={dropped} />
      <CountLink path={path} effect="errors" count={errors} />
      <CountLink path={path} effect="held" count={held} />
      {held > 0 && <Waiting next={nextRelease} name={name} />}
    </div>
  );
}

/** How long until a stage that holds entries lets go of the next one, if only time passes. */
function Waiting({ next, name }: { next: string | undefined; name: string }) {
  const { now } = useDerived("runContext");
  const wait = next === undefined ? undefined : timeUntil(now, next);
  if (next === undefined || wait === undefined) return null;
  return (
    <span className="tone-held" title={`At ${formatClock(next)} on the preview's clock`}>
      {name === "limit" ? "next token" : "lets go"} in {wait}
    </span>
  );
}

const EFFECTS: Readonly<Record<StageEffect, { word: string; tone: string; Icon: typeof Ban; title: string }>> = {
  changed: { word: "changed", tone: "changed", Icon: PenLine, title: "Show the entries that it changed" },
  missed: {
    word: "missed",
    tone: "warning",
    Icon: CircleAlert,
    title: "Show the entries in which it did not find what it looks for",
  },
  dropped: { word: "dropped", tone: "dropped", Icon: Ban, title: "Show the entries that it dropped" },
  held: { word: "held", tone: "held", Icon: Hourglass, title: "Show the entries that it holds" },
  errors: { word: "errors", tone: "error", Icon: TriangleAlert, title: "Show the entries in which it failed" },
};

function CountLink({ path, effect, count }: { path: string; effect: StageEffect; count: number }) {
  const app = useApp();
  if (count === 0) return null;
  const { word, tone, Icon, title } = EFFECTS[effect];
  return (
    <button
      type="button"
      className={`count tone-${tone}`}
      title={title}
      aria-label={`${count} ${word} by stage ${path}: show them`}
      onClick={() => setFilter(app, { kind: "stage", path, effect })}
    >
      <Icon aria-hidden="true" size={11} /> {count} {word}
    </button>
  );
}
