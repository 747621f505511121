/** The form of a stage, in step with the text; while that does not parse, the last one stays. */
import type { StageForm } from "@sluice/engine";
import { useEffect, useState } from "react";
import { useApp, useAppState, useReadOnly } from "../../../core/page/app-context.ts";
import { useDerived } from "../../../core/page/use-derived.ts";
import type { FormState } from "./form-context.ts";

interface Loaded {
  readonly form: StageForm;
  /** The last text asked about; it has no form if it differs from the form's text. */
  readonly asked: string;
}

export function useStageForm(stage: string): FormState | undefined {
  const app = useApp();
  const text = useAppState("document", (state) => state.text);
  const readOnly = useReadOnly();
  const { pipeline } = useDerived("cards");
  const [loaded, setLoaded] = useState<Loaded | undefined>(undefined);
  useEffect(() => {
    if (pipeline === undefined) return;
    let wanted = true;
    const place = { pipeline, stage };
    void app.language.stageForm(text, place).then((form) => {
      if (!wanted) return;
      setLoaded((before) => {
        if (form !== undefined) return { form, asked: text };
        const isSame = before?.form.place.stage === stage && before.form.place.pipeline === pipeline;
        return isSame ? { ...before!, asked: text } : undefined;
      });
    });
    return () => {
      wanted = false;
    };
  }, [app, text, pipeline, stage]);
  if (loaded === undefined || loaded.form.place.stage !== stage) return undefined;
  const { form, asked } = loaded;
  const stale = asked !== form.text;
  return { form, current: form.text === text, locked: stale || readOnly, stale };
}
