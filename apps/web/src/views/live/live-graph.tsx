/** The components that run as the graph: rates on the connections, health on the components. */
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
} from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import "../../styles/graph.css";
import type { LiveComponent, LiveEdge } from "@sluice/engine/live";
import { CircleX } from "lucide-react";
import { createContext, useContext, useMemo } from "react";
import { useStore } from "zustand";
import { edgePath, NODE_SIZES, whyNotDrawn } from "../../domain/graph/draw.ts";
import { layOut, type Point } from "../../domain/graph/layout.ts";
import { formatBytesRate, formatRate, rateOf } from "../../domain/live/words.ts";
import type { LiveSession } from "../../workspace/live/live-session.ts";
import { drawnAt, FLOW_SETTINGS } from "../graph/flow-settings.ts";

type LiveNode = Node<{ readonly component: LiveComponent }, "component">;
type LiveFlowEdge = Edge<{ readonly edge: LiveEdge; readonly lanes: readonly Point[]; readonly share: number }, "rate">;

const NODE_TYPES = { component: LiveNodeView };
const EDGE_TYPES = { rate: LiveEdgeView };
const FIT = { padding: 0.08, maxZoom: 1, minZoom: 0.2 };
const SessionContext = createContext<LiveSession | null>(null);

export function LiveGraph({ live }: { live: LiveSession }) {
  const state = useStore(live.store, (all) => all.state);
  const chosen = useStore(live.store, (all) => all.chosen);
  const components = state?.components ?? [];
  const edges = state?.edges ?? [];
  const places = [...components, ...edges].map(({ id }) => id).join();
  const why = whyNotDrawn({ nodes: components, edges });
  // biome-ignore lint/correctness/useExhaustiveDependencies: places change with what there is, not with rates
  const layout = useMemo(() => why === undefined && layOut(components, edges, NODE_SIZES, "down"), [places]);
  if (!layout) return <p className="note muted">{why} See the list.</p>;
  const most = Math.max(1e-9, ...edges.map(({ entries }) => entries));
  const nodes = components.map(
    (component): LiveNode => ({
      ...drawnAt(layout.nodes.get(component.id) ?? { x: 0, y: 0 }),
      id: component.id,
      type: "component",
      selected: component.id === chosen,
      data: { component },
    }),
  );
  const drawn = edges.map(
    (edge): LiveFlowEdge => ({
      id: edge.id,
      type: "rate",
      source: edge.from,
      target: edge.to,
      data: { edge, lanes: layout.lanes.get(edge.id) ?? [], share: edge.entries / most },
      domAttributes: { "aria-hidden": true },
    }),
  );
  return (
    <SessionContext value={live}>
      <div className="graph-canvas live-graph">
        <ReactFlow<LiveNode, LiveFlowEdge>
          key={places}
          nodes={nodes}
          edges={drawn}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          {...FLOW_SETTINGS}
          fitViewOptions={FIT}
          nodesConnectable={false}
          onNodeClick={(_event, { id }) => live.choose(id)}
        />
      </div>
    </SessionContext>
  );
}

function LiveNodeView({ data: { component }, selected }: NodeProps<LiveNode>) {
  const live = useContext(SessionContext);
  const { id, name, label, health, dropped } = component;
  const healthy = health.state === "healthy";
  return (
    <div className="graph-node" data-state="run" data-previewed={selected}>
      <Handle type="target" position={Position.Top} isConnectable={false} data-off />
      <button
        type="button"
        className="graph-node-button nopan"
        data-component={id}
        aria-pressed={selected}
        title={healthy ? id : `${id}: ${health.message}`}
        onClick={(event) => {
          event.stopPropagation();
          live?.choose(selected ? null : id);
        }}
      >
        <span className="graph-node-head">
          <span className="mono cut">{name}</span>
        </span>
        <span className="graph-node-name cut">{label || name}</span>
        <span className="graph-node-facts">
          {healthy ? (
            <span className="muted">{dropped > 0 && `${formatRate(dropped)} /s dropped`}</span>
          ) : (
            <span className="tone-error">
              <CircleX aria-hidden="true" size={12} /> unhealthy
            </span>
          )}
          <b>{formatRate(rateOf(component))} /s</b>
        </span>
      </button>
      <Handle type="source" position={Position.Bottom} isConnectable={false} data-off />
    </div>
  );
}

function LiveEdgeView({ sourceX, sourceY, targetX, targetY, data }: EdgeProps<LiveFlowEdge>) {
  const { edge, lanes, share } = data!;
  const end = { x: targetX, y: targetY };
  const points = [{ x: sourceX, y: sourceY }, ...lanes, end];
  const last = points.at(-2)!;
  return (
    <>
      <BaseEdge path={edgePath(points, "down")} className="graph-edge" style={{ strokeWidth: 1.25 + 2.25 * share }} />
      <EdgeLabelRenderer>
        <span
          className={`graph-edge-label live-edge-label ${edge.full ? "tone-missed" : ""}`}
          title={`${edge.from} to ${edge.to}: ${formatBytesRate(edge.bytes)}`}
          style={{ transform: `translate(-50%, -50%) translate(${(last.x + end.x) / 2}px, ${(last.y + end.y) / 2}px)` }}
        >
          {formatRate(edge.entries)} /s{edge.full && " waits"}
        </span>
      </EdgeLabelRenderer>
    </>
  );
}
