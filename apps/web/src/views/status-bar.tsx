/** What the last run was like: its state, and the clock that it ran under. */
import { PanelRightOpen, Square } from "lucide-react";
import { formatMilliseconds } from "../domain/inspect/format-duration.ts";
import { runPreview } from "../workspace/commands/run-preview.ts";
import { setDrawer } from "../workspace/commands/settings.ts";
import { useApp, useAppState } from "./app-context.ts";
import { ClockControls } from "./clock-controls.tsx";

export function StatusBar({ wide }: { wide: boolean }) {
  const app = useApp();
  const milliseconds = useAppState("preview", (state) => state.result?.milliseconds);
  const drawerOpen = useAppState("view", (state) => state.drawerOpen);
  return (
    <section className="status-bar" aria-label="Preview status">
      <RunState />
      <span className="status-space" />
      <ClockControls />
      <span className="last-run">
        {milliseconds === undefined ? "not run yet" : `last run ${formatMilliseconds(milliseconds)}`}
      </span>
      {!wide && (
        <button
          type="button"
          className="button small"
          aria-pressed={drawerOpen}
          onClick={() => setDrawer(app, !drawerOpen)}
        >
          <PanelRightOpen aria-hidden="true" size={13} /> Inspection
        </button>
      )}
    </section>
  );
}

function RunState() {
  const app = useApp();
  const status = useAppState("preview", (state) => state.status);
  const message = useAppState("preview", (state) => state.message);
  if (status === "running") {
    return (
      <span className="running">
        <span className="running-word">running …</span>
        <button type="button" className="button small" onClick={() => app.preview.stop()}>
          <Square aria-hidden="true" size={10} /> Stop
        </button>
      </span>
    );
  }
  if (message === null) return <span />;
  return (
    <span role="alert" className={`run-message ${status === "failed" ? "tone-error" : "tone-warning"}`} title={message}>
      {message}{" "}
      {status === "stopped" && (
        <button type="button" className="button small" onClick={() => runPreview(app, { limited: false })}>
          Run without a limit
        </button>
      )}
    </span>
  );
}
