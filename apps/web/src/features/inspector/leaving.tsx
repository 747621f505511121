/** An entry as it leaves the pipeline; differences from the sent entry are marked. */
import { ArrowRight } from "lucide-react";
import type { EntryTrace } from "../../core/model/run.ts";
import { sentEntry } from "../../core/model/selected.ts";
import { diffEntries } from "../../core/model/step-view.ts";
import { PairSet } from "../../ui/pair-set.tsx";
import { LongText } from "../../ui/value-text.tsx";
import * as inspectorCss from "./inspector.module.css";
import * as valuesCss from "./values.module.css";

export function Leaving({ trace }: { trace: EntryTrace }) {
  const sent = sentEntry(trace);
  const [output] = trace.outputs;
  if (sent === undefined || output === undefined || trace.outputs.length > 1) return null;
  const { line, timestamp, labels, metadata } = diffEntries(sent, output.entry);
  const bytes = new TextEncoder().encode(output.entry.line).length;
  return (
    <dl className={`${inspectorCss.pairsList} mono`}>
      <dt>timestamp</dt>
      <dd>
        {timestamp.changed && (
          <>
            <del>{timestamp.before}</del> <ArrowRight aria-label="now" className={valuesCss.arrow} size={12} />{" "}
          </>
        )}
        {timestamp.changed ? <ins>{timestamp.after}</ins> : timestamp.after}
      </dd>
      <dt>labels</dt>
      <dd>
        <PairSet changes={labels.changes} />
      </dd>
      {metadata.changes.length > 0 && (
        <>
          <dt>metadata</dt>
          <dd>
            <PairSet changes={metadata.changes} />
          </dd>
        </>
      )}
      <dt>line</dt>
      {line.changed ? (
        <dd>
          <LongText text={output.entry.line} limit={600} />
        </dd>
      ) : (
        <dd className="muted">unchanged, {bytes.toLocaleString("en")} bytes</dd>
      )}
    </dl>
  );
}
