import type { GraphNode } from "@sluice/engine";
import { useAppState } from "../../core/page/app-context.ts";
import { useDerived } from "../../core/page/use-derived.ts";
import { nodeIn } from "./graph-view-store.ts";

/** The selected component, by default the previewed one, or the first. */
export function useSelectedNode(): GraphNode | undefined {
  const selected = useAppState("graphView", (state) => state.node);
  const previewed = useDerived("pipeline")?.id;
  return nodeIn(useDerived("graph"), selected, previewed);
}
