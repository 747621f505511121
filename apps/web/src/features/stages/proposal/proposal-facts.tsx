/** What the proposed stages do with the samples: figures, what stays unparsed, and an example. */
import type { Proposal } from "@sluice/engine";
import { useState } from "react";
import type { SampleEntry } from "../../../core/model/samples.ts";
import { useApp } from "../../../core/page/app-context.ts";
import { selectEntry } from "../../../core/select/select-entry.ts";
import { setFilter, showAllEntries } from "../../../core/select/set-filter.ts";
import { counted, grouped } from "../../../core/text/counted.ts";
import * as controlsCss from "../../../ui/controls.module.css";
import { LongText, VisibleText } from "../../../ui/value-text.tsx";
import * as css from "./proposal.module.css";

interface FactsProps {
  readonly proposal: Proposal;
  /** Those that it was made of. */
  readonly samples: readonly SampleEntry[];
}

export function Figures({ proposal, samples }: FactsProps) {
  const {
    entries,
    parsed,
    unparsed,
    timed,
    carried,
    leveled,
    streams,
    redacted,
    dropped,
    comments,
    lines,
    looked,
    blank,
    attached,
  } = proposal.figures;
  const wanted = parsed + unparsed;
  const app = useApp();
  const show = () => {
    const ids = proposal.unparsedLines.flatMap((line) => samples[line]?.id ?? []);
    setFilter(app, { kind: "entries", ids, what: "left unparsed" });
  };
  return (
    <div className={css.facts}>
      <ul className={css.figures} aria-label="Figures">
        <Figure count={parsed} of={wanted} word={`parsed (${percent(parsed, wanted)})`} />
        <Figure count={timed} of={entries} word="with their time" />
        {carried > 0 && (
          <li>
            <b>{grouped(carried)}</b> with that of the entry before
          </li>
        )}
        <Figure count={leveled} of={entries} word="with a level" />
        <li>
          <b>{grouped(streams)}</b> {streams === 1 ? "stream" : "streams"}
        </li>
        {redacted > 0 && (
          <li>
            <b>{grouped(redacted)}</b> with secrets redacted
          </li>
        )}
        {dropped > 0 && (
          <li>
            <b>{grouped(dropped)}</b> dropped
          </li>
        )}
        {comments > 0 && (
          <li>
            <b>{grouped(comments)}</b> {comments === 1 ? "comment" : "comments"}
          </li>
        )}
        {attached > 0 && (
          <li>
            <b>{grouped(attached)}</b> {attached === 1 ? "line" : "lines"} without a time joined to the entry before
          </li>
        )}
        {unparsed > 0 && (
          <li>
            <button type="button" className={controlsCss.link} title="Show them in the list" onClick={show}>
              {grouped(unparsed)} unparsed
            </button>
          </li>
        )}
      </ul>
      <Exposed proposal={proposal} />
      {proposal.untimed.map((why) => (
        <p key={why} className="muted">
          Entries keep the time of their arrival: {why}.
        </p>
      ))}
      {looked + blank < lines && (
        <p className="muted">
          Worked out from {grouped(looked)} of {counted(lines, "line")}.
        </p>
      )}
      {unparsed > 0 && <Unparsed proposal={proposal} samples={samples} />}
    </div>
  );
}

/** Secrets that leave: said wherever a proposal is shown. */
export function Exposed({ proposal: { figures } }: { proposal: Proposal }) {
  if (figures.exposed === 0) return null;
  return (
    <p role="status">
      {counted(figures.exposed, "entry keeps", "entries keep")} what looks like a secret: no stage that is taken redacts
      it.
    </p>
  );
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? "0 %" : part === whole ? "100 %" : `${Math.min(99.9, (part / whole) * 100).toFixed(1)} %`;

function Figure({ count, of, word }: { count: number; of: number; word: string }) {
  return (
    <li>
      <b>{grouped(count)}</b> of {grouped(of)} {word}
    </li>
  );
}

function Unparsed({ proposal, samples }: FactsProps) {
  const app = useApp();
  const others = proposal.unparsed.reduce((rest, { count }) => rest - count, proposal.figures.unparsed);
  const show = (line: number) => {
    const id = samples[line]?.id;
    if (id === undefined) return;
    showAllEntries(app);
    selectEntry(app, id);
  };
  return (
    <ul className={css.unparsed} aria-label="Unparsed">
      {proposal.unparsed.map(({ template, count, line }) => (
        <li key={`${line} ${template}`}>
          <button type="button" className={controlsCss.link} onClick={() => show(line)}>
            {counted(count, "entry", "entries")}
          </button>{" "}
          <span className="mono cut" title={template}>
            <VisibleText text={template} />
          </span>
        </li>
      ))}
      {others > 0 && <li className="muted">{grouped(others)} others</li>}
    </ul>
  );
}

export function Example({ proposal: { example } }: FactsProps) {
  if (example === undefined) return null;
  const { before, after, time, labels, metadata } = example;
  return (
    <dl className={`${css.example} mono`} aria-label="Example">
      <dt>in</dt>
      <dd className="muted">
        <LongText text={before} limit={SHOWN_LINE} />
      </dd>
      {after !== before && (
        <>
          <dt>out</dt>
          <dd>
            <LongText text={after} limit={SHOWN_LINE} />
          </dd>
        </>
      )}
      <dt>time</dt>
      <dd>{time ?? <span className="faint">when it is received</span>}</dd>
      <Pairs title="labels" pairs={labels} />
      <Pairs title="metadata" pairs={metadata} />
    </dl>
  );
}

function Pairs({ title, pairs }: { title: string; pairs: Readonly<Record<string, string>> }) {
  const [all, setAll] = useState(false);
  const names = Object.keys(pairs);
  if (names.length === 0) return null;
  const shown = all || names.length <= SHOWN_PAIRS + 1 ? names : names.slice(0, SHOWN_PAIRS);
  return (
    <>
      <dt>{title}</dt>
      <dd className={css.chips}>
        {shown.map((name) => (
          <Pair key={name} name={name} value={pairs[name]!} />
        ))}
        {shown.length < names.length && (
          <button type="button" className={controlsCss.more} onClick={() => setAll(true)}>
            … {names.length - shown.length} more …
          </button>
        )}
      </dd>
    </>
  );
}

/** The most characters of a line and of a value, and the most values, that are shown at once: the stages are to be in sight. */
const SHOWN_LINE = 120;
const SHOWN_VALUE = 60;
const SHOWN_PAIRS = 6;

export const Pair = ({ name, value }: { name: string; value: string }) => (
  <span className={css.pair}>
    <span className="muted">{name} =</span> <LongText text={value} limit={SHOWN_VALUE} />
  </span>
);
