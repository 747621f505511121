/** The form of a stage, loaded when first shown. */
import { lazy, Suspense } from "react";
import * as controlsCss from "../../../ui/controls.module.css";

// The chunk may be gone: a newer build may have replaced it.
const Loaded = lazy(() =>
  import("./stage-form-view.tsx").then(
    ({ StageFormView }) => ({ default: StageFormView }),
    () => ({
      default: (_: { stagePath: string }) => (
        <p className={`${controlsCss.note} tone-error`} role="alert">
          The form could not be loaded. Reload the page to try again.
        </p>
      ),
    }),
  ),
);

/** `stagePath`: in the selected pipeline, such as `4.1`. */
export function StageForm({ stagePath }: { stagePath: string }) {
  return (
    <Suspense fallback={null}>
      <Loaded stagePath={stagePath} />
    </Suspense>
  );
}
