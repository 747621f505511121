/** Counts of both sides, and the differences by stage. */
import type { ComparisonRecord, SideSummary } from "@sluice/engine";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { counted } from "../../core/text/counted.ts";
import { formatBytes } from "../../core/text/units.ts";
import * as controlsCss from "../../ui/controls.module.css";
import { DiffView } from "../../ui/diff-view.tsx";
import * as readingCss from "../../ui/reading.module.css";
import { LongText } from "../../ui/value-text.tsx";
import * as css from "./compare.module.css";
import { type CompareResult, causeKey, stageWords } from "./compare.ts";
import type { CompareSession } from "./compare-session.ts";

const COLUMNS: readonly { readonly name: string; readonly of: (side: SideSummary) => string }[] = [
  { name: "in", of: ({ balance }) => balance.in.toLocaleString("en") },
  { name: "sent", of: ({ balance }) => balance.emitted.toLocaleString("en") },
  { name: "dropped", of: ({ balance }) => balance.dropped.toLocaleString("en") },
  { name: "held", of: ({ balance }) => balance.held.toLocaleString("en") },
  { name: "streams", of: ({ streams }) => streams.toLocaleString("en") },
  { name: "series", of: ({ series }) => series.toLocaleString("en") },
  { name: "bytes", of: ({ bytes }) => formatBytes(bytes) },
];

export function CompareCounts({ result: { summary } }: { result: CompareResult }) {
  return (
    <table className={css.counts} aria-label="Counts of both">
      <thead>
        <tr>
          <td />
          {COLUMNS.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(["a", "b"] as const).map((side) => (
          <tr key={side}>
            <th scope="row">{side.toUpperCase()}</th>
            {COLUMNS.map(({ name, of }) => (
              <td key={name} data-differs={side === "b" && of(summary.a) !== of(summary.b)}>
                {of(summary[side])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function CompareStages({ session, result }: { session: CompareSession; result: CompareResult }) {
  const { summary } = result;
  const { causes, streams, series } = summary;
  const { diff, filter } = useStore(session.store);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={css.stages} aria-label="Differences by stage" tabIndex={0}>
      <Section title="Entries that differ, by stage" empty={causes.length === 0 ? "No entry differs." : undefined}>
        <ul>
          {causes.map((cause) => {
            const key = causeKey(cause);
            const isChosen = filter.kind === "cause" && filter.cause === key;
            return (
              <li key={key}>
                <button
                  type="button"
                  className={controlsCss.link}
                  aria-pressed={isChosen}
                  onClick={() => session.setFilter(isChosen ? { kind: "all" } : { kind: "cause", cause: key })}
                >
                  {counted(cause.entries, "entry", "entries")}
                </button>{" "}
                {stageWords(cause)}
              </li>
            );
          })}
        </ul>
      </Section>
      <Drops summary={summary} />
      <Texts title="Streams" a={streams.only_a} b={streams.only_b} />
      <Texts title="Series of metrics" a={series.only_a} b={series.only_b} />
      {series.changed.length > 0 && (
        <Section title="Series with different values">
          <ul className="mono">
            {series.changed.map((one) => (
              <li key={one.series}>
                {one.series}: <del>{one.a}</del> <ins>{one.b}</ins>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="Differences in the text" empty={diff.every(({ mark }) => mark === " ") ? "None." : undefined}>
        <DiffView lines={diff} label="From A to B" />
      </Section>
    </section>
  );
}

function Drops({ summary }: { summary: ComparisonRecord }) {
  const drops = (["a", "b"] as const).flatMap((side) => summary[side].drops.map((one) => ({ side, ...one })));
  if (drops.length === 0) return null;
  return (
    <Section title="Dropped">
      <ul>
        {drops.map(({ side, path, stage, reason, entries }) => (
          <li key={`${side} ${path} ${reason}`}>
            {side.toUpperCase()}: {counted(entries, "entry", "entries")} by stage {path} {stage} (
            <span className="mono">{reason}</span>)
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Texts({ title, a, b }: { title: string; a: readonly string[]; b: readonly string[] }) {
  if (a.length + b.length === 0) return null;
  return (
    <Section title={`${title} in only one`}>
      <ul className="mono">
        {a.map((text) => (
          <li key={`a ${text}`}>
            A <del>{<LongText text={text} limit={300} />}</del>
          </li>
        ))}
        {b.map((text) => (
          <li key={`b ${text}`}>
            B <ins>{<LongText text={text} limit={300} />}</ins>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface SectionProps {
  readonly title: string;
  readonly empty?: string | undefined;
  readonly children: ReactNode;
}

function Section({ title, empty, children }: SectionProps) {
  return (
    <section className={css.section} aria-label={title}>
      <div className={readingCss.sectionHead}>
        <h3>{title}</h3>
      </div>
      {empty === undefined ? children : <p className="muted">{empty}</p>}
    </section>
  );
}
