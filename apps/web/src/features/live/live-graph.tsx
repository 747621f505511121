/** The running components as a graph: rates on the connections, health on the components. */
import type { LiveComponent, LiveEdge } from "@sluice/protocol";
import {
  BaseEdge,
  type Edge,
  EdgeLabelRenderer,
  type EdgeProps,
  Handle,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useStore as useFlowStore,
  useReactFlow,
} from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { CircleX, Maximize, Minus, Plus } from "lucide-react";
import { createContext, type KeyboardEvent, type RefObject, useContext, useEffect, useMemo, useRef } from "react";
import { useStore } from "zustand";
import * as controlsCss from "../../ui/controls.module.css";
import { IconButton } from "../../ui/tip.tsx";
import * as graphCss from "../graph/graph.module.css";
import {
  chooseShape,
  drawnAt,
  edgePath,
  FLOW_SETTINGS,
  type GraphLayout,
  type GraphShape,
  layOut,
  NODE_SIZES,
  type Point,
  stepFrom,
  stepOf,
  useFocusNode,
  useSight,
  whyNotDrawn,
} from "../graph/index.ts";
import {
  ageOf,
  describeLag,
  describeShare,
  explainJournal,
  isLate,
  type JournalFacts,
  type JournalReceiver,
  journalOf,
} from "./journal/journal-facts.ts";
import { FillBar } from "./journal/journal-view.tsx";
import * as liveCss from "./live.module.css";
import type { LiveSession } from "./live-session.ts";
import { formatBytesRate, formatRate, rateOf } from "./words.ts";

type LiveNode = Node<{ readonly component: LiveComponent; readonly journal: JournalFacts | undefined }, "component">;
type LiveFlowEdge = Edge<
  {
    readonly edge: LiveEdge;
    readonly lanes: readonly Point[];
    readonly share: number;
    readonly lag: JournalReceiver | undefined;
  },
  "rate"
>;

const NODE_TYPES = { component: LiveNodeView };
const EDGE_TYPES = { rate: LiveEdgeView };
/** Names stay legible: if the whole graph does not fit at this zoom, only a part is in sight. */
const FIT = { padding: 0.08, maxZoom: 1, minZoom: 0.4 };
const ALL = { ...FIT, minZoom: FLOW_SETTINGS.minZoom };
const GraphContext = createContext<{ readonly live: LiveSession; readonly shape: GraphShape } | null>(null);

export function LiveGraph({ live }: { live: LiveSession }) {
  const why = useStore(
    live.store,
    ({ state }) => state && whyNotDrawn({ nodes: state.components, edges: state.edges }),
  );
  if (typeof why === "string") return <p className={`${controlsCss.note} muted`}>{why} See the list.</p>;
  return (
    <div className={`${graphCss.canvas} ${liveCss.graph}`}>
      <ReactFlowProvider>
        <Canvas live={live} />
      </ReactFlowProvider>
    </div>
  );
}

function Canvas({ live }: { live: LiveSession }) {
  const state = useStore(live.store, (all) => all.state);
  const chosen = useStore(live.store, (all) => all.chosen);
  const components = state?.components ?? [];
  const edges = state?.edges ?? [];
  const { layout, shape, places } = useLayout(components, edges);
  const box = useRef<HTMLDivElement>(null);
  useFit(box, places, shape);
  const bringIntoSight = useSight();
  const focusNode = useFocusNode(box);
  const context = useMemo(() => ({ live, shape }), [live, shape]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = stepOf(event);
    if (step === undefined) return;
    event.preventDefault();
    const from = event.target instanceof HTMLElement ? (event.target.dataset.component ?? null) : null;
    focusNode(stepFrom({ edges }, layout, from, step, shape));
  };
  const most = Math.max(1e-9, ...edges.map(({ entries }) => entries));
  const journals = new Map(
    components.flatMap((component) => {
      const facts = journalOf(component);
      return facts === undefined ? [] : [[component.id, facts] as const];
    }),
  );
  return (
    <GraphContext value={context}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are of the buttons in it */}
      <div
        ref={box}
        className={graphCss.keys}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          const { component } = target.dataset;
          if (component !== undefined && target.matches(":focus-visible")) bringIntoSight(component);
        }}
      >
        <ReactFlow<LiveNode, LiveFlowEdge>
          key={places}
          nodes={components.map((component) =>
            toNode(component, journals.get(component.id), layout, component.id === chosen),
          )}
          edges={edges.map((edge) => toEdge(edge, layout, most, lagOf(edge, journals)))}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          {...FLOW_SETTINGS}
          fitViewOptions={FIT}
          nodesConnectable={false}
          onNodeClick={(_event, { id }) => live.choose(id)}
        />
        <ZoomButtons />
      </div>
    </GraphContext>
  );
}

function ZoomButtons() {
  const flow = useReactFlow();
  return (
    <div className={graphCss.zoom}>
      <IconButton label="Zoom out" Icon={Minus} onClick={() => void flow.zoomOut()} />
      <IconButton label="Zoom in" Icon={Plus} onClick={() => void flow.zoomIn()} />
      <IconButton label="Show all of the graph" Icon={Maximize} onClick={() => void flow.fitView(ALL)} />
    </div>
  );
}

/** Lays the graph out again when components or edges change, in the direction in which it is larger. */
function useLayout(components: readonly LiveComponent[], edges: readonly LiveEdge[]) {
  const places = [...components, ...edges].map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: places change with what there is, not with rates
  const layouts = useMemo(
    () => ({
      across: layOut(components, edges, NODE_SIZES, "across"),
      down: layOut(components, edges, NODE_SIZES, "down"),
    }),
    [places],
  );
  const width = useFlowStore((flow) => flow.width);
  const height = useFlowStore((flow) => flow.height);
  const shape = width > 0 ? chooseShape(layouts, { width, height }) : "down";
  return { layout: layouts[shape], shape, places };
}

/** Fits the graph again when positions or the pane change; the focused component stays in sight. */
function useFit(box: RefObject<HTMLElement | null>, places: string, shape: GraphShape): void {
  const flow = useReactFlow();
  const bringIntoSight = useSight();
  const width = useFlowStore((flow) => flow.width);
  const height = useFlowStore((flow) => flow.height);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is fitted again when places or the pane are others
  useEffect(() => {
    const focused = document.activeElement?.closest<HTMLElement>("[data-component]");
    void flow.fitView(FIT).then(() => {
      if (focused?.dataset.component !== undefined && box.current?.contains(focused))
        bringIntoSight(focused.dataset.component);
    });
  }, [flow, places, shape, width, height]);
}

const toNode = (
  component: LiveComponent,
  journal: JournalFacts | undefined,
  { nodes }: GraphLayout,
  selected: boolean,
): LiveNode => ({
  ...drawnAt(nodes.get(component.id) ?? { x: 0, y: 0 }),
  id: component.id,
  type: "component",
  selected,
  data: { component, journal },
});

/** How far the receiver at the end of an edge is behind the journal at its start. */
const lagOf = (edge: LiveEdge, journals: ReadonlyMap<string, JournalFacts>): JournalReceiver | undefined =>
  journals.get(edge.from)?.receivers.find(({ receiver }) => receiver === edge.to);

/** `most`: the rate of the busiest edge, which is the widest. */
const toEdge = (
  edge: LiveEdge,
  { lanes }: GraphLayout,
  most: number,
  lag: JournalReceiver | undefined,
): LiveFlowEdge => ({
  id: edge.id,
  type: "rate",
  source: edge.from,
  target: edge.to,
  data: { edge, lanes: lanes.get(edge.id) ?? [], share: edge.entries / most, lag },
  domAttributes: { "aria-hidden": true },
});

function LiveNodeView({ data: { component, journal }, selected }: NodeProps<LiveNode>) {
  const { live, shape } = useContext(GraphContext)!;
  const down = shape === "down";
  const { id, name, label, health, dropped } = component;
  const healthy = health.state === "healthy";
  const old = journal && ageOf(journal);
  const about = [id, health.message, journal === undefined ? "" : explainJournal(journal)].filter(Boolean).join(": ");
  return (
    <div className={graphCss.node} data-part="node" data-state="run" data-previewed={selected}>
      <Handle type="target" position={down ? Position.Top : Position.Left} isConnectable={false} data-off />
      <button
        type="button"
        className={`${graphCss.nodeButton} nopan`}
        data-component={id}
        aria-pressed={selected}
        title={about}
        onClick={(event) => {
          event.stopPropagation();
          live.choose(selected ? null : id);
        }}
      >
        <span className={graphCss.nodeHead}>
          <span className="mono cut">{name}</span>
        </span>
        <span className={liveCss.nodeTitle}>
          <span className={`${graphCss.nodeName} cut`}>{label || name}</span>
          {old !== undefined && <span className="small-text muted">{old} old</span>}
        </span>
        <span className={graphCss.nodeFacts}>
          {healthy ? (
            <span className={health.message === "" ? "muted" : "tone-missed"}>
              {journal !== undefined ? describeShare(journal) : dropped > 0 && `${formatRate(dropped)} /s dropped`}
            </span>
          ) : (
            <span className="tone-error">
              <CircleX aria-hidden="true" size={12} /> unhealthy
            </span>
          )}
          <b>
            {name === "logs.journal"
              ? `${formatRate(component.in.entries)} → ${formatRate(component.out.entries)} /s`
              : `${formatRate(rateOf(component))} /s`}
          </b>
        </span>
        {journal !== undefined && <FillBar facts={journal} healthy={healthy} />}
      </button>
      <Handle type="source" position={down ? Position.Bottom : Position.Right} isConnectable={false} data-off />
    </div>
  );
}

function LiveEdgeView({ sourceX, sourceY, targetX, targetY, data }: EdgeProps<LiveFlowEdge>) {
  const { shape } = useContext(GraphContext)!;
  const { edge, lanes, share, lag } = data!;
  const behind = lag && describeLag(lag);
  const end = { x: targetX, y: targetY };
  const points = [{ x: sourceX, y: sourceY }, ...lanes, end];
  const last = points.at(-2)!;
  return (
    <>
      <BaseEdge path={edgePath(points, shape)} className={graphCss.edge} style={{ strokeWidth: 1.25 + 2.25 * share }} />
      <EdgeLabelRenderer>
        <span
          className={`${graphCss.edgeLabel} ${liveCss.edgeLabel} ${edge.full ? "tone-missed" : ""}`}
          data-part="edge-rate"
          title={`${edge.from} to ${edge.to}: ${formatBytesRate(edge.bytes)}`}
          style={{ transform: `translate(-50%, -50%) translate(${(last.x + end.x) / 2}px, ${(last.y + end.y) / 2}px)` }}
        >
          {formatRate(edge.entries)} /s{edge.full && " waits"}
          {behind !== undefined && <small className={isLate(lag!) ? "tone-missed" : ""}>{behind}</small>}
        </span>
      </EdgeLabelRenderer>
    </>
  );
}
