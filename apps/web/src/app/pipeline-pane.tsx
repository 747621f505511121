/** The pipeline, as stages, as text, or both; or the graph that it is part of. */
import { NOT_PARSED } from "@sluice/engine";
import { Code, List, Plus, Redo2, Rows2, Undo2, Workflow } from "lucide-react";
import { Group, Panel, Separator } from "react-resizable-panels";
import { redo, undo } from "../core/edit/undo.ts";
import type { PipelineView } from "../core/model/settings.ts";
import { useApp, useAppState, useDocumentKey, useReadOnly } from "../core/page/app-context.ts";
import { tooltip } from "../core/page/commands.ts";
import { editCode, setLayout, setPipelineView } from "../core/page/settings.ts";
import { useDerived, useMedia } from "../core/page/use-derived.ts";
import { selectPipeline } from "../core/select/select-pipeline.ts";
import { EditorPane } from "../features/code/editor-pane.tsx";
import { openGraphDialog } from "../features/graph/edit-graph.ts";
import { GraphPane } from "../features/graph/graph-pane.tsx";
import { chooseStage } from "../features/stages/list/edit-stages.ts";
import { StageList } from "../features/stages/list/stage-list.tsx";
import { LaterProposalBand, useIsProposed } from "../features/stages/proposal/later-proposal.tsx";
import { buttonClass } from "../ui/button-class.ts";
import * as controlsCss from "../ui/controls.module.css";
import { LaterChoice } from "../ui/later-choice.tsx";
import * as paneCss from "../ui/pane.module.css";
import { IconButton, Tip } from "../ui/tip.tsx";
import * as css from "./pipeline-pane.module.css";

const VIEWS = [
  { view: "stages", word: "Stages", Icon: List },
  { view: "split", word: "Split", Icon: Rows2 },
  { view: "code", word: "Code", Icon: Code },
  { view: "graph", word: "Graph", Icon: Workflow },
] as const;

export function PipelinePane({ theme }: { theme: "light" | "dark" }) {
  const app = useApp();
  const document = useDocumentKey();
  const chosen = useAppState("settings", (state) => state.pipelineView);
  const layouts = useAppState("settings", (state) => state.layouts);
  const roomy = useMedia("(min-width: 2200px)");
  // Where there is room for both, both are shown, side by side.
  const view = chosen ?? (roomy ? "split" : "stages");
  const group = roomy ? "pipeline-beside" : "pipeline";
  return (
    <section className={`${paneCss.pane} ${css.stagePane}`} aria-label="Pipeline">
      <PipelineHead view={view} />
      {view === "stages" && <StageList key={document} />}
      {view === "code" && <CodeOffer key={document} />}
      {view === "code" && <EditorPane theme={theme} />}
      {view === "graph" && <GraphPane key={document} />}
      {view === "split" && (
        <Group
          key={group}
          id={group}
          className={css.pipelineSplit}
          orientation={roomy ? "horizontal" : "vertical"}
          defaultLayout={layouts[group]}
          onLayoutChanged={(layout, meta) => meta.isUserInteraction && setLayout(app, group, layout)}
        >
          <Panel id="editor" defaultSize="55%" minSize={120}>
            <EditorPane theme={theme} />
          </Panel>
          <Separator className={paneCss.separator} aria-label="Resize stages" />
          <Panel id="stages" defaultSize="45%" minSize={120}>
            <StageList key={document} />
          </Panel>
        </Group>
      )}
    </section>
  );
}

/** Where the text alone is shown, and has no stages. */
function CodeOffer() {
  const isEmpty = useDerived("cards", ({ cards }) => cards.length === 0);
  const isRead = useAppState("analysis", (state) => state.current?.cards != null);
  const isProposed = useIsProposed();
  return isRead && isEmpty && isProposed && <LaterProposalBand />;
}

function AddStage() {
  const app = useApp();
  const { pipeline, stale } = useDerived("cards");
  const why = stale ? NOT_PARSED : pipeline === undefined ? "There is no pipeline to add it to" : undefined;
  return (
    <AddButton
      what="Stage"
      why={why}
      tip={tooltip(app, "stage.add", "Add a stage after the selected one")}
      add={() => why === undefined && chooseStage(app)}
    />
  );
}

function AddComponent() {
  const app = useApp();
  const { stale } = useDerived("graph");
  return (
    <AddButton
      what="Component"
      why={stale ? NOT_PARSED : undefined}
      tip={tooltip(app, "graph.add", "Add a component")}
      add={() => openGraphDialog(app, "component")}
    />
  );
}

/** `why`: why nothing can be added now; undefined where it can. */
function AddButton(props: { what: "Stage" | "Component"; why: string | undefined; tip: string; add(): void }) {
  const { what, why, tip, add } = props;
  return (
    <Tip text={why ?? tip}>
      <button
        type="button"
        className={buttonClass("quiet")}
        aria-label={`Add a ${what.toLowerCase()}`}
        aria-disabled={why === undefined ? undefined : true}
        onClick={add}
      >
        <Plus aria-hidden="true" size={14} />{" "}
        <span className={css.word} data-part="word">
          {what}
        </span>
      </button>
    </Tip>
  );
}

function PipelineHead({ view }: { view: PipelineView }) {
  const app = useApp();
  const good = useAppState("analysis", (state) => state.good);
  const undoable = useAppState("document", (state) => state.undoable);
  const redoable = useAppState("document", (state) => state.redoable);
  const pipeline = useDerived("pipeline");
  const readOnly = useReadOnly();
  return (
    <div className={paneCss.paneHead} data-part="head">
      <h2>Pipeline</h2>
      {good !== null && good.pipelines.length > 1 && pipeline !== undefined ? (
        <LaterChoice
          label="Previewed component"
          value={pipeline.id}
          options={good.pipelines.map(({ id }) => id)}
          onChange={(id) => selectPipeline(app, id)}
        />
      ) : (
        <span className={`${css.pipelineId} mono muted cut`} title={pipeline?.id}>
          {pipeline?.id}
        </span>
      )}
      <span className="spring" />
      <fieldset className={controlsCss.segments} aria-label="Show the pipeline as">
        {VIEWS.map(({ view: one, word, Icon }) => (
          <button
            key={one}
            type="button"
            aria-pressed={view === one}
            title={tooltip(app, `view.${one}`)}
            onClick={() => (one === "code" ? editCode(app, one) : setPipelineView(app, one))}
          >
            <Icon aria-hidden="true" size={12} />{" "}
            <span className={css.word} data-part="word">
              {word}
            </span>
          </button>
        ))}
      </fieldset>
      <span className="spring" />
      {!readOnly && (
        <span className={paneCss.paneButtons}>
          {view === "graph" ? <AddComponent /> : view !== "code" && <AddStage />}
          <IconButton
            label="Undo the last change"
            tip={undoable === null ? "There is nothing to undo" : tooltip(app, "undo")}
            Icon={Undo2}
            disabled={undoable === null}
            onClick={() => undo(app)}
          />
          <IconButton
            label="Redo the last change"
            tip={redoable === null ? "There is nothing to redo" : tooltip(app, "redo")}
            Icon={Redo2}
            disabled={redoable === null}
            onClick={() => redo(app)}
          />
        </span>
      )}
    </div>
  );
}
