/** Asks whether pasted lines that look like a stack trace are one entry, or one each. */

import { splitLines } from "@sluice/engine";
import { useApp } from "../../core/page/app-context.ts";
import { closeDialog } from "../../core/page/dialogs.ts";
import * as dialogCss from "../../ui/dialog.module.css";
import { ModalForm } from "../../ui/modal.tsx";
import { VisibleText } from "../../ui/value-text.tsx";
import { takePasted } from "./paste-samples.ts";
import * as css from "./sample-forms.module.css";

/** The most lines of the text that are shown. */
const SHOWN = 8;

export function PasteForm({ text }: { text: string }) {
  const app = useApp();
  const lines = splitLines(text);
  return (
    <ModalForm
      title={`${lines.length} lines that look like a stack trace`}
      submit="One entry per line"
      ready
      other={{ title: "One entry", run: () => takePasted(app, "entry") }}
      onSubmit={() => takePasted(app, "lines")}
      onClose={() => closeDialog(app)}
    >
      <pre className={css.pasted}>
        {lines.slice(0, SHOWN).map((line, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
          <div key={i}>{line === "" ? <br /> : <VisibleText text={line.slice(0, 300)} />}</div>
        ))}
        {lines.length > SHOWN && <div className="faint">… {lines.length - SHOWN} more lines</div>}
      </pre>
      <p className={dialogCss.fieldHint}>
        Programs write them line by line, and <code>stage.multiline</code> joins them. Some agents send them as one
        entry.
      </p>
    </ModalForm>
  );
}
