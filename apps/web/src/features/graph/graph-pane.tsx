/** The component graph, loaded when first shown. */
import { Suspense } from "react";
import { lazyView } from "../../ui/lazy-view.tsx";

const Loaded = lazyView("The graph", () => import("./graph-view.tsx"));

export const GraphPane = () => (
  <Suspense fallback={<section className="pane" aria-label="Graph" aria-busy="true" />}>
    <Loaded />
  </Suspense>
);
