/** Chooses when samples are sent: at the times in their lines, evenly spaced, or all at once. */
import type { LineTimes } from "@sluice/engine";
import { useEffect, useState } from "react";
import { readDuration } from "../../core/model/sample-time.ts";
import { useApp } from "../../core/page/app-context.ts";
import { closeDialog } from "../../core/page/dialogs.ts";
import * as dialogCss from "../../ui/dialog.module.css";
import { FormField, MonoInput } from "../../ui/form-field.tsx";
import { ModalForm } from "../../ui/modal.tsx";
import * as css from "./sample-forms.module.css";
import { findLineTimes, sendAtOnce, spaceSamples, takeLineTimes } from "./sample-times.ts";

type Way = "lines" | "spaced" | "once";

export function TimesForm() {
  const app = useApp();
  const [times, setTimes] = useState<LineTimes | null>();
  const [chosen, setChosen] = useState<Way>();
  const [spacing, setSpacing] = useState("1s");
  useEffect(() => {
    let stopped = false;
    void findLineTimes(app).then((found) => {
      if (!stopped) setTimes(found ?? null);
    });
    return () => {
      stopped = true;
    };
  }, [app]);
  const way = chosen ?? (times === null ? "spaced" : "lines");
  const hasSpacing = (readDuration(spacing) ?? 0n) > 0n;
  const close = () => closeDialog(app);
  const isReady = way === "once" || (way === "spaced" ? hasSpacing : !!times);
  const take = () => {
    if (!isReady) return;
    if (way === "once") sendAtOnce(app);
    else if (way === "spaced") spaceSamples(app, spacing);
    else takeLineTimes(app, times!);
    close();
  };
  const radio = (one: Way) => ({
    type: "radio",
    name: "times",
    checked: way === one,
    onChange: () => setChosen(one),
  });
  return (
    <ModalForm title="Times of the samples" submit="Set the times" ready={isReady} onSubmit={take} onClose={close}>
      <p className={dialogCss.fieldHint}>
        Stages that depend on time (limit, multiline, drops by age) use these times, on a virtual clock.
      </p>
      <fieldset className={css.times}>
        <legend className="visually-hidden">Send them</legend>
        <label>
          <input {...radio("lines")} data-first disabled={times === null} /> Use the lines’ times{" "}
          <span className={dialogCss.fieldHint}>{describeTimes(times)}</span>
        </label>
        <label>
          <input {...radio("spaced")} /> Space them evenly
        </label>
        {way === "spaced" && (
          <FormField
            label="Time between entries"
            problem={hasSpacing ? undefined : "Expected a duration above zero, such as 500ms or 1m30s."}
          >
            {(ids) => <MonoInput {...ids} value={spacing} onText={setSpacing} />}
          </FormField>
        )}
        <label>
          <input {...radio("once")} /> All at once
        </label>
      </fieldset>
    </ModalForm>
  );
}

/** `null`: there are none. */
function describeTimes(times: LineTimes | null | undefined): string {
  if (times === undefined) return "Looking for times in the lines…";
  if (times === null) return "No time format matches most of the lines.";
  const { matched, total, format, start } = times;
  return `${matched.toLocaleString("en")} of ${total.toLocaleString("en")} lines have a time with the layout ${format}. The clock starts at ${start}.`;
}
