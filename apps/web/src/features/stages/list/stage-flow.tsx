/** The entries of a stage's row: exceptions as links to their entries, and a bar of the results of all. */
import { useMemo } from "react";
import type { CardItem } from "../../../core/model/analysis.ts";
import { describeFlow, type Flow, flowOf } from "../../../core/model/graph/flow.ts";
import type { StageEffect } from "../../../core/model/sample-rows.ts";
import { formatClock, timeUntil } from "../../../core/model/sample-time.ts";
import type { CardBranch } from "../../../core/model/stage-tree.ts";
import { useApp, useAppState } from "../../../core/page/app-context.ts";
import { useDerived } from "../../../core/page/use-derived.ts";
import { setFilter } from "../../../core/select/set-filter.ts";
import * as flowCss from "../../../ui/flow.module.css";
import { type AnyStatus, StatusIcon, statusTone } from "../../../ui/status-mark.tsx";
import * as css from "./stages.module.css";

/** The flow through a stage; undefined if the result is from a run with another stage at this place. */
export function useFlow({ id: path, name }: Pick<CardItem, "id" | "name">): Flow | undefined {
  const counts = useAppState("preview", (state) => state.result?.counts[path]);
  const known = useAppState("preview", (state) => state.stageNames[path] === name);
  return useMemo(() => (known ? flowOf(counts) : undefined), [known, counts]);
}

export function FlowBar({ flow }: { flow: Flow }) {
  const entered = useAppState("preview", (state) => state.result?.balance.in ?? 0);
  // An earlier stage may have produced more entries than came in.
  const full = Math.max(entered, flow.in, 1);
  const sentence = describeFlow(flow);
  return (
    <span className={flowCss.flow} role="img" aria-label={sentence} title={sentence}>
      {flow.parts.map(({ kind, count }) => (
        <i key={kind} data-flow={kind} style={{ width: `${(count / full) * 100}%` }} />
      ))}
    </span>
  );
}

export function StageNotes({ branch: { card, children } }: { branch: CardBranch }) {
  const { id: path, name } = card;
  const flow = useFlow(card);
  const within = useFlow(children.find((child) => !child.card.off)?.card ?? card);
  const counts = useAppState("preview", (state) => state.result?.counts[path]);
  const { nextRelease } = useDerived("stageFacts").get(path) ?? {};
  if (flow === undefined) return <span className={css.notes} />;
  const { missed = 0, dropped = 0, held: inside = 0, waiting = 0, merged = 0, split = 0, errors = 0 } = counts ?? {};
  // Entries waiting for the stage count with those inside: it holds both.
  const held = inside + waiting;
  // The stages inside show their own counts.
  const own = children.length === 0;
  return (
    <span className={css.notes}>
      {!own && within !== undefined && within.in < flow.in && (
        <span className="muted">
          matches {within.in.toLocaleString("en")} of {flow.in.toLocaleString("en")}
        </span>
      )}
      {own && merged > 0 && <span className="muted">{merged.toLocaleString("en")} merged</span>}
      {own && split > 0 && <span className="muted">{split.toLocaleString("en")} split off</span>}
      <CountLink path={path} effect="missed" count={missed} />
      {(own || (within !== undefined && dropped > 0 && within.in === 0)) && (
        <CountLink path={path} effect="dropped" count={dropped} />
      )}
      <CountLink path={path} effect="errors" count={errors} />
      <CountLink path={path} effect="held" count={held} />
      {held > 0 && <Waiting next={nextRelease} name={name} />}
    </span>
  );
}

/** The time until a stage that holds entries releases the next one, if no more input arrives. */
function Waiting({ next, name }: { next: string | undefined; name: string }) {
  const { now } = useDerived("runContext");
  const wait = next === undefined ? undefined : timeUntil(now, next);
  if (next === undefined || wait === undefined) return null;
  return (
    <span className="tone-held" title={`At ${formatClock(next)} on the preview's clock`}>
      {name === "limit" ? "next token" : "releases"} in {wait}
    </span>
  );
}

type Exception = Exclude<StageEffect, "changed">;

const EFFECTS: Readonly<Record<Exception, { status: AnyStatus; title: string }>> = {
  missed: { status: "missed", title: "Show the entries that it missed" },
  dropped: { status: "dropped", title: "Show the entries that it dropped" },
  held: { status: "held", title: "Show the entries that it holds" },
  errors: { status: "error", title: "Show the entries in which it failed" },
};

function CountLink({ path, effect, count }: { path: string; effect: Exception; count: number }) {
  const app = useApp();
  if (count === 0) return null;
  const { status, title } = EFFECTS[effect];
  const words = `${count.toLocaleString("en")} ${effect}`;
  return (
    <button
      type="button"
      className={`${css.count} tone-${statusTone(status)}`}
      title={title}
      aria-label={`${words} by stage ${path}: show them`}
      onClick={() => setFilter(app, { kind: "stage", path, effect })}
    >
      <StatusIcon status={status} /> {words}
    </button>
  );
}
