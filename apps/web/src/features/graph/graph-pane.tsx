/** The component graph, loaded when first shown. */
import { Suspense } from "react";
import { lazyView } from "../../ui/lazy-view.tsx";
import * as paneCss from "../../ui/pane.module.css";

const Loaded = lazyView("The graph", () => import("./graph-view.tsx"));

export const GraphPane = () => (
  <Suspense fallback={<section className={paneCss.pane} aria-label="Graph" aria-busy="true" />}>
    <Loaded />
  </Suspense>
);
