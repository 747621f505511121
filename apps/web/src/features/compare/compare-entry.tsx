/** The result for one entry in both, side by side, and why it differs. */
import type { ComparedOutcomeJson, Side } from "@sluice/engine";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { counted } from "../../core/text/counted.ts";
import { parseSentence } from "../../core/text/sentence.ts";
import * as controlsCss from "../../ui/controls.module.css";
import { DiffView } from "../../ui/diff-view.tsx";
import * as readingCss from "../../ui/reading.module.css";
import { StatusMark } from "../../ui/status-mark.tsx";
import { LongText, Sentence } from "../../ui/value-text.tsx";
import * as css from "./compare.module.css";
import { type CompareRow, rowWords, whyWords } from "./compare.ts";
import { type SentColumn, type SentPair, sentColumn } from "./compare-sent.ts";
import type { CompareSession } from "./compare-session.ts";

export function CompareEntry({ session }: { session: CompareSession }) {
  const { result, chosen, texts, diff } = useStore(session.store);
  const row = result?.rows.find(({ sampleId }) => sampleId === chosen);
  if (row === undefined)
    return (
      <p className={`${controlsCss.note} muted`}>
        {result?.rows.length === 0 ? "Both give the same result for every entry." : "Select an entry."}
      </p>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={css.entry} aria-label={`Entry ${row.index + 1} in both`} tabIndex={0}>
      <p className={`${css.differs} muted`}>
        differs in {row.differs.includes("outcome") ? `outcome: ${rowWords(row)}` : rowWords(row)}
      </p>
      <pre className={readingCss.logBox}>
        <LongText text={row.input.line} limit={1200} />
      </pre>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className={css.sides} aria-label="Both side by side" tabIndex={0}>
        {(["a", "b"] as const).map((side) => (
          <Column key={side} side={side} row={row} name={texts[side]?.name ?? ""} />
        ))}
      </section>
      <div className={readingCss.sectionHead}>
        <h3>Why</h3>
      </div>
      <p className={css.why}>
        <Sentence parts={parseSentence(whyWords(row))} />
      </p>
      <Why row={row} />
      {diff.some(({ mark }) => mark !== " ") && (
        <>
          <div className={readingCss.sectionHead}>
            <h3>Differences in the text</h3>
          </div>
          <DiffView lines={diff} label="From A to B" />
        </>
      )}
    </section>
  );
}

function Why({ row: { parting } }: { row: CompareRow }) {
  if (parting === undefined) return null;
  const { values, reasons } = parting;
  const show = (value: unknown) =>
    value === undefined ? <span className="muted">not set</span> : <LongText text={String(value)} limit={160} />;
  return (
    <>
      {values.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <section className={css.valuesBox} aria-label="Differing values" tabIndex={0}>
          <table className={`${css.values} mono`} aria-label="Extracted values that differ">
            <thead>
              <tr>
                <th scope="col">extracted</th>
                <th scope="col">A</th>
                <th scope="col">B</th>
              </tr>
            </thead>
            <tbody>
              {values.map(({ name, a, b }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{show(a)}</td>
                  <td>{show(b)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {(["a", "b"] as const).map((side) =>
        reasons[side].map((text) => (
          <p key={`${side} ${text}`} className={css.why}>
            <span className="muted">In {side.toUpperCase()}:</span> <Sentence parts={parseSentence(text)} />
          </p>
        )),
      )}
    </>
  );
}

function Column({ side, row, name }: { side: Side; row: CompareRow; name: string }) {
  const own = row[side];
  const other = row[side === "a" ? "b" : "a"];
  const Mark = side === "a" ? "del" : "ins";
  return (
    <section className={css.side} aria-label={`${side.toUpperCase()}: ${name}`}>
      <div className={css.sideHead}>
        <h3 className="cut" title={name}>
          {side.toUpperCase()} · {name}
        </h3>
        <StatusMark status={own.status} />
      </div>
      <Ending outcome={own} />
      {own.outputs.map((entry, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no identity but their place
        <Sent key={i} column={sentColumn(row.input.line, entry, other.outputs[i])} Mark={Mark} />
      ))}
      {own.more_outputs !== undefined && (
        <p className="muted">and {counted(own.more_outputs, "more entry", "more entries")}</p>
      )}
    </section>
  );
}

/** What stopped an entry that is not sent. */
function Ending({ outcome: { settled, drops, held_by: heldBy } }: { outcome: ComparedOutcomeJson }) {
  if (settled === "held") return <p>by stage {heldBy ?? "?"}</p>;
  return drops.map(({ path, stage, reason }, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same may come twice
    <p key={i}>
      dropped by stage {path} {stage} (<span className="mono">{reason}</span>)
    </p>
  ));
}

type MarkTag = "del" | "ins";

function Sent({ column: { timestamp, labels, metadata, line }, Mark }: { column: SentColumn; Mark: MarkTag }) {
  return (
    <dl className={`${css.sent} mono`}>
      <dt>timestamp</dt>
      <dd>{timestamp.differs ? <Mark>{timestamp.text}</Mark> : timestamp.text}</dd>
      <dt>labels</dt>
      <dd>
        <Pairs pairs={labels} Mark={Mark} />
      </dd>
      <dt>metadata</dt>
      <dd>
        <Pairs pairs={metadata} Mark={Mark} />
      </dd>
      <dt>line</dt>
      <dd>
        {line === undefined ? (
          <span className="muted">unchanged</span>
        ) : (
          line.map(({ text, differs }, i) => {
            const Tag = differs ? Mark : "span";
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
              <Tag key={i}>
                <LongText text={text} limit={differs ? 1200 : 400} />
              </Tag>
            );
          })
        )}
      </dd>
    </dl>
  );
}

function Pairs({ pairs, Mark }: { pairs: readonly SentPair[]; Mark: MarkTag }) {
  const shown = pairs.map(({ name, value, differs }, i): ReactNode => {
    const text = <LongText text={`${name}=${JSON.stringify(value)}`} limit={240} />;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a name may repeat
      <span key={i}>
        {i > 0 && ", "}
        {differs ? <Mark>{text}</Mark> : text}
      </span>
    );
  });
  return (
    <>
      {"{"}
      {shown}
      {"}"}
    </>
  );
}
