/** The stages of the previewed pipeline, a row each: what it was told, what stands out, and the flow through it. */
import { ChevronDown, ChevronRight, Code } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { nestStages, type StageBranch, stageCode } from "../domain/stage-tree.ts";
import { writeStage } from "../workspace/commands/reveal-problem.ts";
import { selectStage } from "../workspace/commands/select-stage.ts";
import { foldStage, setPipelineView } from "../workspace/commands/settings.ts";
import { useApp, useAppState } from "./app-context.ts";
import { Balance } from "./balance.tsx";
import { BrokenText } from "./broken-text.tsx";
import { StageFiles } from "./stage-files.tsx";
import { FlowBar, StageNotes, useFlow } from "./stage-flow.tsx";
import { AsOf } from "./stale-band.tsx";
import { useDerived } from "./use-derived.ts";

export function StageList() {
  const pipeline = useDerived("pipeline");
  const current = useAppState("analysis", (state) => state.current);
  const selected = useAppState("selection", (state) => state.stagePath);
  const entered = useAppState("preview", (state) => state.result?.balance.in);
  const stages = useMemo(() => nestStages(pipeline?.stages ?? []), [pipeline]);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-path="${selected}"] > .stage-row`)?.scrollIntoView({ block: "nearest" });
  }, [selected]);

  return (
    <section className="pane" aria-label="Stages">
      <div className="stage-head" aria-hidden="true">
        <span />
        <span />
        <span>
          Stage
          <AsOf inline />
        </span>
        <span />
        <span className="stage-flow-head">
          {entered === undefined || entered === 0 ? "" : `of ${entered.toLocaleString("en")} in`}
        </span>
        <span className="stage-out">Out</span>
      </div>
      {stages.length === 0 && current !== null && (current.ok ? <NoStages /> : <BrokenText />)}
      <ul className="stage-list dimmable" aria-label="Stages" ref={list}>
        {stages.map((branch) => (
          <Stage key={branch.stage.path} branch={branch} />
        ))}
      </ul>
      <Balance />
    </section>
  );
}

function NoStages() {
  const app = useApp();
  const pipeline = useDerived("pipeline");
  return (
    <div className="empty">
      <p>
        {pipeline === undefined
          ? "Nothing to preview yet: write a logs.process component, or just a few stage blocks."
          : "No stages yet. Type “stage.” inside the component to see what there is."}
      </p>
      <button type="button" className="button" onClick={() => writeStage(app)}>
        <Code aria-hidden="true" size={14} /> Write it in the code
      </button>
    </div>
  );
}

function Stage({ branch }: { branch: StageBranch }) {
  const app = useApp();
  const { stage, children } = branch;
  const { path, name, summary } = stage;
  const selected = useAppState("selection", (state) => state.stagePath === path);
  const open = useAppState("view", (state) => state.openStages[path] ?? false);
  const flow = useFlow(stage);
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <li className="stage-item" data-path={path} data-selected={selected}>
      <div className="stage-row">
        <button
          type="button"
          className="stage-fold"
          aria-expanded={open}
          aria-label={`Arguments of stage ${path}`}
          onClick={() => foldStage(app, path, !open)}
        >
          <Chevron aria-hidden="true" size={12} />
        </button>
        <span className="stage-path" aria-hidden="true">
          {path}
        </span>
        <span className="stage-what">
          <button
            type="button"
            className="stage-button"
            aria-current={selected}
            title={summary}
            onClick={() => selectStage(app, path)}
          >
            <span className="visually-hidden">Stage {path} </span>
            {name}
          </button>
          {!open && (
            <span className="mono muted cut" title={summary}>
              {summary}
            </span>
          )}
        </span>
        <StageNotes branch={branch} />
        {flow === undefined ? <span /> : <FlowBar flow={flow} />}
        <span className="stage-out">{flow?.out.toLocaleString("en")}</span>
      </div>
      <StageFiles stage={stage} />
      {open && <StageBody branch={branch} />}
      {children.length > 0 && (
        <ul className="branch" aria-label={`Stages in stage ${path}`}>
          {children.map((child) => (
            <Stage key={child.stage.path} branch={child} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** What the stage was told, as it is written. */
function StageBody({ branch }: { branch: StageBranch }) {
  const app = useApp();
  const text = useAppState("analysis", (state) => state.good?.text ?? "");
  return (
    <div className="stage-body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <pre className="log-box stage-code" tabIndex={0}>
        {stageCode(text, branch)}
      </pre>
      <span>
        <button
          type="button"
          className="button small"
          onClick={() => {
            setPipelineView(app, "split");
            selectStage(app, branch.stage.path);
          }}
        >
          <Code aria-hidden="true" size={12} /> Edit in the code
        </button>
      </span>
    </div>
  );
}
