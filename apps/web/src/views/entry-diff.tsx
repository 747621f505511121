/** An entry before and after a stage: what changed first and marked, the rest folded. */
import { ChevronDown, ChevronRight, GitMerge } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import { type PairChange, showValue, typeOf } from "../domain/inspect/diff-pairs.ts";
import { type EntryDiff, type MapFacet, splitTimestamp } from "../domain/inspect/step-view.ts";
import { OriginLinks } from "./origin-links.tsx";
import { LongText } from "./value-text.tsx";

const SIGNS: Readonly<Record<PairChange["kind"], string>> = { added: "+", removed: "−", changed: "~", same: "" };
const WORDS: Readonly<Record<PairChange["kind"], string>> = {
  added: "added",
  removed: "removed",
  changed: "changed",
  same: "unchanged",
};

/** `children` stand between what changed and what did not. */
export function EntryDiffView({ diff, children }: { diff: EntryDiff; children?: ReactNode }) {
  const [all, setAll] = useState(false);
  const folded = unchangedParts(diff);
  const Chevron = all ? ChevronDown : ChevronRight;
  return (
    <>
      {diff.line.changed && <LineDiff diff={diff.line} />}
      {diff.timestamp.changed && <TimeDiff before={diff.timestamp.before} after={diff.timestamp.after} />}
      {diff.labels.changed > 0 && <LabelSetDiff facet={diff.labels} />}
      {diff.metadata.changed > 0 && <PairTable title="structured metadata" changes={changedOf(diff.metadata)} />}
      {diff.extracted.changed > 0 && <PairTable title="extracted" changes={changedOf(diff.extracted)} typed />}
      {diff.origins !== undefined && (
        <p className="origins">
          <GitMerge aria-hidden="true" size={12} /> comes from <OriginLinks indexes={diff.origins} />
        </p>
      )}
      {children}
      {folded !== "" && (
        <button type="button" className="fold" aria-expanded={all} onClick={() => setAll(!all)}>
          <Chevron aria-hidden="true" size={13} /> unchanged: {folded}
        </button>
      )}
      {all && (
        <div className="unchanged">
          {!diff.line.changed && (
            <Facet title="line">
              <pre className="line">
                <LongText text={diff.line.after} limit={800} />
              </pre>
            </Facet>
          )}
          {!diff.timestamp.changed && (
            <Facet title="timestamp">
              <span className="mono">{diff.timestamp.after}</span>
            </Facet>
          )}
          {diff.labels.changed === 0 && diff.labels.changes.length > 0 && <LabelSetDiff facet={diff.labels} />}
          <PairTable title="structured metadata" changes={sameOf(diff.metadata)} />
          <PairTable title="extracted" changes={sameOf(diff.extracted)} typed />
        </div>
      )}
    </>
  );
}

const changedOf = (facet: MapFacet): PairChange[] => facet.changes.filter((change) => change.kind !== "same");
const sameOf = (facet: MapFacet): PairChange[] => facet.changes.filter((change) => change.kind === "same");

function unchangedParts(diff: EntryDiff): string {
  const parts: string[] = [];
  if (!diff.line.changed) parts.push("line");
  if (!diff.timestamp.changed) parts.push("timestamp");
  const labels = sameOf(diff.labels).length;
  if (diff.labels.changed === 0 && labels > 0) parts.push(`${labels} label${labels === 1 ? "" : "s"}`);
  const metadata = sameOf(diff.metadata).length;
  if (metadata > 0) parts.push(`${metadata} metadata`);
  const extracted = sameOf(diff.extracted).length;
  if (extracted > 0) parts.push(`${extracted} extracted`);
  return parts.join(", ");
}

export function Facet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="facet" aria-label={title}>
      <h4>{title}</h4>
      {children}
    </section>
  );
}

function LineDiff({ diff }: { diff: EntryDiff["line"] }) {
  return (
    <Facet title="line">
      <pre className="line">
        {diff.parts.map((part, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
          <Fragment key={i}>
            {part.kind === "same" ? (
              <LongText text={part.text} limit={600} />
            ) : part.kind === "added" ? (
              <ins>
                <LongText text={part.text} limit={1200} />
              </ins>
            ) : (
              <del>
                <LongText text={part.text} limit={600} />
              </del>
            )}
          </Fragment>
        ))}
      </pre>
    </Facet>
  );
}

function TimeDiff({ before, after }: { before: string; after: string }) {
  const from = splitTimestamp(before);
  const to = splitTimestamp(after);
  return (
    <Facet title="timestamp">
      <div className="mono change-values">
        <del>{before}</del>
        <span aria-hidden="true" className="arrow">
          →
        </span>
        <ins>
          {from.date === to.date ? <span className="same-part">{to.date}T</span> : `${to.date}T`}
          {to.time}
        </ins>
      </div>
    </Facet>
  );
}

/** Labels as Loki writes them, with marks at those that changed. */
function LabelSetDiff({ facet }: { facet: MapFacet }) {
  const { changes } = facet;
  return (
    <Facet title="labels">
      <div className="label-set mono">
        {"{"}
        {changes.map((change, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: order is identity here
          <Fragment key={i}>
            <span className={`label-pair kind-${change.kind}`} title={WORDS[change.kind]}>
              {change.kind !== "same" && <span className="sign">{SIGNS[change.kind]}</span>}
              {change.name}=
              {change.kind === "changed" && (
                <>
                  <del>
                    <LongText text={JSON.stringify(change.before)} limit={120} />
                  </del>{" "}
                </>
              )}
              <LongText text={JSON.stringify(change.kind === "removed" ? change.before : change.after)} limit={200} />
            </span>
            {i < changes.length - 1 && ", "}
          </Fragment>
        ))}
        {"}"}
      </div>
    </Facet>
  );
}

/** Names and values, each with its sign; with `typed` also the kind of value. */
export function PairTable({
  title,
  changes,
  typed = false,
}: {
  title: string;
  changes: readonly PairChange[];
  typed?: boolean;
}) {
  if (changes.length === 0) return null;
  return (
    <Facet title={title}>
      <table className="pairs">
        <tbody>
          {changes.map((change, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a name may repeat
            <tr key={i} className={`kind-${change.kind}`}>
              <td className="sign" title={WORDS[change.kind]}>
                <span aria-hidden="true">{SIGNS[change.kind]}</span>
                <span className="visually-hidden">{WORDS[change.kind]}</span>
              </td>
              <th scope="row">{change.name}</th>
              <td className="pair-value mono">
                {change.kind === "changed" && (
                  <>
                    <del>
                      <LongText text={showValue(change.before!)} limit={160} />
                    </del>
                    <span aria-hidden="true" className="arrow">
                      {" "}
                      →{" "}
                    </span>
                  </>
                )}
                {showValue((change.kind === "removed" ? change.before : change.after)!) === "" ? (
                  <span className="faint">(empty)</span>
                ) : (
                  <LongText text={showValue((change.kind === "removed" ? change.before : change.after)!)} limit={240} />
                )}
              </td>
              {typed && (
                <td className="value-type">{typeOf((change.kind === "removed" ? change.before : change.after)!)}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Facet>
  );
}
