/**
 * What the stage made of the chosen entry, for arguments that are about something else than a text: what groups captured,
 * names, records of a database. It comes from the run of what is written, so what is refused leaves the last result.
 */

import { useDerived } from "../../../core/page/use-derived.ts";
import { parseSentence } from "../../../core/text/sentence.ts";
import { Sentence } from "../../../ui/value-text.tsx";
import { EntryChanges, LineBox } from "../../inspector/index.ts";
import { useForm } from "./form-context.ts";

/** `current`: what is typed is what is written. */
export function StageResult({ current }: { current: boolean }) {
  const { form } = useForm();
  const { stage } = form.place;
  const view = useDerived("stepViews").find(({ path, stage: name }) => path === stage && name === form.name);
  const diff = view?.diffs[0];
  if (view === undefined || diff === undefined) return null;
  const { line, extracted, labels, metadata } = diff;
  const changed = line.changed || extracted.changed + labels.changed + metadata.changed > 0;
  return (
    <section className="live" aria-label="What the stage makes of the chosen entry" data-current={current}>
      <h3 className="live-title">The chosen entry after this stage</h3>
      {line.changed && <LineBox diff={line} />}
      {changed ? (
        <EntryChanges diff={diff} />
      ) : (
        <p className="tone-missed">
          <Sentence parts={parseSentence(view.reasons[0]?.text ?? "The stage changes nothing in it.")} />
        </p>
      )}
    </section>
  );
}
