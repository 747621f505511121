/** How far a search for patterns has come, and why it failed. */
import { useAppState } from "../../../core/page/app-context.ts";
import * as css from "../samples.module.css";

/** Searches that take less are over before this could be read. */
const WORTH_SAYING = 2000;

export default function PatternProgress() {
  const progress = useAppState("patterns", (state) => state.progress);
  const failed = useAppState("patterns", (state) => state.failed);
  const grouped = useAppState("settings", (state) => state.groupSamples === true);
  if (failed !== null && grouped)
    return (
      <p className={`${css.banner} tone-error`} role="alert">
        Could not find patterns: {failed}. Samples are listed one by one.
      </p>
    );
  if (progress === null || progress.total <= WORTH_SAYING) return null;
  return (
    <p className={`${css.banner} muted`} role="status">
      Finding patterns: {progress.done.toLocaleString("en")} of {progress.total.toLocaleString("en")} lines
    </p>
  );
}
