/** The output for the selected entry, as the next component receives it; merged and split entries name their origin. */
import { GitMerge, Split } from "lucide-react";
import type { EntryOutput } from "../../core/model/run.ts";
import { describeHeld } from "../../core/model/sample-rows.ts";
import { formatClock } from "../../core/model/sample-time.ts";
import { sentEntry } from "../../core/model/selected.ts";
import { useAppState } from "../../core/page/app-context.ts";
import { useDerived } from "../../core/page/use-derived.ts";
import * as paneCss from "../../ui/pane.module.css";
import { EntryCard } from "./entry-card.tsx";
import { Values } from "./entry-diff.tsx";
import * as css from "./inspector.module.css";
import { OriginLinks } from "./origin-links.tsx";

/** The ends of the pipeline. */
const START = { side: "start" } as const;
const END = { side: "end" } as const;

export function OutputTab() {
  const steps = useAppState("preview", (state) => state.steps);
  const context = useDerived("runContext");
  const outcome = useDerived("outcomes", (outcomes) => outcomes.get(steps?.sampleId ?? -1));
  if (steps === null) return <p className={paneCss.empty}>Select an entry to see its output.</p>;
  const { outputs } = steps;
  const sent = sentEntry(steps);
  return (
    <>
      {outputs.length === 0 && (
        <p className={paneCss.empty}>
          {outcome?.settled === "held"
            ? `No output yet: held ${describeHeld(outcome, context)}.`
            : "No output for this entry. The Stage tab shows where it went and why."}
        </p>
      )}
      {outputs.length > 1 && (
        <p className={css.outputGroup}>
          <Split aria-hidden="true" size={12} /> Split into {outputs.length} entries:
        </p>
      )}
      {outputs.map((output, i) => (
        <Output
          key={output.index}
          output={output}
          title={outputs.length === 1 ? "Output" : `Part ${i + 1} of ${outputs.length}`}
        />
      ))}
      {sent !== undefined && <EntryCard title="Input" entry={sent} place={START} />}
    </>
  );
}

function Output({ output: { entry, index, at }, title }: { output: EntryOutput; title: string }) {
  return (
    <EntryCard title={title} entry={entry} place={END}>
      <p className={css.stepCause}>
        {entry.origins.length > 1 ? (
          <>
            <GitMerge aria-hidden="true" size={12} /> merged from <OriginLinks indexes={entry.origins} />,{" "}
          </>
        ) : null}
        <span className="faint">
          output {(index + 1).toLocaleString("en")} of the run, left at {formatClock(at)}
        </span>
      </p>
      <Values
        title="Extracted, not sent"
        seen={{ place: END, line: entry.line, extracted: new Map(Object.entries(entry.extracted)) }}
        changes={Object.entries(entry.extracted).map(([name, value]) => ({
          kind: "same",
          name,
          before: value,
          after: value,
        }))}
      />
    </EntryCard>
  );
}
