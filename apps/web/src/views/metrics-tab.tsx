/** The metrics of the whole run, as a scrape would see them. */
import { Copy } from "lucide-react";
import { copyText } from "../workspace/commands/export-file.ts";
import { useApp, useAppState } from "./app-context.ts";

export function MetricsTab() {
  const app = useApp();
  const exposition = useAppState("preview", (state) => state.result?.exposition);
  if (exposition === undefined || exposition.trim() === "") {
    return (
      <p className="empty">The run counted nothing: no stage of this pipeline makes metrics, or none was reached.</p>
    );
  }
  return (
    <div className="exposition">
      <div className="entry-head">
        <h3>After all samples</h3>
        <button
          type="button"
          className="button icon-button small"
          aria-label="Copy the metrics"
          title="Copy the metrics"
          onClick={() => void copyText(app, exposition, "the metrics")}
        >
          <Copy aria-hidden="true" size={13} />
        </button>
      </div>
      <pre className="mono">
        {exposition
          .trimEnd()
          .split("\n")
          .map((line) => (
            <span key={line} className={line.startsWith("#") ? "exposition-line faint" : "exposition-line"}>
              {line}
              {"\n"}
            </span>
          ))}
      </pre>
    </div>
  );
}
