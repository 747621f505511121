/** Deployments by others meanwhile: who, why, and what changed. */
import { UsersRound } from "lucide-react";
import { useState } from "react";
import { howOf, noteOf, whenOf } from "../../core/text/version-words.ts";
import * as controlsCss from "../../ui/controls.module.css";
import { DiffCount, DiffView } from "../../ui/diff-view.tsx";
import * as css from "./deploy.module.css";
import type { Meanwhile } from "./deploy-session.ts";

/** The newest are shown; the list of versions has all. */
const MOST = 3;

export function MeanwhileBand({ meanwhile: { since, versions, diff } }: { meanwhile: Meanwhile }) {
  const [open, setOpen] = useState(false);
  const more = versions.length - MOST;
  return (
    <section className={css.meanwhile} aria-label="Changed meanwhile" role="alert">
      <p>
        <UsersRound aria-hidden="true" size={14} />
        <strong>The server has changed since version {since}, which this draft was made from.</strong> Deploying reverts
        what is not in the draft.
      </p>
      <ul>
        {versions.slice(0, MOST).map((version) => (
          <li key={version.number}>
            <b>Version {version.number}</b> {howOf(version)}, {whenOf(version)}
            {noteOf(version) !== "" && <>: “{noteOf(version)}”</>}
          </li>
        ))}
        {more > 0 && <li>and {more} before them</li>}
      </ul>
      {diff !== null && (
        <p>
          <button type="button" className={controlsCss.link} aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? "Hide" : "Show"} what it changed
          </button>{" "}
          <DiffCount lines={diff} />
        </p>
      )}
      {open && diff !== null && <DiffView lines={diff} label="What was changed meanwhile" />}
    </section>
  );
}
