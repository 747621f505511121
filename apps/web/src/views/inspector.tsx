/** One entry through the whole pipeline: every stage with what it changed and why, the result, the metrics. */
import { ChevronLeft, ChevronRight, ChevronUp, ChevronDown as Down, WrapText, X } from "lucide-react";
import { type KeyboardEvent, useId } from "react";
import { selectedSample, selectedStage } from "../domain/selected.ts";
import type { InspectorTab } from "../domain/settings.ts";
import { moveEntry } from "../workspace/commands/move-entry.ts";
import { moveStageSelection } from "../workspace/commands/move-stage-selection.ts";
import { setInspectorTab, toggleWrap } from "../workspace/commands/settings.ts";
import { tooltip } from "../workspace/commands/table.ts";
import { useApp, useAppState } from "./app-context.ts";
import { MetricsTab } from "./metrics-tab.tsx";
import { OutputTab } from "./output-tab.tsx";
import { StepsTab } from "./steps-tab.tsx";
import { useDerived } from "./use-derived.ts";

const TABS: readonly { id: InspectorTab; label: string }[] = [
  { id: "steps", label: "Steps" },
  { id: "output", label: "Output" },
  { id: "metrics", label: "Metrics" },
];

export function Inspector({ onClose }: { onClose?: () => void }) {
  const app = useApp();
  const tab = useAppState("settings", (state) => state.inspectorTab);
  const wrap = useAppState("settings", (state) => state.wrap);
  const panel = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const next = TABS[(TABS.findIndex(({ id }) => id === tab) + by + TABS.length) % TABS.length]!;
    setInspectorTab(app, next.id);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  return (
    <section className="pane inspector" aria-label="Inspection">
      <div className="pane-head">
        <Place />
        {onClose !== undefined && (
          <button type="button" className="button icon-button" aria-label="Close the inspection" onClick={onClose}>
            <X aria-hidden="true" size={15} />
          </button>
        )}
      </div>
      <div className="tabs">
        <div role="tablist" aria-label="Inspection" className="tab-list" onKeyDown={onKeyDown}>
          {TABS.map(({ id, label }) => (
            <button
              key={id}
              id={`${panel}-${id}`}
              data-tab={id}
              type="button"
              role="tab"
              aria-selected={tab === id}
              aria-controls={panel}
              tabIndex={tab === id ? 0 : -1}
              onClick={() => setInspectorTab(app, id)}
            >
              {label}
            </button>
          ))}
        </div>
        <button
          type="button"
          className="button icon-button small"
          aria-pressed={wrap}
          aria-label="Wrap long lines"
          title="Wrap long lines"
          onClick={() => toggleWrap(app)}
        >
          <WrapText aria-hidden="true" size={14} />
        </button>
      </div>
      <div
        key={tab}
        className="inspector-body dimmable"
        role="tabpanel"
        id={panel}
        aria-labelledby={`${panel}-${tab}`}
        data-wrap={wrap}
      >
        {tab === "steps" && <StepsTab />}
        {tab === "output" && <OutputTab />}
        {tab === "metrics" && <MetricsTab />}
      </div>
    </section>
  );
}

/** `Entry 12 of 48 › stage 3: timestamp`, with ways to the neighbours. */
function Place() {
  const app = useApp();
  const samples = useAppState("document", (state) => state.samples);
  const sampleId = useAppState("selection", (state) => state.sampleId);
  const stagePath = useAppState("selection", (state) => state.stagePath);
  const pipeline = useDerived("pipeline");
  const selected = selectedSample(samples, sampleId);
  const stage = selectedStage(pipeline, stagePath);
  return (
    <>
      <h2 className="place">
        {selected === undefined ? "No entry" : `Entry ${selected.index + 1}`}
        {selected !== undefined && <span className="faint"> of {samples.length.toLocaleString("en")}</span>}
        {stage !== undefined && (
          <>
            <span className="faint"> › </span>stage {stage.path}: {stage.name}
          </>
        )}
      </h2>
      <span className="pane-actions">
        <button
          type="button"
          className="button icon-button"
          aria-label="Previous entry"
          title={tooltip(app, "entry.previous")}
          onClick={() => moveEntry(app, -1)}
        >
          <ChevronLeft aria-hidden="true" size={15} />
        </button>
        <button
          type="button"
          className="button icon-button"
          aria-label="Next entry"
          title={tooltip(app, "entry.next")}
          onClick={() => moveEntry(app, 1)}
        >
          <ChevronRight aria-hidden="true" size={15} />
        </button>
        <button
          type="button"
          className="button icon-button"
          aria-label="Previous stage"
          title={tooltip(app, "stage.previous")}
          onClick={() => moveStageSelection(app, -1)}
        >
          <ChevronUp aria-hidden="true" size={15} />
        </button>
        <button
          type="button"
          className="button icon-button"
          aria-label="Next stage"
          title={tooltip(app, "stage.next")}
          onClick={() => moveStageSelection(app, 1)}
        >
          <Down aria-hidden="true" size={15} />
        </button>
      </span>
    </>
  );
}
