/** The filters by pattern, each with a way out, and how far a search for patterns has come. */
import { X } from "lucide-react";
import type { PatternFilter } from "../../../core/model/sample-patterns.ts";
import { useApp, useAppState } from "../../../core/page/app-context.ts";
import { clearPatternFilter } from "../../../core/select/pattern-list.ts";
import * as controlsCss from "../../../ui/controls.module.css";
import * as css from "../samples.module.css";

export function PatternChips() {
  const app = useApp();
  const filters = useAppState("patterns", (state) => state.filters);
  const patterns = useAppState("patterns", (state) => state.known?.report.patterns);
  const templateOf = ({ number }: PatternFilter) =>
    patterns?.find((pattern) => pattern.number === number)?.template ?? "lines without a pattern";
  return filters.map((filter) => {
    const what = `${filter.shown ? "Only" : "Not"}: ${templateOf(filter)}`;
    return (
      <button
        key={filter.number}
        type="button"
        className={`${controlsCss.chip} ${css.patternChip}`}
        data-part="pattern-filter"
        aria-pressed="true"
        aria-label={`${what}: remove this filter`}
        title={what}
        onClick={() => clearPatternFilter(app, filter.number)}
      >
        <span className="cut">{what}</span> <X aria-hidden="true" size={12} />
      </button>
    );
  });
}

/** Searches that take less are over before this could be read. */
const WORTH_SAYING = 2000;

export function PatternProgress() {
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
