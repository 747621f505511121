/** An entry before and after a stage: its line with marks, its values with their signs, and what stayed. */
import { ArrowRight, GitMerge } from "lucide-react";
import { Fragment } from "react";
import { type PairChange, showValue, typeOf } from "../domain/inspect/diff-pairs.ts";
import { isAlike } from "../domain/inspect/diff-text.ts";
import type { EntryDiff, MapFacet } from "../domain/inspect/step-view.ts";
import { Fold } from "./fold.tsx";
import { OriginLinks } from "./origin-links.tsx";
import { LongText } from "./value-text.tsx";

const SIGNS: Readonly<Record<PairChange["kind"], string>> = { added: "+", removed: "−", changed: "~", same: "" };
const WORDS: Readonly<Record<PairChange["kind"], string>> = {
  added: "added",
  removed: "removed",
  changed: "changed",
  same: "unchanged",
};

/** Words are marked where the two lines are alike; else they stand below each other. */
export function LineBox({ diff }: { diff: EntryDiff["line"] }) {
  if (diff.after === "" && !diff.changed)
    return (
      <pre className="log-box">
        <span className="faint">(empty line)</span>
      </pre>
    );
  if (!diff.changed)
    return (
      <pre className="log-box">
        <LongText text={diff.after} limit={800} />
      </pre>
    );
  if (!isAlike(diff.parts))
    return (
      <>
        <pre className="log-box before">
          <span className="sign" data-change="removed">
            −{" "}
          </span>
          <LongText text={diff.before} limit={800} />
        </pre>
        <pre className="log-box after">
          <span className="sign" data-change="added">
            +{" "}
          </span>
          <LongText text={diff.after} limit={1200} />
        </pre>
      </>
    );
  return (
    <pre className="log-box">
      {diff.parts.map((part, i) => {
        const text = <LongText text={part.text} limit={part.kind === "added" ? 1200 : 600} />;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
          <Fragment key={i}>
            {part.kind === "same" ? text : part.kind === "added" ? <ins>{text}</ins> : <del>{text}</del>}
          </Fragment>
        );
      })}
    </pre>
  );
}

/** What the stage did to values, each once. */
export function EntryChanges({ diff }: { diff: EntryDiff }) {
  const { timestamp } = diff;
  const time: PairChange = {
    kind: "changed",
    name: "timestamp",
    before: timestamp.before,
    after: timestamp.after,
  };
  return (
    <>
      <Values title="Extracted" changes={changedOf(diff.extracted)} />
      <Values title="Labels" changes={changedOf(diff.labels)} />
      <Values title="Structured metadata" changes={changedOf(diff.metadata)} />
      {timestamp.changed && <Values title="Time" changes={[time]} />}
      {diff.origins !== undefined && (
        <p className="step-cause">
          <GitMerge aria-hidden="true" size={12} />
          <span>
            comes from <OriginLinks indexes={diff.origins} />
          </span>
        </p>
      )}
    </>
  );
}

/** What stayed, folded. */
export function EntryUnchanged({ diff }: { diff: EntryDiff }) {
  const about = describeUnchanged(diff);
  if (about === "") return null;
  const time: PairChange = { kind: "same", name: "timestamp", before: undefined, after: diff.timestamp.after };
  return (
    <Fold title="Unchanged" about={about}>
      {!diff.timestamp.changed && <Values title="Time" changes={[time]} />}
      <Values title="Labels" changes={sameOf(diff.labels)} />
      <Values title="Structured metadata" changes={sameOf(diff.metadata)} />
      <Values title="Extracted" changes={sameOf(diff.extracted)} />
    </Fold>
  );
}

const changedOf = (facet: MapFacet): PairChange[] => facet.changes.filter((change) => change.kind !== "same");
const sameOf = (facet: MapFacet): PairChange[] => facet.changes.filter((change) => change.kind === "same");

function describeUnchanged(diff: EntryDiff): string {
  const parts: string[] = [];
  if (!diff.line.changed) parts.push("line");
  if (!diff.timestamp.changed) parts.push("timestamp");
  const labels = sameOf(diff.labels).length;
  if (labels > 0) parts.push(`${labels} label${labels === 1 ? "" : "s"}`);
  const metadata = sameOf(diff.metadata).length;
  if (metadata > 0) parts.push(`${metadata} metadata`);
  const extracted = sameOf(diff.extracted).length;
  if (extracted > 0) parts.push(`${extracted} extracted`);
  return parts.join(", ");
}

/** Names and values with their signs; the type of a value is shown where it is not a string. */
export function Values({ title, changes }: { title: string; changes: readonly PairChange[] }) {
  if (changes.length === 0) return null;
  return (
    <section aria-label={title}>
      <div className="section-head">
        <h4>{title}</h4>
        <span>{summarize(changes)}</span>
      </div>
      <dl className="values mono">
        {changes.map((change, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name may repeat
          <Value key={i} change={change} />
        ))}
      </dl>
    </section>
  );
}

/** `11 new`, `1 changed, 2 removed` */
function summarize(changes: readonly PairChange[]): string {
  const words = { added: "new", changed: "changed", removed: "removed" } as const;
  return (["added", "changed", "removed"] as const)
    .map((kind) => [changes.filter((change) => change.kind === kind).length, words[kind]] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(", ");
}

function Value({ change: { kind, name, before, after } }: { change: PairChange }) {
  const value = kind === "removed" ? before! : after!;
  const type = typeOf(value);
  const text = showValue(value);
  const shown = text === "" ? <span className="faint">(empty)</span> : <LongText text={text} limit={240} />;
  return (
    <div className="value">
      <dt>
        <span className="sign" data-change={kind}>
          <span aria-hidden="true">{SIGNS[kind]}</span>
          <span className="visually-hidden">{WORDS[kind]} </span>
        </span>
        {name}
      </dt>
      <dd>
        {kind === "changed" && (
          <>
            <del>
              <LongText text={showValue(before!)} limit={160} />
            </del>{" "}
            <ArrowRight aria-label="now" className="arrow" size={12} />{" "}
          </>
        )}
        {kind === "removed" ? <del>{shown}</del> : shown}
      </dd>
      {type !== "string" && <dd className="value-type">{type}</dd>}
    </div>
  );
}
