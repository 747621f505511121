/** The view of the graph: zoom, direction and selected component. */
import type { GraphNode } from "@sluice/engine";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { GraphShape } from "../../core/model/graph/graph-layout.ts";
import type { ShownGraph } from "../../core/model/graph/shown-graph.ts";
import type { App } from "../../core/page/app.ts";

/** A step nearer or farther, or all of it. */
export type Zoom = "in" | "out" | "fit";

export interface GraphViewState {
  /** The component that was selected, by its id. */
  readonly node: string | null;
  /** How the graph is drawn in the room that it has. */
  readonly shape: GraphShape;
  /** Asks the graph for another size. A new object is a new request. */
  readonly zoom: { readonly to: Zoom } | null;
}

export const createGraphViewStore = (): StoreApi<GraphViewState> =>
  createStore(() => ({ node: null, shape: "across", zoom: null }));

declare module "../../core/page/stores.ts" {
  interface Stores {
    readonly graphView: StoreApi<GraphViewState>;
  }
}

/** The selected component, by default the previewed one, or the first. */
export function nodeIn({ graph }: ShownGraph, selected: string | null, previewed: string | undefined) {
  const find = (id: string | null | undefined): GraphNode | undefined => graph?.nodes.find((node) => node.id === id);
  return find(selected) ?? find(previewed) ?? graph?.nodes[0];
}

export const selectedNode = ({ stores, derived }: App): GraphNode | undefined =>
  nodeIn(derived.graph(), stores.graphView.getState().node, derived.pipeline()?.id);
