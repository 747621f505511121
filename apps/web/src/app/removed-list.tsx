/** Pipelines that were removed: each can be restored, or deleted for good. */
import { Trash2, Undo2 } from "lucide-react";
import { useState } from "react";
import { useApp, useAppState } from "../core/page/app-context.ts";
import { closeDialog } from "../core/page/dialogs.ts";
import { MAX_STATE_UNITS, MAX_STATES, type StateInfo, sayUnits, whenOfState } from "../core/storage/kept-states.ts";
import { buttonClass } from "../ui/button-class.ts";
import * as controlsCss from "../ui/controls.module.css";
import * as dialogCss from "../ui/dialog.module.css";
import { ModalHead } from "../ui/modal.tsx";
import { IconButton } from "../ui/tip.tsx";
import * as css from "./removed-list.module.css";

export function RemovedList() {
  const app = useApp();
  const removed = useAppState("documents", (state) => state.removed);
  const [asked, setAsked] = useState<string | null>(null);
  const restore = (id: string) => {
    closeDialog(app);
    void app.documents.restore(id);
  };
  return (
    <>
      <ModalHead title="Removed pipelines" onClose={() => closeDialog(app)} />
      <div className={dialogCss.modalBody}>
        <p className={`${controlsCss.note} ${css.about} muted`}>
          This browser keeps the last {MAX_STATES} removed pipelines, up to {sayUnits(MAX_STATE_UNITS)} together. The
          oldest go first.
        </p>
        {removed.length === 0 && <p className={`${controlsCss.note} ${css.about}`}>No removed pipelines.</p>}
        <ul className={css.list} aria-label="Removed pipelines, newest first">
          {removed.map((one) => (
            <li key={one.id}>
              <RemovedName of={one} />
              {asked === one.id ? (
                <>
                  <button type="button" className={buttonClass()} onClick={() => setAsked(null)}>
                    Keep
                  </button>
                  <button
                    type="button"
                    className={buttonClass()}
                    onClick={() => void app.documents.forgetRemoved(one.id)}
                  >
                    Delete for good
                  </button>
                </>
              ) : (
                <>
                  <IconButton
                    label={`Delete “${one.label}” for good…`}
                    Icon={Trash2}
                    onClick={() => setAsked(one.id)}
                  />
                  <button type="button" className={buttonClass()} onClick={() => restore(one.id)}>
                    <Undo2 aria-hidden="true" size={14} /> Restore
                  </button>
                </>
              )}
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

const RemovedName = ({ of: { label, at, units } }: { of: StateInfo }) => (
  <span className={css.name}>
    <b className="cut" title={label}>
      {label}
    </b>
    <span className="muted small-text">
      removed {whenOfState(at)} · {sayUnits(units)}
    </span>
  </span>
);
