/** All arguments of a stage as a form: every change is the smallest edit of the text, in the one history. */

import * as controlsCss from "../../../ui/controls.module.css";
import { FormBodyView } from "./form-body.tsx";
import { FormContext } from "./form-context.ts";
import * as css from "./forms.module.css";
import { useStageForm } from "./use-stage-form.ts";

export function StageFormView({ stagePath }: { stagePath: string }) {
  const state = useStageForm(stagePath);
  if (state === undefined) return null;
  const { form, stale } = state;
  return (
    <FormContext value={state}>
      {/* biome-ignore lint/a11y/useSemanticElements: nothing is sent */}
      <div
        role="form"
        className={css.stageForm}
        aria-label={`Settings of stage ${stagePath} ${form.name}`}
        data-locked={stale}
      >
        {stale && (
          <p className={`${controlsCss.note} tone-missed`} role="status">
            The configuration does not parse. These are the last valid settings. Fix the code to continue here.
          </p>
        )}
        {form.deprecated !== undefined && (
          <p className={`${controlsCss.note} tone-missed`}>Deprecated: {form.deprecated}.</p>
        )}
        {form.body.fields.length === 0 && form.body.addable.length === 0 && (
          <p className="muted">This stage has no settings.</p>
        )}
        <FormBodyView key={`${form.place.pipeline} ${stagePath} ${form.name}`} body={form.body} />
      </div>
    </FormContext>
  );
}
