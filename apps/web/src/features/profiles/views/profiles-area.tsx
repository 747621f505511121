/** The profiles area, loaded on its first visit. */
import { Suspense, useEffect } from "react";
import { lazyView } from "../../../ui/lazy-view.tsx";
import * as paneCss from "../../../ui/pane.module.css";

const Loaded = lazyView("Profiles", () => import("./profiles-view.tsx"));

export function ProfilesArea() {
  useEffect(() => {
    document.title = "Profiles · Sluice";
  }, []);
  return (
    <Suspense fallback={<main className={paneCss.panes} aria-busy="true" />}>
      <Loaded />
    </Suspense>
  );
}
