/** One component in the graph. */

import type { GraphNodeKind } from "@sluice/engine";
import { Handle, type NodeProps, Position } from "@xyflow/react";
import {
  ArrowRightFromLine,
  ArrowRightToLine,
  Boxes,
  CircleX,
  Ellipsis,
  EyeOff,
  Filter,
  Inbox,
  type LucideIcon,
  TriangleAlert,
  Workflow,
} from "lucide-react";
import type { ReactNode } from "react";
import { useApp, useAppState, useReadOnly } from "../../core/page/app-context.ts";
import { type CommandId, keysOf } from "../../core/page/commands.ts";
import { useDerived } from "../../core/page/use-derived.ts";
import { grouped, plural } from "../../core/text/counted.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { Menu, type MenuItem } from "../../ui/menu.tsx";
import { StatusIcon, statusTone } from "../../ui/status-mark.tsx";
import type { DrawnNode } from "./draw.ts";
import { openGraphDialog, openNode, receiversOf, removeNode, selectNode, showInCode, targetsOf } from "./edit-graph.ts";
import type { FlowNode } from "./flow-types.ts";
import * as css from "./graph.module.css";
import { useSelectedNode } from "./use-selected-node.ts";

const ICONS: Readonly<Record<GraphNodeKind, LucideIcon>> = {
  source: ArrowRightFromLine,
  process: Workflow,
  relabel: Filter,
  writer: ArrowRightToLine,
  receiver: Inbox,
  other: Boxes,
};

export function GraphNodeView({ data: { drawn }, isConnectable }: NodeProps<FlowNode>) {
  const app = useApp();
  const { id, name, label, kind, state, takes, gives, stages } = drawn.node;
  const previewed = useDerived("pipeline")?.id === id;
  const selected = useSelectedNode()?.id === id;
  const down = useAppState("graphView", (state) => state.shape === "down");
  const Icon = ICONS[kind];
  return (
    <div className={css.node} data-part="node" data-state={state} data-previewed={previewed} data-selected={selected}>
      <Handle
        type="target"
        position={down ? Position.Top : Position.Left}
        isConnectable={isConnectable && takes !== undefined && state !== "missing"}
        data-off={takes === undefined}
      />
      <button
        type="button"
        className={css.nodeButton}
        data-component={id}
        tabIndex={selected ? 0 : -1}
        aria-current={previewed}
        title={id}
        onFocus={() => selectNode(app, id)}
        onClick={(event) => {
          event.stopPropagation();
          openNode(app, id);
        }}
      >
        <span className={css.nodeHead}>
          <Icon aria-hidden="true" size={12} />
          <span className="mono cut">{name}</span>
          <NodeProblems drawn={drawn} />
        </span>
        <span className={`${css.nodeName} cut`}>
          {label || "stages"}{" "}
          {kind === "process" && state !== "missing" && (
            <span className={css.nodeStages}>
              {stages} {plural(stages, "stage")}
            </span>
          )}
          {previewed && <Said>previewed</Said>}
        </span>
        <NodeFacts drawn={drawn} />
      </button>
      <NodeMenu drawn={drawn} tabIndex={selected ? 0 : -1} />
      <Handle
        type="source"
        position={down ? Position.Bottom : Position.Right}
        isConnectable={isConnectable && gives !== undefined && state !== "missing"}
        data-off={gives === undefined}
      />
    </div>
  );
}

function NodeProblems({ drawn: { errors, warnings } }: { drawn: DrawnNode }) {
  if (errors + warnings === 0) return null;
  const Icon = errors > 0 ? CircleX : TriangleAlert;
  return (
    <span className={`${css.nodeProblems} tone-${errors > 0 ? "error" : "missed"}`}>
      <Icon aria-hidden="true" size={12} /> {errors > 0 ? errors : warnings}
      <Said> {errors > 0 ? plural(errors, "error") : plural(warnings, "warning")}</Said>
    </span>
  );
}

/** For screen readers, which hear the name without seeing its parts. */
const Said = ({ children }: { children: ReactNode }) => <span className="visually-hidden">{children}</span>;

/** One fact at the left, the counts at the right. */
function NodeFacts({ drawn: { node, flow, came, failure } }: { drawn: DrawnNode }) {
  const loud = flow === undefined ? undefined : flow.dropped > 0 ? "dropped" : flow.held > 0 ? "held" : undefined;
  return (
    <span className={css.nodeFacts}>
      {node.state === "kept" ? (
        <span className="muted">
          <EyeOff aria-hidden="true" size={12} /> kept as text, not run
        </span>
      ) : node.state === "missing" ? (
        <span className="tone-error">not in the configuration</span>
      ) : failure !== undefined ? (
        <span className="tone-missed cut" title={failure}>
          not counted
        </span>
      ) : loud !== undefined ? (
        <span className={`tone-${statusTone(loud)}`}>
          <StatusIcon status={loud} /> {grouped(flow![loud])} {loud}
        </span>
      ) : (
        <span className="muted">{node.kind === "process" ? "" : node.kind}</span>
      )}
      {flow !== undefined && (
        <b>
          {grouped(flow.in.entries)} <Said>in</Said>
          <span aria-hidden="true">→</span> {grouped(flow.sent.entries)} <Said>out</Said>
        </b>
      )}
      {flow === undefined && came !== undefined && <b>{grouped(came.entries)} in</b>}
    </span>
  );
}

function NodeMenu({ drawn: { node }, tabIndex }: { drawn: DrawnNode; tabIndex: number }) {
  const app = useApp();
  const { stale } = useDerived("graph");
  const readOnly = useReadOnly();
  const { id, state } = node;
  const item = (label: string, command: CommandId | undefined, run: () => void, more: Partial<MenuItem> = {}) => ({
    label,
    keys: command === undefined ? undefined : keysOf(app, command),
    run,
    ...more,
  });
  const items: MenuItem[] = [
    ...(node.kind === "process" && state === "run"
      ? [item("Open its stages", undefined, () => openNode(app, id))]
      : []),
    item("Show it in the code", undefined, () => showInCode(app, id)),
  ];
  const edits: MenuItem[] = [
    item("Connect to…", "graph.connect", () => openGraphDialog(app, "connect", id), {
      separator: true,
      disabled: stale || targetsOf(app, id).length === 0,
    }),
    item("Disconnect from…", "graph.disconnect", () => openGraphDialog(app, "disconnect", id), {
      disabled: stale || receiversOf(app, id).length === 0,
    }),
    item(state === "missing" ? "Remove references to it" : "Delete", "graph.remove", () => void removeNode(app, id), {
      separator: true,
      disabled: stale,
    }),
  ];
  return (
    <Menu
      label={`Actions for ${id}`}
      className={`${buttonClass("quiet", "icon", "small")} ${css.nodeMenu} nopan`}
      align="end"
      tabIndex={tabIndex}
      items={readOnly ? items : [...items, ...edits]}
    >
      <Ellipsis aria-hidden="true" size={14} />
    </Menu>
  );
}
