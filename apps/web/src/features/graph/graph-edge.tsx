/** One connection in the graph, with its entry count. A click selects it, and Delete removes it. */
import { BaseEdge, EdgeLabelRenderer, type EdgeProps } from "@xyflow/react";
import type { KeyboardEvent } from "react";
import { useApp, useAppState, useReadOnly } from "../../core/page/app-context.ts";
import { grouped } from "../../core/text/counted.ts";
import { formatBytes } from "../../core/text/units.ts";
import { edgePath } from "./draw.ts";
import { disconnect } from "./edit-graph.ts";
import type { FlowEdge } from "./flow-types.ts";
import * as css from "./graph.module.css";

export function GraphEdgeView({ sourceX, sourceY, targetX, targetY, data }: EdgeProps<FlowEdge>) {
  const app = useApp();
  const { edge, lanes, flow, shared, share } = data!.drawn;
  const readOnly = useReadOnly();
  const shape = useAppState("graphView", (state) => state.shape);
  const end = { x: targetX, y: targetY };
  const points = [{ x: sourceX, y: sourceY }, ...lanes, end];
  const last = points.at(-2)!;
  const said = flow !== undefined ? grouped(flow.entries) : shared !== undefined ? `of ${grouped(shared.entries)}` : "";
  const words = edge.carries === "values" ? "values" : edge.refused ? "refused" : said;
  const about =
    flow !== undefined
      ? `: ${said} entries, ${formatBytes(flow.bytes)}`
      : shared !== undefined
        ? `: the ${grouped(shared.entries)} samples come from all its sources together`
        : "";
  const name = `${edge.from} to ${edge.to}${about}`;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Delete" && event.key !== "Backspace") return;
    event.preventDefault();
    event.stopPropagation();
    void disconnect(app, edge.from, edge.to);
  };
  return (
    <>
      <BaseEdge
        path={edgePath(points, shape)}
        className={css.edge}
        data-carries={edge.carries}
        style={{ strokeWidth: 1.25 + 2.25 * share }}
        interactionWidth={20}
      />
      <EdgeLabelRenderer>
        <button
          type="button"
          className={`${css.edgeLabel} nopan`}
          data-connection={edge.id}
          data-empty={words === ""}
          data-keys="connection"
          tabIndex={-1}
          aria-label={readOnly ? name : `${name}. Delete disconnects them.`}
          title={readOnly ? name : `${name}. Select it and press Delete to disconnect them.`}
          style={{
            transform: `translate(-50%, -50%) translate(${(last.x + end.x) / 2}px, ${(last.y + end.y) / 2}px)`,
          }}
          onKeyDown={onKeyDown}
        >
          {words}
          {edge.times > 1 && <span className="muted"> ×{edge.times}</span>}
        </button>
      </EdgeLabelRenderer>
    </>
  );
}
