/** The filters by pattern, each with a way out. */
import { X } from "lucide-react";
import type { PatternFilter } from "../../../core/model/sample-patterns.ts";
import { useApp, useAppState } from "../../../core/page/app-context.ts";
import { clearPatternFilter } from "../../../core/select/pattern-list.ts";
import * as controlsCss from "../../../ui/controls.module.css";
import * as css from "../samples.module.css";

export default function PatternChips() {
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
