/** One entry of a tap through the stages: what each did, and why, as in the designer. */
import type { TapBegin } from "@sluice/protocol";
import { X } from "lucide-react";
import { makeStepViews, type StepView } from "../../core/model/step-view.ts";
import { parseSentence } from "../../core/text/sentence.ts";
import { StatusMark } from "../../ui/status-mark.tsx";
import { IconButton } from "../../ui/tip.tsx";
import { LongText, Sentence } from "../../ui/value-text.tsx";
import { EntryChanges, LineBox } from "../inspector/index.ts";
import type { TapRow } from "./tap-rows.ts";
import { clockOf } from "./words.ts";

interface TapEntryProps {
  readonly row: TapRow;
  readonly stages: TapBegin["stages"];
  onClose(): void;
}

export function TapEntryView({ row: { entry }, stages, onClose }: TapEntryProps) {
  const depth = (path: string) => path.split(".").length - 1;
  const touched = new Set(entry.steps.map(({ path }) => path));
  const listed = stages
    .filter(({ path }) => touched.has(path))
    .map((stage) => ({ ...stage, depth: depth(stage.path) }));
  const views = makeStepViews(listed, entry.steps, entry.index);
  return (
    <section className="tap-entry" aria-label={`Entry ${entry.index}`}>
      <div className="pane-head">
        <h3>Entry {entry.index}</h3>
        <span className="muted small-text">entered {clockOf(entry.entered)}</span>
        {entry.pending === true && <span className="tone-held small-text">still inside</span>}
        {entry.cut === true && <span className="tone-missed small-text">cut: too large to show in full</span>}
        <span className="spring" />
        <IconButton label="Close" Icon={X} onClick={onClose} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className="tap-steps" tabIndex={0} aria-label="What the stages did">
        <pre className="log-box">
          <LongText text={entry.before.line} limit={800} />
        </pre>
        {views.length === 0 && <p className="note muted">No stage acted on this entry.</p>}
        {views.map((view) => (
          <TapStep key={view.key} view={view} />
        ))}
      </section>
    </section>
  );
}

const TapStep = ({ view }: { view: StepView }) => (
  <article className="tap-step">
    <h4>
      <span className="muted">{view.path}</span> {view.stage} <StatusMark status={view.status} />{" "}
      {view.changes !== "" && <span className="muted small-text">· {view.changes}</span>}
    </h4>
    {view.reasons.length > 0 && (
      <ul className="reasons" aria-label="Why">
        {view.reasons.map((reason, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same reason may be given twice
          <li key={i}>
            <Sentence parts={parseSentence(reason.text)} />
          </li>
        ))}
      </ul>
    )}
    {view.step?.error !== undefined && <p className="tone-error">{view.step.error.message}</p>}
    {view.diffs.map((diff, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: outputs have no identity but their order
      <div key={i}>
        {diff.line.changed && <LineBox diff={diff.line} />}
        <EntryChanges diff={{ ...diff, origins: undefined }} />
      </div>
    ))}
  </article>
);
