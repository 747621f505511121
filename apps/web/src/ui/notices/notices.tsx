/**
 * Short messages, each with at most one action. They cover nothing: the last one takes the free middle of the status bar or of
 * the header, or else a row of its own, in one line. What does not fit, and the earlier ones, opens over the panes on request.
 */
import { ChevronDown, ChevronUp, X } from "lucide-react";
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { tooltip } from "../../core/page/commands.ts";
import { dismissNotice, holdNotices } from "../../core/page/notify.ts";
import type { Notice } from "../../core/page/stores.ts";
import { buttonClass } from "../button-class.ts";
import * as controlsCss from "../controls.module.css";
import { type FoundRoom, useNoticeRoom } from "./notice-room.tsx";
import * as css from "./notices.module.css";

export function Notices() {
  const app = useApp();
  const notices = useAppState("notices", (state) => state.notices);
  // The actions of notices depend on them.
  useAppState("document", (state) => state.undoable);
  useAppState("document", (state) => state.redoable);
  const [opened, setOpened] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const room = useNoticeRoom(box, notices.length > 0);
  const isCut = useIsCut(box);
  const more = notices.length - 1;
  const isOpen = opened && notices.length > 0;
  if (opened && notices.length === 0) setOpened(false);
  const last = notices.at(-1);
  /** What is open is read until it is closed; `focus`: where the focus is now. */
  const release = (focus: EventTarget | null) => {
    if (!isOpen && !(focus instanceof Node && box.current?.contains(focus))) holdNotices(app, false);
  };
  const toggle = () => {
    setOpened(!isOpen);
    holdNotices(app, !isOpen);
  };
  return (
    <div
      ref={box}
      className={css.notices}
      style={styleOf(room)}
      data-at={room?.at}
      data-open={isOpen}
      role="log"
      aria-live="polite"
      aria-label="Notices"
      onMouseEnter={() => holdNotices(app, true)}
      onMouseLeave={() => release(document.activeElement)}
      onFocus={() => holdNotices(app, true)}
      onBlur={({ relatedTarget }) => release(relatedTarget)}
    >
      {notices.map((notice) => (
        <Line key={notice.id} notice={notice} shown={isOpen || notice === last}>
          {notice === last && (more > 0 || isCut || isOpen) && (
            <button
              type="button"
              className={`${controlsCss.link} ${css.toggle}`}
              aria-expanded={isOpen}
              onClick={toggle}
            >
              {isOpen ? "Less" : more > 0 ? `${more} more` : "More"}
              {isOpen === (room?.at === "header") ? (
                <ChevronUp aria-hidden="true" size={12} />
              ) : (
                <ChevronDown aria-hidden="true" size={12} />
              )}
            </button>
          )}
        </Line>
      ))}
    </div>
  );
}

/** For the style sheet: pixels of the room. */
const styleOf = (room: FoundRoom | undefined) =>
  room === undefined
    ? undefined
    : ({
        "--room-left": `${room.left}px`,
        "--room-width": `${room.width}px`,
        "--room-height": `${room.height}px`,
      } as CSSProperties);

function Line({ notice, shown, children }: { notice: Notice; shown: boolean; children: ReactNode }) {
  const app = useApp();
  const { id, kind, text, action } = notice;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    dismissNotice(app, id);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its buttons are what is pressed
    <div className={css.notice} data-kind={kind} hidden={!shown} onKeyDown={onKeyDown}>
      <span data-part="text" title={text}>
        {text}
      </span>
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
      {children}
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
  );
}

/** Whether the text of the last notice does not fit its line. */
function useIsCut(box: RefObject<HTMLElement | null>): boolean {
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const text = box.current?.querySelector(":scope > :last-child > [data-part=text]");
    if (box.current?.dataset.open !== "true") setCut(text != null && text.scrollWidth > text.clientWidth);
  });
  return isCut;
}
