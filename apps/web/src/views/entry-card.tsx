/** An entry as it is at one moment: line, time, labels, metadata; with copying. */
import type { EntryJson, ValuePlace } from "@sluice/engine";
import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import { formatLabels } from "../domain/label-text.ts";
import { copyText } from "../workspace/commands/export-file.ts";
import { useApp } from "./app-context.ts";
import { PairSet } from "./pair-set.tsx";
import { PointedLine } from "./pointed-line.tsx";
import { IconButton } from "./tip.tsx";
import { LongText } from "./value-text.tsx";

interface EntryCardProps {
  readonly title: string;
  readonly entry: EntryJson;
  /** Where in the pipeline it is so. */
  readonly place: ValuePlace;
  readonly children?: ReactNode;
}

export function EntryCard({ title, entry, place, children }: EntryCardProps) {
  const app = useApp();
  return (
    <article className="card" aria-label={title}>
      <div className="card-head">
        <h3>{title}</h3>
        <span className="spring" />
        <IconButton label="Copy the line" Icon={Copy} onClick={() => void copyText(app, entry.line, "the line")} />
      </div>
      <PointedLine line={entry.line} place={place}>
        {entry.line === "" ? (
          <span className="faint">(empty line)</span>
        ) : (
          <LongText text={entry.line} limit={800} from={0} />
        )}
      </PointedLine>
      <dl className="pairs-list mono">
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
