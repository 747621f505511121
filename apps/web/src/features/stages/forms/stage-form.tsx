/** The form of a stage, which is loaded when one is first shown. */
import { lazy, Suspense } from "react";

// What the build made may be gone when it is asked for: another build took its place.
const Loaded = lazy(() =>
  import("./stage-form-view.tsx").then(
    ({ StageFormView }) => ({ default: StageFormView }),
    () => ({
      default: (_: { stagePath: string }) => (
        <p className="note tone-error" role="alert">
          The form could not be loaded. Reload the page to try again.
        </p>
      ),
    }),
  ),
);

/** `stagePath`: of the selected pipeline, `4.1`. */
export function StageForm({ stagePath }: { stagePath: string }) {
  return (
    <Suspense fallback={null}>
      <Loaded stagePath={stagePath} />
    </Suspense>
  );
}
