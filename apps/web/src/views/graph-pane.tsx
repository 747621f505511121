/** The graph of components, which is loaded when it is first shown. */
import { lazy, Suspense } from "react";

// What the build made may be gone when it is asked for: another build took its place.
const Loaded = lazy(() =>
  import("./graph/graph-view.tsx").catch(() => ({
    default: () => (
      <p className="note tone-error" role="alert">
        The graph could not be loaded. Reload the page to try again.
      </p>
    ),
  })),
);

export const GraphPane = () => (
  <Suspense fallback={<section className="pane" aria-label="Graph" aria-busy="true" />}>
    <Loaded />
  </Suspense>
);
