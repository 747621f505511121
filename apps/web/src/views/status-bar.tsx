/** The strip at the bottom: problems, the clock that the last run went by, how long it took. */
import { PanelRightOpen, Square } from "lucide-react";
import { formatMilliseconds } from "../domain/inspect/format-duration.ts";
import { runPreview } from "../workspace/commands/run-preview.ts";
import { setDrawer } from "../workspace/commands/settings.ts";
import { useApp, useAppState } from "./app-context.ts";
import { ClockControls } from "./clock-controls.tsx";
import { Problems } from "./problems.tsx";
import { TestsStrip } from "./tests-strip.tsx";

/** `drawer`: the inspector is one, and opens from here. */
export function StatusBar({ drawer }: { drawer: boolean }) {
  const app = useApp();
  const milliseconds = useAppState("preview", (state) => state.result?.milliseconds);
  const drawerOpen = useAppState("view", (state) => state.drawerOpen);
  return (
    <footer className="strip">
      <Problems />
      <TestsStrip />
      <RunState />
      <span className="spring" />
      <ClockControls />
      <span className="last-run">
        {milliseconds === undefined ? "Not run yet" : `Ran in ${formatMilliseconds(milliseconds)}`}
      </span>
      {drawer && (
        <button
          type="button"
          className="button small"
          aria-pressed={drawerOpen}
          onClick={() => setDrawer(app, !drawerOpen)}
        >
          <PanelRightOpen aria-hidden="true" size={12} /> Inspector
        </button>
      )}
    </footer>
  );
}

function RunState() {
  const app = useApp();
  const status = useAppState("preview", (state) => state.status);
  const message = useAppState("preview", (state) => state.message);
  if (status === "running") {
    return (
      <span className="running">
        running …{" "}
        <button type="button" className="button small" onClick={() => app.preview.stop()}>
          <Square aria-hidden="true" size={12} /> Stop
        </button>
      </span>
    );
  }
  if (message === null) return null;
  return (
    <span role="alert" className={`run-message cut tone-${status === "failed" ? "error" : "missed"}`} title={message}>
      {message}{" "}
      {status === "stopped" && (
        <button type="button" className="button small" onClick={() => runPreview(app, { limited: false })}>
          Run without a limit
        </button>
      )}
    </span>
  );
}
