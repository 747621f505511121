/** One stage's effect on one entry: the line with its marks, the reasons, the changes, and the unchanged values folded. */
import type { StepJson } from "@sluice/engine";
import { Clock, Copy, TextSelect, WrapText } from "lucide-react";
import { copyText } from "../../core/edit/export-file.ts";
import { formatClock } from "../../core/model/sample-time.ts";
import type { StepView } from "../../core/model/step-view.ts";
import { useApp, useAppState, useReadOnly } from "../../core/page/app-context.ts";
import { tooltip } from "../../core/page/commands.ts";
import { toggleWrap } from "../../core/page/settings.ts";
import { counted } from "../../core/text/counted.ts";
import { parseSentence } from "../../core/text/sentence.ts";
import { Fold } from "../../ui/fold.tsx";
import * as readingCss from "../../ui/reading.module.css";
import { StatusMark, statusWord } from "../../ui/status-mark.tsx";
import { IconButton } from "../../ui/tip.tsx";
import { LongText, Sentence } from "../../ui/value-text.tsx";
import { pointAtLine } from "../values/index.ts";
import { EntryChanges, EntryUnchanged, hasJson, LineBox } from "./entry-diff.tsx";
import * as inspectorCss from "./inspector.module.css";
import { JsonButton } from "./json-button.tsx";
import { OriginLinks } from "./origin-links.tsx";
import { Stopped, StoppedText } from "./stopped.tsx";
import * as valuesCss from "./values.module.css";

const CAUSES = { wake: "when its wait ended", flush: "at the end of the input" } as const;

export function StepCard({ view }: { view: StepView }) {
  const { step, diffs, place } = view;
  const line = diffs.length === 1 ? diffs[0]!.line : undefined;
  const stop = view.reasons.find((reason) => reason.stopped !== undefined)?.stopped;
  const stopsInLine = stop !== undefined && line !== undefined && !line.changed && line.after === stop.text;
  return (
    <article
      className={inspectorCss.step}
      data-status={view.status}
      aria-label={`Stage ${view.path} ${view.stage}: ${statusWord(view.status)}`}
    >
      <StepHead view={view} />
      {view.cause !== "process" && (
        <p className={inspectorCss.stepCause}>
          <Clock aria-hidden="true" size={12} />
          {view.cause !== "other" ? (
            <span>
              {CAUSES[view.cause]}
              {step !== undefined && <span className="mono"> {formatClock(step.at)}</span>}
            </span>
          ) : (
            <span>when {view.by === undefined ? "another entry" : <OriginLinks indexes={[view.by]} />} arrived</span>
          )}
        </p>
      )}
      {stopsInLine ? (
        <StoppedText stop={stop} place={place} />
      ) : (
        line !== undefined && <LineBox diff={line} place={place} />
      )}
      <Reasons view={view} />
      {stop !== undefined && <Stopped stop={stop} showsText={!stopsInLine} />}
      {diffs.map((diff, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: outputs have no identity but their order
        <div key={i}>
          {diffs.length > 1 && (
            <>
              <div className={readingCss.sectionHead}>
                <h4>{view.status === "split" ? `Part ${i + 1} of ${diffs.length}` : `Output ${i + 1}`}</h4>
              </div>
              <LineBox diff={diff.line} place={place} />
            </>
          )}
          <EntryChanges diff={diff} place={place} />
        </div>
      ))}
      {step !== undefined && <Counted step={step} />}
      {step !== undefined && (
        <div className={readingCss.folds}>
          {diffs.length === 1 && <EntryUnchanged diff={diffs[0]!} place={place} />}
          {step.logs.length > 0 && <DebugLog logs={step.logs} />}
        </div>
      )}
    </article>
  );
}

function StepHead({ view }: { view: StepView }) {
  const app = useApp();
  const readOnly = useReadOnly();
  const wrap = useAppState("settings", (state) => state.wrap);
  const line = view.diffs[0]?.line.after;
  const metrics = view.step?.metrics.length ?? 0;
  const effects = [view.changes, metrics === 0 ? "" : counted(metrics, "metric")];
  const effect = effects.filter(Boolean).join(", ");
  return (
    <div className={inspectorCss.stepHead}>
      <h3>{view.stage}</h3>
      <StatusMark status={view.status} />
      {effect !== "" && (
        <span className="muted small-text cut" title={effect}>
          · {effect}
        </span>
      )}
      <span className="spring" />
      <span className={inspectorCss.stepButtons}>
        <IconButton label="Wrap long lines" aria-pressed={wrap} Icon={WrapText} onClick={() => toggleWrap(app)} />
        {view.diffs.some(({ line }) => hasJson(line)) && <JsonButton />}
        {!readOnly && (
          <IconButton
            label="Create stages from a selection"
            tip={tooltip(app, "value.line")}
            Icon={TextSelect}
            onClick={() => pointAtLine(app)}
          />
        )}
        {line !== undefined && (
          <IconButton label="Copy the line" Icon={Copy} onClick={() => void copyText(app, line, "the line")} />
        )}
      </span>
    </div>
  );
}

function Reasons({ view }: { view: StepView }) {
  const { step } = view;
  if (view.status === "not_reached")
    return <p className={`${readingCss.reasons} muted`}>The entry did not reach this stage.</p>;
  if (view.reasons.length === 0 && step?.error === undefined) return null;
  return (
    <ul className={readingCss.reasons} aria-label="Why">
      {step?.error !== undefined && (
        <li className="tone-error">
          {step.error.limit ? "A limit was reached: " : "This is a bug in Sluice: "}
          {step.error.message}. The entry continued unchanged.
        </li>
      )}
      {view.reasons.map((reason, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same reason may be given twice
        <li key={i}>
          <Sentence parts={parseSentence(reason.text)} />
          {reason.stopped !== undefined && (
            <p className={inspectorCss.stopSummary}>
              <Sentence parts={parseSentence(reason.stopped.summary)} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The stage's effect on metrics. */
function Counted({ step }: { step: StepJson }) {
  if (step.metrics.length === 0) return null;
  return (
    <section aria-label="Metrics">
      <div className={readingCss.sectionHead}>
        <h4>Metrics</h4>
      </div>
      <ul className={`${valuesCss.effects} mono`}>
        {step.metrics.map(({ name, labels, operation, value }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same effect may happen twice
          <li key={i}>
            <span className={valuesCss.effectKind}>{operation}</span>
            <span>
              {name}
              <span className="muted">{formatSeries(labels)}</span> {value}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const isLoud = (level: string): boolean => level === "error" || level === "warn";

/** The messages that it would write to the log. */
function DebugLog({ logs }: { logs: StepJson["logs"] }) {
  return (
    <Fold title="Debug log" about={counted(logs.length, "message")}>
      <ul className={`${valuesCss.effects} mono`}>
        {logs.map(({ level, message, fields }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same message may be written twice
          <li key={i}>
            <span className={isLoud(level) ? `${valuesCss.effectKind} tone-missed` : valuesCss.effectKind}>
              {level}
            </span>
            <span>
              <LongText text={message} />
              {fields !== undefined && (
                <span className="muted">
                  {" "}
                  <LongText text={JSON.stringify(fields)} limit={300} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Fold>
  );
}

function formatSeries(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return pairs.length === 0 ? "" : `{${pairs.join(", ")}}`;
}
