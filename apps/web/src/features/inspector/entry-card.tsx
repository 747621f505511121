/** An entry at one point: line, time, labels, metadata, and a button to copy the line. */
import type { EntryJson, ValuePlace } from "@sluice/engine";
import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import { copyText } from "../../core/edit/export-file.ts";
import { useApp } from "../../core/page/app-context.ts";
import { formatLabels } from "../../core/text/label-text.ts";
import { PairSet } from "../../ui/pair-set.tsx";
import { IconButton } from "../../ui/tip.tsx";
import { LongText } from "../../ui/value-text.tsx";
import { hasJson, LineBox } from "./entry-diff.tsx";
import * as css from "./inspector.module.css";
import { JsonButton } from "./json-button.tsx";

interface EntryCardProps {
  readonly title: string;
  readonly entry: EntryJson;
  /** The place in the pipeline. */
  readonly place: ValuePlace;
  readonly children?: ReactNode;
}

export function EntryCard({ title, entry, place, children }: EntryCardProps) {
  const app = useApp();
  const line = { before: entry.line, after: entry.line, changed: false, parts: [] };
  return (
    <article className={css.card} aria-label={title}>
      <div className={css.cardHead}>
        <h3>{title}</h3>
        <span className="spring" />
        {hasJson(line) && <JsonButton />}
        <IconButton label="Copy the line" Icon={Copy} onClick={() => void copyText(app, entry.line, "the line")} />
      </div>
      <LineBox diff={line} place={place} />
      <dl className={`${css.pairsList} mono`}>
        <dt>timestamp</dt>
        <dd>{entry.timestamp}</dd>
        <dt>labels</dt>
        <dd>
          <LongText text={formatLabels(entry.labels)} limit={1000} />
        </dd>
        {entry.structured_metadata.length > 0 && (
          <>
            <dt>metadata</dt>
            <dd>
              <PairSet
                changes={entry.structured_metadata.map(([name, value]) => ({
                  kind: "same",
                  name,
                  before: value,
                  after: value,
                }))}
              />
            </dd>
          </>
        )}
      </dl>
      {children}
    </article>
  );
}
