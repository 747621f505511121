/** The open profiles: the shown one, those combined with it, and the one it is compared with. */
import { visible } from "@sluice/engine";
import { FolderOpen, GitCompareArrows, Merge, X } from "lucide-react";
import { useMemo } from "react";
import { useStore } from "zustand";
import { useApp } from "../../../core/page/app-context.ts";
import { chooseProfiles } from "../../../core/page/areas.ts";
import { formatBytes } from "../../../core/text/units.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import * as controlsCss from "../../../ui/controls.module.css";
import * as paneCss from "../../../ui/pane.module.css";
import { IconButton } from "../../../ui/tip.tsx";
import { PROFILE_LIMITS } from "../reading/limits.ts";
import { FORMAT_NAMES } from "../reading/request-words.ts";
import { filesOf, type OpenProfile, type ProfileSession } from "../sessions/profile-session.ts";
import * as profilesCss from "./profiles.module.css";
import * as requestsCss from "./requests.module.css";

export function ProfileFiles({ session }: { session: ProfileSession }) {
  const app = useApp();
  const opened = useStore(session.store, (state) => state.opened);
  const files = useMemo(() => filesOf({ opened }), [opened]);
  return (
    <>
      <div className={requestsCss.sideBar}>
        <span className="muted small-text">
          {files.length} of {PROFILE_LIMITS.open} open
        </span>
        <span className="spring" />
        <button type="button" className={buttonClass("small")} onClick={() => void chooseProfiles(app)}>
          <FolderOpen aria-hidden="true" size={14} /> Open files
        </button>
      </div>
      {files.length === 0 ? (
        <div className={paneCss.empty}>
          <p>No profile is open.</p>
          <p>
            Drop a <code>.pprof</code>, <code>.pb.gz</code> or folded file anywhere on the page, or open one. It stays
            in this browser. Of several, the first is shown and the others are listed: combine or compare them with it,
            or with what a receiver recorded.
          </p>
        </div>
      ) : (
        <ul className={profilesCss.files} aria-label="Open profiles">
          {files.map((file) => (
            <FileRow key={file.id} file={file} session={session} />
          ))}
        </ul>
      )}
    </>
  );
}

function FileRow({ file: { id, name, about, problem }, session }: { file: OpenProfile; session: ProfileSession }) {
  const shown = useStore(session.store, (state) => state.shown);
  const before = useStore(session.store, (state) => state.before);
  const isShown = shown?.ids.includes(id) === true;
  const isAlone = isShown && shown?.ids.length === 1;
  const isBefore = before?.ids.includes(id) === true;
  const drawable = about?.facts !== undefined;
  const part = isBefore ? "before" : isShown && before !== null ? "now" : isShown && !isAlone ? "combined" : "";
  return (
    <li className={profilesCss.file} data-selected={isShown}>
      <button
        type="button"
        className={profilesCss.name}
        aria-pressed={isShown}
        disabled={!drawable}
        onClick={() => session.show(id)}
      >
        <span className="name cut">{visible(name)}</span>
        <span className="muted small-text cut">
          {about === undefined
            ? (problem ?? "reading …")
            : `${FORMAT_NAMES[about.format]}, ${formatBytes(about.bytes)}${about.gzip ? " gzip" : ""}${about.why === undefined ? "" : `. ${visible(about.why)}`}`}
        </span>
      </button>
      {part !== "" && <span className={controlsCss.tag}>{part}</span>}
      {drawable && !isAlone && !isBefore && (
        <IconButton
          label={isShown ? `Remove ${name} from the combined profiles` : `Combine ${name} with the shown profile`}
          Icon={Merge}
          aria-pressed={isShown}
          onClick={() => session.merge(id)}
        />
      )}
      {drawable && (isBefore || !isShown) && (
        <IconButton
          label={isBefore ? `Stop comparing with ${name}` : `Compare with ${name} as the base`}
          Icon={GitCompareArrows}
          aria-pressed={isBefore}
          onClick={() => (isBefore ? session.stopComparing() : session.compareWith(id))}
        />
      )}
      <IconButton label={`Close ${name}`} Icon={X} onClick={() => session.close(id)} />
    </li>
  );
}
