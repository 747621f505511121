/** One stage's effect on one entry: why, what changed, and folded what did not. */
import type { StepJson } from "@sluice/engine";
import { ChevronDown, ChevronRight, Clock } from "lucide-react";
import { parseSentence } from "../domain/inspect/sentence.ts";
import type { StepView } from "../domain/inspect/step-view.ts";
import { formatClock } from "../domain/sample-time.ts";
import { selectStage } from "../workspace/commands/select-stage.ts";
import { foldStep } from "../workspace/commands/settings.ts";
import { useApp, useAppState } from "./app-context.ts";
import { EntryDiffView, Facet } from "./entry-diff.tsx";
import { OriginLinks } from "./origin-links.tsx";
import { StatusMark, statusWord } from "./status-mark.tsx";
import { LongText, Sentence } from "./value-text.tsx";

const CAUSES = { wake: "when its time came", flush: "at the end of the input" } as const;

/** Statuses that are open without a click: something happened. */
const OPEN = new Set<StepView["status"]>(["changed", "dropped", "error", "merged", "split", "released", "missed"]);

export function StepCard({ view, selected }: { view: StepView; selected: boolean }) {
  const app = useApp();
  const byHand = useAppState("view", (state) => state.unfolded[view.key]);
  const reached = view.status !== "not_reached";
  const metrics = view.step?.metrics.length ?? 0;
  // What a stage with stages inside changed is shown by those.
  const nests = view.stage === "match" && view.status === "changed";
  const open = reached && (byHand ?? (((OPEN.has(view.status) || metrics > 0) && !nests) || selected));
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <article
      className="step"
      data-selected={selected}
      data-status={view.status}
      aria-label={`Stage ${view.path} ${view.stage}: ${statusWord(view.status)}`}
      style={{ marginInlineStart: `${view.depth * 14}px` }}
    >
      <div className="step-head">
        <button
          type="button"
          className="button icon-button small"
          aria-expanded={open}
          aria-label={`${open ? "Fold" : "Unfold"} stage ${view.path}`}
          disabled={!reached}
          onClick={() => foldStep(app, view.key, !open)}
        >
          <Chevron aria-hidden="true" size={14} />
        </button>
        <button type="button" className="step-title" onClick={() => selectStage(app, view.path)}>
          <span className="stage-path">{view.path}</span>
          <span className="stage-name">{view.stage}</span>
        </button>
        <StatusMark status={view.status} />
        <span className="step-changes">
          {view.changes}
          {metrics > 0 && `${view.changes === "" ? "" : ", "}${metrics} ${metrics === 1 ? "metric" : "metrics"}`}
        </span>
      </div>
      {view.cause !== "process" && (
        <p className="step-cause">
          <Clock aria-hidden="true" size={12} />
          {view.cause !== "other" ? (
            <span>
              {CAUSES[view.cause]}
              {view.step !== undefined && <span className="mono faint"> {formatClock(view.step.at)}</span>}
            </span>
          ) : (
            <span>when {view.by === undefined ? "another entry" : <OriginLinks indexes={[view.by]} />} came</span>
          )}
        </p>
      )}
      {reached && <Reasons view={view} />}
      {open && <StepBody view={view} />}
    </article>
  );
}

function Reasons({ view }: { view: StepView }) {
  if (view.reasons.length === 0 && view.step?.error === undefined) return null;
  return (
    <ul className="reasons" aria-label="Why">
      {view.step?.error !== undefined && (
        <li className="tone-error">
          {view.step.error.limit ? "A limit was reached: " : "This is a bug in Sluice: "}
          {view.step.error.message}. The entry went on unchanged.
        </li>
      )}
      {view.reasons.map((reason, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same reason may be given twice
        <li key={i}>
          <Sentence parts={parseSentence(reason.text)} />
        </li>
      ))}
    </ul>
  );
}

function StepBody({ view }: { view: StepView }) {
  const { step, diffs } = view;
  if (step === undefined) return null;
  const only = diffs.length === 1 ? diffs[0] : undefined;
  if (only !== undefined) {
    return (
      <div className="step-body">
        <EntryDiffView diff={only}>
          <Effects step={step} />
        </EntryDiffView>
      </div>
    );
  }
  return (
    <div className="step-body">
      {diffs.map((diff, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: outputs have no identity but their order
        <div key={i}>
          <h4 className="output-number">
            {view.status === "split" ? `Part ${i + 1} of ${diffs.length}` : `Output ${i + 1}`}
          </h4>
          <EntryDiffView diff={diff} />
        </div>
      ))}
      <Effects step={step} />
    </div>
  );
}

/** What the stage counted and what it would write to the log. */
function Effects({ step }: { step: StepJson }) {
  return (
    <>
      {step.metrics.length > 0 && (
        <Facet title="metrics">
          <ul className="effects mono">
            {step.metrics.map(({ name, labels, operation, value }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same effect may happen twice
              <li key={i}>
                <span className="effect-operation">{operation}</span>
                <span>
                  {name}
                  <span className="faint">{formatSeries(labels)}</span> {value}
                </span>
              </li>
            ))}
          </ul>
        </Facet>
      )}
      {step.logs.length > 0 && (
        <Facet title="log">
          <ul className="effects mono">
            {step.logs.map(({ level, message, fields }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same message may be written twice
              <li key={i}>
                <span className={`effect-operation${level === "error" || level === "warn" ? " tone-warning" : ""}`}>
                  {level}
                </span>
                <span>
                  <LongText text={message} />
                  {fields !== undefined && (
                    <span className="faint">
                      {" "}
                      <LongText text={JSON.stringify(fields)} limit={300} />
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </Facet>
      )}
    </>
  );
}

function formatSeries(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return pairs.length === 0 ? "" : `{${pairs.join(", ")}}`;
}
