/** The comparison of configurations, loaded when first opened. */
import { Suspense } from "react";
import { lazyView } from "../../ui/lazy-view.tsx";
import * as paneCss from "../../ui/pane.module.css";

const Loaded = lazyView("The comparison", () => import("./compare-view.tsx"));

export function CompareArea() {
  return (
    <Suspense fallback={<main className={paneCss.panes} aria-busy="true" />}>
      <Loaded />
    </Suspense>
  );
}
