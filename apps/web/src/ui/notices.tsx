/**
 * Short messages, each with at most one action. They have a place of their own above the status bar, so that they never cover
 * what they are about.
 */
import { X } from "lucide-react";
import { useApp, useAppState } from "../core/page/app-context.ts";
import { tooltip } from "../core/page/commands.ts";
import { dismissNotice, holdNotices } from "../core/page/notify.ts";
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
    <div
      className={css.notices}
      role="log"
      aria-live="polite"
      aria-label="Notices"
      onMouseEnter={() => holdNotices(app, true)}
      onMouseLeave={() => holdNotices(app, false)}
      onFocus={() => holdNotices(app, true)}
      onBlur={() => holdNotices(app, false)}
    >
      {notices.map(({ id, kind, text, action }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: its buttons are what is pressed
        <div
          key={id}
          className={css.notice}
          data-kind={kind}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.preventDefault();
            dismissNotice(app, id);
          }}
        >
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
            title={tooltip(app, "notices.close", "Close")}
            onClick={() => dismissNotice(app, id)}
          >
            <X aria-hidden="true" size={12} />
          </button>
        </div>
      ))}
    </div>
  );
}
