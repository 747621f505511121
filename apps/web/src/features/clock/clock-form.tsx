/** Sets the start of the virtual clock and the seed. */
import { readSeed } from "@sluice/engine";
import { useState } from "react";
import { readTime } from "../../core/model/sample-time.ts";
import { useApp } from "../../core/page/app-context.ts";
import { closeDialog } from "../../core/page/dialogs.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { FormField, MonoInput } from "../../ui/form-field.tsx";
import { ModalForm } from "../../ui/modal.tsx";
import * as css from "./clock.module.css";
import { presentTime, setClock } from "./clock.ts";

export function ClockForm() {
  const app = useApp();
  const [start, setStart] = useState(app.stores.document.getState().clock);
  const [seed, setSeedText] = useState(String(app.stores.document.getState().seed));
  const close = () => closeDialog(app);
  const goodStart = readTime(start) !== undefined;
  const newSeed = readSeed(seed.trim());
  return (
    <ModalForm
      title="Clock and seed"
      submit="Set"
      ready={goodStart && newSeed !== undefined}
      onSubmit={() => {
        if (!goodStart || newSeed === undefined) return;
        setClock(app, start, newSeed);
        close();
      }}
      onClose={close}
    >
      <FormField
        label="Start of the clock"
        hint="When the first entry is sent. The clock of a preview never runs by itself."
        problem={goodStart ? undefined : "Expected an RFC 3339 time, such as 2026-01-15T08:00:00Z."}
      >
        {(ids) => (
          <span className={css.inputGroup}>
            <MonoInput {...ids} data-first value={start} onText={setStart} />
            <button type="button" className={buttonClass()} onClick={() => setStart(presentTime(app))}>
              Now
            </button>
          </span>
        )}
      </FormField>
      <FormField
        label="Seed"
        hint="For stage.sampling and random template functions: the same seed gives the same result."
        problem={newSeed === undefined ? "Expected a whole number." : undefined}
      >
        {(ids) => <MonoInput {...ids} inputMode="numeric" value={seed} onText={setSeedText} />}
      </FormField>
    </ModalForm>
  );
}
