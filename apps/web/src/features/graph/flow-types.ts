/** The graph library's data for a component and for a connection. */
import type { Edge, Node } from "@xyflow/react";
import type { DrawnEdge, DrawnNode } from "./draw.ts";

export type FlowNode = Node<{ readonly drawn: DrawnNode }, "component">;
export type FlowEdge = Edge<{ readonly drawn: DrawnEdge }, "connection">;
