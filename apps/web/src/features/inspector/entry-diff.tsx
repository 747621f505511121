/** An entry before and after a stage: its line with marks, its values with their signs, and the unchanged values. */
import type { ValuePlace } from "@sluice/engine";
import { ArrowRight, GitMerge } from "lucide-react";
import { Fragment, Suspense } from "react";
import type { EntryDiff, MapFacet } from "../../core/model/step-view.ts";
import { useAppState } from "../../core/page/app-context.ts";
import { counted } from "../../core/text/counted.ts";
import { type PairChange, showValue, typeOf } from "../../core/text/diff-pairs.ts";
import { isAlike } from "../../core/text/diff-text.ts";
import { looksLikeJson } from "../../core/text/looks-like-json.ts";
import { type PointedValue, pointAt, type SeenEntry, seenAt } from "../../core/workers/pointed-value.ts";
import { Fold } from "../../ui/fold.tsx";
import { lazyView } from "../../ui/lazy-view.tsx";
import * as readingCss from "../../ui/reading.module.css";
import { LongText } from "../../ui/value-text.tsx";
import { PointedLine, useContextMenu, ValueActions } from "../values/index.ts";
import * as inspectorCss from "./inspector.module.css";
import { OriginLinks } from "./origin-links.tsx";
import * as valuesCss from "./values.module.css";

const SIGNS: Readonly<Record<PairChange["kind"], string>> = { added: "+", removed: "−", changed: "~", same: "" };
const WORDS: Readonly<Record<PairChange["kind"], string>> = {
  added: "added",
  removed: "removed",
  changed: "changed",
  same: "unchanged",
};

export type LineDiff = EntryDiff["line"];

const JsonRows = lazyView("The layout of JSON", () => import("./json-rows.tsx"));

/** Whether one of the two lines of a stage has fields to lay out. */
export const hasJson = ({ before, after }: Pick<LineDiff, "before" | "after">): boolean =>
  looksLikeJson(after) || looksLikeJson(before);

/** A line, before and after a stage where that changed it: JSON laid out if that is wanted. */
export function LineBox({ diff, place }: { diff: LineDiff; place?: ValuePlace | undefined }) {
  const jsonRows = useAppState("settings", (state) => state.jsonRows);
  if (!jsonRows || !hasJson(diff)) return <PlainLine diff={diff} place={place} />;
  return (
    <PointedLine line={diff.after} place={place}>
      <Suspense fallback={<LongText text={diff.after} limit={800} from={0} />}>
        <JsonRows diff={diff} />
      </Suspense>
    </PointedLine>
  );
}

/** Marks single words if the two lines are similar; otherwise shows one below the other. */
function PlainLine({ diff, place }: { diff: LineDiff; place: ValuePlace | undefined }) {
  if (diff.after === "" && !diff.changed)
    return (
      <pre className={readingCss.logBox}>
        <span className="faint">(empty line)</span>
      </pre>
    );
  if (!diff.changed)
    return (
      <PointedLine line={diff.after} place={place}>
        <LongText text={diff.after} limit={800} from={0} />
      </PointedLine>
    );
  if (!isAlike(diff.parts))
    return (
      <>
        <pre className={`${readingCss.logBox} ${readingCss.before}`}>
          <span className={valuesCss.sign} data-change="removed">
            −{" "}
          </span>
          <LongText text={diff.before} limit={800} />
        </pre>
        <PointedLine line={diff.after} place={place} className={readingCss.after}>
          <span className={valuesCss.sign} data-change="added">
            +{" "}
          </span>
          <LongText text={diff.after} limit={1200} from={0} />
        </PointedLine>
      </>
    );
  let at = 0;
  return (
    <PointedLine line={diff.after} place={place}>
      {diff.parts.map((part, i) => {
        const from = part.kind === "removed" ? undefined : at;
        if (part.kind !== "removed") at += part.text.length;
        const text = <LongText text={part.text} limit={part.kind === "added" ? 1200 : 600} from={from} />;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
          <Fragment key={i}>
            {part.kind === "same" ? text : part.kind === "added" ? <ins>{text}</ins> : <del>{text}</del>}
          </Fragment>
        );
      })}
    </PointedLine>
  );
}

/** The values that the stage changed. */
export function EntryChanges({ diff, place }: { diff: EntryDiff; place?: ValuePlace | undefined }) {
  const { timestamp } = diff;
  const time: PairChange = {
    kind: "changed",
    name: "timestamp",
    before: timestamp.before,
    after: timestamp.after,
  };
  const seen = seenAt(diff, place);
  return (
    <>
      <Values title="Extracted" changes={changedOf(diff.extracted)} seen={seen} />
      <Values title="Labels" changes={changedOf(diff.labels)} seen={seen} labels />
      <Values title="Structured metadata" changes={changedOf(diff.metadata)} seen={seen} />
      {timestamp.changed && <Values title="Time" changes={[time]} />}
      {diff.origins !== undefined && (
        <p className={inspectorCss.stepCause}>
          <GitMerge aria-hidden="true" size={12} />
          <span>
            comes from <OriginLinks indexes={diff.origins} />
          </span>
        </p>
      )}
    </>
  );
}

/** The unchanged values, folded. */
export function EntryUnchanged({ diff, place }: { diff: EntryDiff; place?: ValuePlace | undefined }) {
  const about = describeUnchanged(diff);
  if (about === "") return null;
  const time: PairChange = { kind: "same", name: "timestamp", before: undefined, after: diff.timestamp.after };
  const seen = seenAt(diff, place);
  return (
    <Fold title="Unchanged" about={about}>
      {!diff.timestamp.changed && <Values title="Time" changes={[time]} />}
      <Values title="Labels" changes={sameOf(diff.labels)} seen={seen} labels />
      <Values title="Structured metadata" changes={sameOf(diff.metadata)} seen={seen} />
      <Values title="Extracted" changes={sameOf(diff.extracted)} seen={seen} />
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
  if (labels > 0) parts.push(counted(labels, "label"));
  const metadata = sameOf(diff.metadata).length;
  if (metadata > 0) parts.push(`${metadata} metadata`);
  const extracted = sameOf(diff.extracted).length;
  if (extracted > 0) parts.push(`${extracted} extracted`);
  return parts.join(", ");
}

interface ValuesProps {
  readonly title: string;
  readonly changes: readonly PairChange[];
  /** The entry that has them, and the place: stages can be created from each value. */
  readonly seen?: SeenEntry | undefined;
  readonly labels?: boolean;
}

/** Names and values with their signs; the type of a value is shown unless it is a string. */
export function Values({ title, changes, seen, labels = false }: ValuesProps) {
  if (changes.length === 0) return null;
  return (
    <section aria-label={title}>
      <div className={readingCss.sectionHead}>
        <h4>{title}</h4>
        <span>{summarize(changes)}</span>
      </div>
      <dl className={`${valuesCss.values} mono`}>
        {changes.map((change, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name may repeat
          <Value key={i} change={change} pointed={seen && pointAt(seen, change, labels)} label={labels} />
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

interface ValueProps {
  readonly change: PairChange;
  readonly pointed: PointedValue | undefined;
  readonly label: boolean;
}

function Value({ change: { kind, name, before, after }, pointed, label }: ValueProps) {
  const openMenu = useContextMenu(pointed);
  const value = kind === "removed" ? before! : after!;
  const type = typeOf(value);
  const text = showValue(value);
  const shown = text === "" ? <span className="faint">(empty)</span> : <LongText text={text} limit={240} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its button opens the same menu
    <div className={valuesCss.value} data-part="value" onContextMenu={openMenu}>
      <dt>
        <span className={valuesCss.sign} data-change={kind}>
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
            <ArrowRight aria-label="now" className={valuesCss.arrow} size={12} />{" "}
          </>
        )}
        {kind === "removed" ? <del>{shown}</del> : shown}
      </dd>
      {type !== "string" && <dd className={valuesCss.valueType}>{type}</dd>}
      {pointed !== undefined && <ValueActions name={name} pointed={pointed} label={label} />}
    </div>
  );
}
