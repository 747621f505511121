/**
 * The stage's result for the selected entry, for arguments that do not apply to a text: what groups captured, names,
 * records of a database. It comes from the run of the written text, so refused input leaves the last result.
 */

import { useDerived } from "../../../core/page/use-derived.ts";
import { parseSentence } from "../../../core/text/sentence.ts";
import { Sentence } from "../../../ui/value-text.tsx";
import { EntryChanges, LineBox } from "../../inspector/index.ts";
import { useForm } from "./form-context.ts";
import * as css from "./forms-live.module.css";

/** `current`: the typed text equals the written one. */
export function StageResult({ current }: { current: boolean }) {
  const { form } = useForm();
  const { stage } = form.place;
  const view = useDerived("stepViews").find(({ path, stage: name }) => path === stage && name === form.name);
  const diff = view?.diffs[0];
  if (view === undefined || diff === undefined) return null;
  const { line, extracted, labels, metadata } = diff;
  const changed = line.changed || extracted.changed + labels.changed + metadata.changed > 0;
  return (
    <section className={css.live} aria-label="Result for the selected entry" data-current={current}>
      <h3 className={css.title}>The selected entry after this stage</h3>
      {line.changed && <LineBox diff={line} />}
      {changed ? (
        <EntryChanges diff={diff} />
      ) : (
        <p className="tone-missed">
          <Sentence parts={parseSentence(view.reasons[0]?.text ?? "The stage changes nothing.")} />
        </p>
      )}
    </section>
  );
}
