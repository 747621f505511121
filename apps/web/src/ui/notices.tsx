/** Short messages, each with at most one action. */
import { X } from "lucide-react";
import { useApp, useAppState } from "../core/page/app-context.ts";
import { dismissNotice } from "../core/page/notify.ts";

export function Notices() {
  const app = useApp();
  const notices = useAppState("notices", (state) => state.notices);
  // The actions of notices depend on them.
  useAppState("document", (state) => state.undoable);
  useAppState("document", (state) => state.redoable);
  return (
    <div className="notices" role="log" aria-live="polite" aria-label="Notices">
      {notices.map(({ id, kind, text, action }) => (
        <div key={id} className="notice" data-kind={kind}>
          <span>{text}</span>
          {action !== undefined && (action.isOffered?.() ?? true) && (
            <button
              type="button"
              className="link"
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
            className="button quiet icon small"
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
