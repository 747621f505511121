/** The strip at the bottom: problems, the clock and the duration of the last run. */
import { PanelRightOpen, Square } from "lucide-react";
import { useApp, useAppState } from "../core/page/app-context.ts";
import { setDrawer } from "../core/page/settings.ts";
import { runPreview } from "../core/run/run-preview.ts";
import { formatMilliseconds } from "../core/text/format-duration.ts";
import { ClockControls } from "../features/clock/clock-controls.tsx";
import { CostsButton } from "../features/costs/costs-place.tsx";
import { Problems } from "../features/stages/list/problems.tsx";
import { TestsStrip } from "../features/tests/tests-strip.tsx";
import { buttonClass } from "../ui/button-class.ts";
import { NoticeRoom } from "../ui/notices/notice-room.tsx";
import * as paneCss from "../ui/pane.module.css";
import * as stripCss from "../ui/strip.module.css";
import * as css from "./frame.module.css";

/** `drawer`: the inspector is one, and opens from here. */
export function StatusBar({ drawer }: { drawer: boolean }) {
  const app = useApp();
  const milliseconds = useAppState("preview", (state) => state.result?.milliseconds);
  const drawerOpen = useAppState("view", (state) => state.drawerOpen);
  return (
    <footer className={stripCss.strip}>
      <Problems />
      <TestsStrip />
      <CostsButton />
      <RunState />
      <NoticeRoom of="status" />
      <ClockControls />
      <span className={css.lastRun}>
        {milliseconds === undefined ? "Not run yet" : `Ran in ${formatMilliseconds(milliseconds)}`}
      </span>
      {drawer && (
        <button
          type="button"
          className={buttonClass("small")}
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
      <span className={paneCss.running}>
        running …{" "}
        <button type="button" className={buttonClass("small")} onClick={() => app.preview.stop()}>
          <Square aria-hidden="true" size={12} /> Stop
        </button>
      </span>
    );
  }
  if (message === null) return null;
  return (
    <span
      role="alert"
      className={`${css.runMessage} cut tone-${status === "failed" ? "error" : "missed"}`}
      title={message}
    >
      {message}{" "}
      {status === "stopped" && (
        <button type="button" className={buttonClass("small")} onClick={() => runPreview(app, { limited: false })}>
          Run without a limit
        </button>
      )}
    </span>
  );
}
