/** Short messages, each with at most one action. */
import { X } from "lucide-react";
import { useApp, useAppState } from "../core/page/app-context.ts";
import { dismissNotice } from "../core/page/notify.ts";
import { buttonClass } from "./button-class.ts";
import * as controlsCss from "./controls.module.css";
import * as css from "./notices.module.css";

export function Notices() {
  const app = useApp();
  const notices = useAppState("notices", (state) => state.notices);
  // The actions of notices depend on them.
  useAppState("document", (state) => state.undoable);
  useAppState("document", (state) => state.redoable);
  return (
    <div className={css.notices} role="log" aria-live="polite" aria-label="Notices">
      {notices.map(({ id, kind, text, action }) => (
        <div key={id} className={css.notice} data-kind={kind}>
          <span>{text}</span>
          {action !== undefined && (action.isOffered?.() ?? true) && (
            <button
              type="button"
              className={controlsCss.link}
              onClick={() => {
                action.run();
                dismissNotice(app, id);
              }}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            className={buttonClass("quiet", "icon", "small")}
            aria-label="Close this message"
            onClick={() => dismissNotice(app, id)}
          >
            <X aria-hidden="true" size={12} />
          </button>
        </div>
      ))}
    </div>
  );
}
