/** One entry of a tap through the stages: what each did, and why, as in the designer. */
import type { TapBegin } from "@sluice/protocol";
import { X } from "lucide-react";
import { makeStepViews, type StepView } from "../../core/model/step-view.ts";
import { parseSentence } from "../../core/text/sentence.ts";
import * as controlsCss from "../../ui/controls.module.css";
import * as paneCss from "../../ui/pane.module.css";
import * as readingCss from "../../ui/reading.module.css";
import { StatusMark } from "../../ui/status-mark.tsx";
import { IconButton } from "../../ui/tip.tsx";
import { LongText, Sentence } from "../../ui/value-text.tsx";
import { EntryChanges, LineBox } from "../inspector/index.ts";
import * as css from "./tap.module.css";
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
    <section className={css.tapEntry} aria-label={`Entry ${entry.index}`}>
      <div className={paneCss.paneHead}>
        <h3>Entry {entry.index}</h3>
        <span className="muted small-text">entered {clockOf(entry.entered)}</span>
        {entry.pending === true && <span className="tone-held small-text">still inside</span>}
        {entry.cut === true && <span className="tone-missed small-text">cut: too large to show in full</span>}
        <span className="spring" />
        <IconButton label="Close" Icon={X} onClick={onClose} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className={css.tapSteps} tabIndex={0} aria-label="What the stages did">
        <pre className={readingCss.logBox}>
          <LongText text={entry.before.line} limit={800} />
        </pre>
        {views.length === 0 && <p className={`${controlsCss.note} muted`}>No stage acted on this entry.</p>}
        {views.map((view) => (
          <TapStep key={view.key} view={view} />
        ))}
      </section>
    </section>
  );
}

const TapStep = ({ view }: { view: StepView }) => (
  <article className={css.tapStep}>
    <h4>
      <span className="muted">{view.path}</span> {view.stage} <StatusMark status={view.status} />{" "}
      {view.changes !== "" && <span className="muted small-text">· {view.changes}</span>}
    </h4>
    {view.reasons.length > 0 && (
      <ul className={readingCss.reasons} aria-label="Why">
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
