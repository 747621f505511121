/** The live area, loaded on its first visit. */
import { Suspense, useEffect } from "react";
import { lazyView } from "../../ui/lazy-view.tsx";
import * as paneCss from "../../ui/pane.module.css";

const Loaded = lazyView("The live view", () => import("./live-view.tsx"));

export function LiveArea() {
  useEffect(() => {
    document.title = "Live · Sluice";
  }, []);
  return (
    <Suspense fallback={<main className={paneCss.panes} aria-busy="true" />}>
      <Loaded />
    </Suspense>
  );
}
