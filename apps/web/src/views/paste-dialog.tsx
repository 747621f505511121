/** Asks what pasted lines that look like a stack trace are: entries each, or one. */

import { splitLines } from "@sluice/engine";
import { takePasted } from "../workspace/commands/paste-samples.ts";
import { useApp, useAppState } from "./app-context.ts";
import { Modal } from "./modal.tsx";
import { VisibleText } from "./value-text.tsx";

/** Lines of the text that are shown. */
const SHOWN = 8;

export function PasteDialog() {
  const app = useApp();
  const pasted = useAppState("view", (state) => (state.dialog === "paste" ? state.pasted : null));
  const lines = splitLines(pasted ?? "");
  return (
    <Modal open={pasted !== null} label="Paste lines" className="wide" onClose={() => takePasted(app, "nothing")}>
      <div className="form">
        <div className="modal-head">
          <h2>{lines.length} lines that look like a stack trace</h2>
        </div>
        <div className="form-body">
          <pre className="pasted">
            {lines.slice(0, SHOWN).map((line, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
              <div key={i}>{line === "" ? <br /> : <VisibleText text={line.slice(0, 300)} />}</div>
            ))}
            {lines.length > SHOWN && <div className="faint">… {lines.length - SHOWN} more lines</div>}
          </pre>
          <p className="field-hint">
            Programs write them line by line, and <code>stage.multiline</code> joins them. Some agents send them as one
            entry.
          </p>
        </div>
        <div className="form-actions">
          <button type="button" className="button" onClick={() => takePasted(app, "nothing")}>
            Cancel
          </button>
          <button type="button" className="button" onClick={() => takePasted(app, "entry")}>
            One entry
          </button>
          <button type="button" data-first className="button primary" onClick={() => takePasted(app, "lines")}>
            One entry per line
          </button>
        </div>
      </div>
    </Modal>
  );
}
