/** An entry as it is at one moment: line, time, labels, metadata; with copying. */
import type { EntryJson } from "@sluice/engine";
import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import { formatLabels } from "../domain/label-text.ts";
import { copyText } from "../workspace/commands/export-file.ts";
import { useApp } from "./app-context.ts";
import { PairTable } from "./entry-diff.tsx";
import { LongText } from "./value-text.tsx";

export function EntryCard({ title, entry, children }: { title: string; entry: EntryJson; children?: ReactNode }) {
  const app = useApp();
  return (
    <article className="entry-card" aria-label={title}>
      <div className="entry-head">
        <h3>{title}</h3>
        <span className="mono faint">{entry.timestamp}</span>
        <button
          type="button"
          className="button icon-button small"
          aria-label="Copy the line"
          title="Copy the line"
          onClick={() => void copyText(app, entry.line, "the line")}
        >
          <Copy aria-hidden="true" size={13} />
        </button>
      </div>
      <pre className="line">
        {entry.line === "" ? <span className="faint">(empty line)</span> : <LongText text={entry.line} limit={800} />}
      </pre>
      <div className="label-set mono">
        <LongText text={formatLabels(entry.labels)} limit={1000} />
      </div>
      {children}
      <PairTable
        title="structured metadata"
        changes={entry.structured_metadata.map(([name, value]) => ({
          kind: "same",
          name,
          before: value,
          after: value,
        }))}
      />
    </article>
  );
}
