/** The component graph: the components of the configuration and their connections, with entry counts on every edge. */
import {
  type Connection,
  type FinalConnectionState,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from "@xyflow/react";
import { counted } from "../../core/text/counted.ts";
import { selectedNode } from "./graph-view-store.ts";
import "@xyflow/react/dist/base.css";
import { whyNotConnect } from "@sluice/engine";
import { FoldHorizontal, Maximize, Minus, Plus, UnfoldHorizontal } from "lucide-react";
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
} from "react";
import type { GraphLayout, GraphShape } from "../../core/model/graph/graph-layout.ts";
import { useApp, useAppState, useReadOnly } from "../../core/page/app-context.ts";
import { tooltip } from "../../core/page/commands.ts";
import { leaveWideGraph, setGraphWide, setPipelineView } from "../../core/page/settings.ts";
import { useDerived } from "../../core/page/use-derived.ts";
import { useFocusRequest } from "../../core/page/use-focus-request.ts";
import { BrokenText } from "../../ui/broken-text.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import * as paneCss from "../../ui/pane.module.css";
import { AsOf } from "../../ui/stale-band.tsx";
import { IconButton } from "../../ui/tip.tsx";
import {
  chooseShape,
  type DrawnEdge,
  type DrawnNode,
  drawGraph,
  type GraphLayouts,
  layOutGraph,
  MARGIN,
  stepFrom,
  viewportOf,
  whyNotDrawn,
} from "./draw.ts";
import { connect, openGraphDialog, openNode, refuseConnection, selectNode, zoomGraph } from "./edit-graph.ts";
import { stepOf, useFocusNode } from "./flow-keys.ts";
import { drawnAt, FLOW_SETTINGS } from "./flow-settings.ts";
import type { FlowEdge, FlowNode } from "./flow-types.ts";
import * as css from "./graph.module.css";
import { GraphDialogs } from "./graph-dialogs.tsx";
import { GraphEdgeView } from "./graph-edge.tsx";
import { GraphNodeView } from "./graph-node.tsx";

const NODE_TYPES = { component: GraphNodeView };
const EDGE_TYPES = { connection: GraphEdgeView };
/** Fits the whole graph on request. */
const FIT = { padding: MARGIN, maxZoom: 1, minZoom: 0.2 };

export default function GraphView() {
  const { graph, stale } = useDerived("graph");
  const why = graph === null ? undefined : whyNotDrawn(graph);
  return (
    <section className={`${paneCss.pane} ${css.pane}`} aria-label="Graph">
      {graph === null && <BrokenText />}
      {graph !== null && graph.nodes.length === 0 && <NoComponents />}
      {why !== undefined && <TooLarge why={why} />}
      {graph !== null && graph.nodes.length > 0 && why === undefined && (
        <div className={`${css.canvas} dimmable`} data-part="canvas" data-stale={stale} data-keys="graph">
          <ReactFlowProvider>
            <Canvas />
          </ReactFlowProvider>
        </div>
      )}
      <GraphDialogs />
    </section>
  );
}

function NoComponents() {
  const app = useApp();
  const readOnly = useReadOnly();
  const button = useRef<HTMLButtonElement>(null);
  useFocusRequest("graph", () => button.current?.focus());
  return (
    <div className={paneCss.empty}>
      <p>No components yet. A pipeline has a source, a logs.process with stages, and a destination.</p>
      {!readOnly && (
        <button ref={button} type="button" className={buttonClass()} onClick={() => openGraphDialog(app, "component")}>
          <Plus aria-hidden="true" size={14} /> Add a component
        </button>
      )}
    </div>
  );
}

function TooLarge({ why }: { why: string }) {
  const app = useApp();
  const button = useRef<HTMLButtonElement>(null);
  useFocusRequest("graph", () => button.current?.focus());
  return (
    <div className={paneCss.empty}>
      <p>{why}</p>
      <button ref={button} type="button" className={buttonClass()} onClick={() => setPipelineView(app, "code")}>
        Show the code
      </button>
    </div>
  );
}

function Canvas() {
  const app = useApp();
  const box = useRef<HTMLDivElement>(null);
  const { graph, stale } = useDerived("graph");
  const layouts = useMemo(
    () => graph && { across: layOutGraph(graph, "across"), down: layOutGraph(graph, "down") },
    [graph],
  );
  const readOnly = useReadOnly();
  const shape = useShape(layouts);
  const drawn = useDrawn(layouts?.[shape]);
  const nodes = useMemo(() => drawn?.nodes.map(toFlowNode) ?? [], [drawn]);
  const edges = useMemo(() => drawn?.edges.map(toFlowEdge) ?? [], [drawn]);
  useZoom(nodes, layouts?.[shape]);
  const { focusNode, ...focusEvents } = useNodeFocus(box);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && leaveWideGraph(app)) return event.preventDefault();
    const step = stepOf(event);
    if (step === undefined || graph === null || layouts === null) return;
    event.preventDefault();
    const next = stepFrom(graph, layouts[shape], selectedNode(app)?.id ?? null, step, shape);
    if (next === undefined) return;
    selectNode(app, next);
    focusNode(next);
  };
  const onConnect = ({ source, target }: Connection) => void connect(app, source, target);
  const onConnectEnd = (_event: unknown, { fromNode, toNode, fromHandle }: FinalConnectionState) => {
    if (fromNode === null || toNode === null) return;
    const [from, to] = fromHandle?.type === "target" ? [toNode.id, fromNode.id] : [fromNode.id, toNode.id];
    refuseConnection(app, from, to);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are of the buttons in it
    <div ref={box} className={css.keys} onKeyDown={onKeyDown} {...focusEvents}>
      <ReactFlow<FlowNode, FlowEdge>
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        {...FLOW_SETTINGS}
        fitView={false}
        nodesConnectable={!stale && !readOnly}
        connectionRadius={32}
        isValidConnection={({ source, target }) =>
          graph !== null && !stale && whyNotConnect(graph, source, target) === undefined
        }
        onConnect={onConnect}
        onConnectEnd={onConnectEnd}
        onNodeClick={(event, { id }) => {
          if (!isOfButton(event)) openNode(app, id);
        }}
        onEdgeClick={(_event, { id }) =>
          box.current?.querySelector<HTMLElement>(`[data-connection=${JSON.stringify(id)}]`)?.focus()
        }
      />
      <GraphSummary />
      <ZoomButtons />
    </div>
  );
}

/** A component's buttons act by themselves. The menu that one opens lies outside of the component. */
const isOfButton = ({ target, currentTarget }: MouseEvent): boolean =>
  !(target instanceof Element) || !currentTarget.contains(target) || target.closest("button") !== null;

const toFlowNode = (drawn: DrawnNode): FlowNode => ({
  ...drawnAt(drawn.at),
  id: drawn.node.id,
  type: "component",
  data: { drawn },
});

const toFlowEdge = (drawn: DrawnEdge): FlowEdge => ({
  id: drawn.edge.id,
  type: "connection",
  source: drawn.edge.from,
  target: drawn.edge.to,
  data: { drawn },
  domAttributes: { "aria-hidden": true },
});

/** The graph with the counts of the last run, until the next has ended, as everywhere. */
function useDrawn(layout: GraphLayout | undefined) {
  const { graph, stale } = useDerived("graph");
  const problems = useDerived("problems");
  const flow = useAppState("preview", (state) => state.graph?.flow ?? null);
  return useMemo(
    () => (graph === null || layout === undefined ? null : drawGraph(graph, layout, flow, stale ? [] : problems)),
    [graph, layout, flow, stale, problems],
  );
}

/** Draws the graph in the direction in which it is larger. */
function useShape(layouts: GraphLayouts | null): GraphShape {
  const app = useApp();
  const shape = useAppState("graphView", (state) => state.shape);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  useEffect(() => {
    if (layouts !== null && width > 0)
      app.stores.graphView.setState({ shape: chooseShape(layouts, { width, height }) });
  }, [layouts, width, height, app]);
  return shape;
}

/** The focus goes to the selected component on request, and stays on it if the focused one is drawn anew. */
function useNodeFocus(box: RefObject<HTMLElement | null>) {
  const app = useApp();
  const focusNode = useFocusNode(box);
  // The library draws components slightly after it receives them.
  const inPlace = useStore((state) => state.nodes);
  const hadFocus = useRef(false);
  // The focused element may be gone after an undo.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when what is there is another
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) focusNode(selectedNode(app)?.id);
  }, [inPlace, app]);
  useFocusRequest("graph", () => focusNode(selectedNode(app)?.id), inPlace);
  const onFocus = () => {
    hadFocus.current = true;
  };
  const onBlur = ({ target }: FocusEvent) => {
    hadFocus.current = !target.isConnected;
  };
  return { focusNode, onFocus, onBlur };
}

/** Fits the graph when its components change, as far as it is legible, and runs zoom commands. */
function useZoom(nodes: readonly FlowNode[], layout: GraphLayout | undefined): void {
  const app = useApp();
  const flow = useReactFlow();
  const asked = useAppState("graphView", (state) => state.zoom);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const places = nodes.map(({ id, position: { x, y } }) => `${id} ${x} ${y}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is fitted again when places or the pane are others
  useEffect(() => {
    if (layout !== undefined && width > 0) void flow.setViewport(viewportOf(layout, { width, height }));
  }, [flow, places, width, height]);
  useEffect(() => {
    if (asked === null) return;
    app.stores.graphView.setState({ zoom: null });
    if (asked.to === "fit") void flow.fitView(FIT);
    else if (asked.to === "in") void flow.zoomIn();
    else void flow.zoomOut();
  }, [asked, flow, app]);
}

function GraphSummary() {
  const { graph } = useDerived("graph");
  const counts = useAppState("preview", (state) => state.graph);
  const samples = useAppState("preview", (state) => state.result?.balance.in ?? 0);
  const nodes = graph?.nodes ?? [];
  const kept = nodes.filter(({ state }) => state === "kept").length;
  const missing = nodes.filter(({ state }) => state === "missing").length;
  const parts = [counted(nodes.length - missing, "component")];
  if (kept > 0) parts.push(`${kept} kept as text`);
  if (missing > 0) parts.push(`${missing} missing`);
  if (counts !== null && counts.flow === undefined) parts.push("counts took too long");
  else if (counts !== null && samples > 0) parts.push(`counts of ${counted(samples, "sample")}`);
  return (
    <p className={`${css.summary} muted small-text`}>
      {parts.join(", ")}
      <AsOf inline />
    </p>
  );
}

function ZoomButtons() {
  const app = useApp();
  const zoom = useStore(({ transform }) => Math.round(transform[2] * 100));
  return (
    <div className={css.zoom}>
      <IconButton label="Zoom out" tip={tooltip(app, "graph.out")} Icon={Minus} onClick={() => zoomGraph(app, "out")} />
      <span className={css.zoomNow} data-part="zoom">
        {zoom} %
      </span>
      <IconButton label="Zoom in" tip={tooltip(app, "graph.in")} Icon={Plus} onClick={() => zoomGraph(app, "in")} />
      <WidthButton />
      <IconButton
        label="Show all of the graph"
        tip={tooltip(app, "graph.fit")}
        Icon={Maximize}
        onClick={() => zoomGraph(app, "fit")}
      />
    </div>
  );
}

function WidthButton() {
  const app = useApp();
  const wide = useAppState("settings", (state) => state.graphWide);
  return (
    <IconButton
      label={wide ? "Show the panes beside the graph" : "Use the whole width"}
      tip={tooltip(app, "graph.wide")}
      Icon={wide ? FoldHorizontal : UnfoldHorizontal}
      onClick={() => setGraphWide(app, !wide)}
    />
  );
}
