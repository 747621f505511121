/** The profiles that are open: which is shown, which are merged with it, which it is compared with. */
import { FolderOpen, GitCompareArrows, Merge, X } from "lucide-react";
import { useStore } from "zustand";
import { PROFILE_LIMITS } from "../../domain/profiles/limits.ts";
import { formatBytes } from "../../domain/profiles/units.ts";
import { chooseProfile } from "../../workspace/commands/areas.ts";
import type { OpenFile, ProfileSession } from "../../workspace/profile-session.ts";
import { useApp } from "../app-context.ts";
import { IconButton } from "../tip.tsx";

const FORMATS = { pprof: "pprof", folded: "folded stacks", lines: "stacks, one a line", jfr: "JFR" } as const;

export function ProfileFiles({ session }: { session: ProfileSession }) {
  const app = useApp();
  const files = useStore(session.store, (state) => state.files);
  return (
    <>
      <div className="pane-head">
        <h2>Profiles</h2>
        <span className="muted small-text">
          {files.length} of {PROFILE_LIMITS.open} open
        </span>
        <span className="spring" />
        <button type="button" className="button small" onClick={() => void chooseProfile(app)}>
          <FolderOpen aria-hidden="true" size={14} /> Open a file
        </button>
      </div>
      {files.length > 0 && (
        <ul className="profile-files" aria-label="Open profiles">
          {files.map((file) => (
            <FileRow key={file.id} file={file} session={session} />
          ))}
        </ul>
      )}
    </>
  );
}

function FileRow({ file: { id, name, about, problem }, session }: { file: OpenFile; session: ProfileSession }) {
  const shown = useStore(session.store, (state) => state.shown);
  const before = useStore(session.store, (state) => state.before);
  const isShown = shown.includes(id);
  const isBefore = before === id;
  const drawable = about?.facts !== undefined;
  const part = isBefore ? "before" : isShown && before !== null ? "now" : isShown && shown.length > 1 ? "merged" : "";
  return (
    <li className="profile-file" data-selected={isShown}>
      <button
        type="button"
        className="profile-name"
        aria-pressed={isShown}
        disabled={!drawable}
        onClick={() => session.show(id)}
      >
        <span className="name cut">{name}</span>
        <span className="muted small-text cut">
          {about === undefined
            ? (problem ?? "reading …")
            : `${FORMATS[about.format]}, ${formatBytes(about.bytes)}${about.gzip ? " gzip" : ""}`}
        </span>
      </button>
      {part !== "" && <span className="tag">{part}</span>}
      {drawable && (shown.length > 1 || !isShown) && !isBefore && (
        <IconButton
          label={isShown ? `Take ${name} out of the merged profiles` : `Merge ${name} with what is shown`}
          Icon={Merge}
          aria-pressed={isShown}
          onClick={() => session.merge(id)}
        />
      )}
      {drawable && (isBefore || !isShown) && (
        <IconButton
          label={isBefore ? `Stop comparing with ${name}` : `Compare with ${name} as before`}
          Icon={GitCompareArrows}
          aria-pressed={isBefore}
          onClick={() => session.compareWith(isBefore ? null : id)}
        />
      )}
      <IconButton label={`Close ${name}`} Icon={X} onClick={() => session.close(id)} />
    </li>
  );
}
