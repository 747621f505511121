/** Chooses samples from a file that is too large to load in full, and shows the progress of reading it. */
import { useEffect, useRef, useState } from "react";
import { MAX_SAMPLE_TEXT, MAX_SAMPLES } from "../../../core/model/samples.ts";
import { useApp } from "../../../core/page/app-context.ts";
import { closeDialog } from "../../../core/page/dialogs.ts";
import { useDialog } from "../../../core/page/use-dialog.ts";
import { counted } from "../../../core/text/counted.ts";
import { formatBytes } from "../../../core/text/units.ts";
import * as dialogCss from "../../../ui/dialog.module.css";
import { FormField, MonoInput } from "../../../ui/form-field.tsx";
import { ModalForm } from "../../../ui/modal.tsx";
import * as css from "../sample-forms.module.css";
import { type LargeFile, type LineProgress, spreadHint } from "./large-file.ts";
import { takeOfFile } from "./take-large-file.ts";

/** The default number of samples: as many as a browser runs while the user types. */
const USUAL = 10_000;

export function LargeFileForm() {
  const dialog = useDialog("large-file");
  // The file stays while the dialog closes.
  const [shown] = useState(dialog);
  return shown === null ? null : <Form of={shown.of} />;
}

/** A whole number above zero. */
function readCount(text: string, most: number): number | undefined {
  const count = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0;
  return count >= 1 && count <= most ? count : undefined;
}

function Form({ of }: { of: LargeFile }) {
  const app = useApp();
  const [contains, setContains] = useState("");
  const [everyText, setEvery] = useState("");
  const [mostText, setMost] = useState(String(USUAL));
  const [now, setNow] = useState<LineProgress>();
  const [problem, setProblem] = useState<string>();
  const reading = useRef<AbortController>(null);
  useEffect(() => () => reading.current?.abort(), []);
  const every = everyText.trim() === "" ? "spread" : readCount(everyText, 1e9);
  const most = readCount(mostText, MAX_SAMPLES);
  const busy = now !== undefined;
  const take = async () => {
    if (every === undefined || most === undefined || busy) return;
    const stop = new AbortController();
    reading.current = stop;
    setProblem(undefined);
    setNow({ bytes: 0, lines: 0, taken: 0 });
    const why = await takeOfFile(app, of, { contains, every, most }, stop.signal, setNow);
    if (stop.signal.aborted) return;
    setNow(undefined);
    setProblem(why);
  };
  const { file } = of;
  return (
    <ModalForm
      title={`Samples of ${file.name}`}
      submit="Add samples"
      ready={!busy && every !== undefined && most !== undefined}
      note={busy && <Progress now={now} size={file.size} />}
      onSubmit={() => void take()}
      onClose={() => closeDialog(app)}
    >
      <p className={dialogCss.fieldHint}>
        {formatBytes(file.size)} is too large to load in full. A pipeline holds up to {counted(MAX_SAMPLES, "sample")}{" "}
        and {MAX_SAMPLE_TEXT / 1e6} MB of text.
      </p>
      <FormField label="Lines that contain" hint="Case-sensitive. Leave empty for all lines.">
        {(ids) => <MonoInput {...ids} data-first disabled={busy} value={contains} onText={setContains} />}
      </FormField>
      <div className={dialogCss.formGrid}>
        <FormField
          label="One of every"
          hint={spreadHint(of)}
          problem={every === undefined ? "Expected a whole number of lines, 1 or more, or nothing." : undefined}
        >
          {(ids) => (
            <MonoInput
              {...ids}
              inputMode="numeric"
              placeholder="spread over the file"
              disabled={busy}
              value={everyText}
              onText={setEvery}
            />
          )}
        </FormField>
        <FormField
          label="Maximum samples"
          hint={every === "spread" ? "The whole file is read." : "Reading stops there."}
          problem={
            most === undefined ? `Expected a whole number from 1 to ${MAX_SAMPLES.toLocaleString("en")}.` : undefined
          }
        >
          {(ids) => <MonoInput {...ids} inputMode="numeric" disabled={busy} value={mostText} onText={setMost} />}
        </FormField>
      </div>
      {problem !== undefined && (
        <p className="tone-error" role="alert">
          {problem}
        </p>
      )}
    </ModalForm>
  );
}

function Progress({ now: { bytes, lines, taken }, size }: { now: LineProgress; size: number }) {
  const read = `${formatBytes(bytes)} of ${formatBytes(size)}`;
  return (
    <span className={css.readProgress}>
      <progress aria-label="Reading progress" max={size} value={bytes} />
      <span className="muted">
        {read}, {counted(taken, "sample")} of {counted(lines, "line")}
      </span>
    </span>
  );
}
