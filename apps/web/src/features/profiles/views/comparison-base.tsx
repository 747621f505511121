/** The base of a comparison, or of the next one, and a button to stop comparing. */
import { visible } from "@sluice/engine";
import { X } from "lucide-react";
import { useStore } from "zustand";
import * as controlsCss from "../../../ui/controls.module.css";
import { type ProfileSession, sameChoice } from "../sessions/profile-session.ts";
import * as css from "./requests.module.css";

export function ComparisonBase({ session }: { session: ProfileSession }) {
  const before = useStore(session.store, (state) => state.before);
  const shown = useStore(session.store, (state) => state.shown);
  if (before === null) return null;
  const title = visible(before.title);
  const shownAs = `${sameChoice(before, shown) ? "base, choose what to compare with it" : "before"}: ${title}`;
  return (
    <button
      type="button"
      className={`${controlsCss.chip} ${css.held}`}
      aria-label={`${shownAs}. Stop comparing`}
      title={`Stop comparing with ${title}`}
      onClick={() => session.stopComparing()}
    >
      <span className="cut">{shownAs}</span>
      <X aria-hidden="true" size={12} />
    </button>
  );
}
