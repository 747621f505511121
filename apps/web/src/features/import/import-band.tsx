/** After an import: how much was not carried over, until the user dismisses it. */
import { FileInput } from "lucide-react";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { counted } from "../../core/text/counted.ts";
import { countRemarks, type ImportRemark } from "../../core/workers/import-report.ts";
import * as bandsCss from "../../ui/bands.module.css";
import { buttonClass } from "../../ui/button-class.ts";
import * as css from "./import-band.module.css";
import { dismissImportReport, showImportReport } from "./import-file.ts";

export function ImportBand() {
  const app = useApp();
  const imported = useAppState("imported", (state) => state.report);
  if (imported === null) return null;
  return (
    <section
      className={`${bandsCss.staleBand} ${css.importBand}`}
      data-quiet={imported.remarks.every(({ severity }) => severity === "info")}
      aria-label="Import"
      role="status"
    >
      <FileInput aria-hidden="true" size={14} />
      <strong>Imported {imported.name}</strong>
      <span className="cut">{sayRemarks(imported.remarks)}</span>
      <span className="spring" />
      <button type="button" className={buttonClass("small")} onClick={() => showImportReport(app)}>
        Show the report
      </button>
      <button type="button" className={buttonClass("quiet", "small")} onClick={() => dismissImportReport(app)}>
        Dismiss
      </button>
    </section>
  );
}

/** `2 errors, 1 part not carried over, 3 notes`. */
export function sayRemarks(remarks: readonly ImportRemark[]): string {
  const { error, warning, info } = countRemarks(remarks);
  const parts = [
    error > 0 && counted(error, "error"),
    warning > 0 && counted(warning, "warning"),
    info > 0 && counted(info, "note"),
  ];
  return parts.filter((part) => part !== false).join(", ") || "everything was carried over";
}
