/** What the library that draws the graph is given of a component and of a connection. */
import type { Edge, Node } from "@xyflow/react";
import type { DrawnEdge, DrawnNode } from "./draw.ts";

export type FlowNode = Node<{ readonly drawn: DrawnNode }, "component">;
export type FlowEdge = Edge<{ readonly drawn: DrawnEdge }, "connection">;
