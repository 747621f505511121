/** The versions of the server's configuration: who, when, why, what they changed; and rolling back. */

import type { ConfigVersion, Foreseen } from "@sluice/protocol";
import { CircleCheck, CircleX, FileInput, History } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { closeDialog, dialogOf } from "../../core/page/dialogs.ts";
import { notify } from "../../core/page/notify.ts";
import { askStatus } from "../../core/page/poll-server.ts";
import { howOf, noteOf, whenOf } from "../../core/text/version-words.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { Choice } from "../../ui/choice.tsx";
import * as controlsCss from "../../ui/controls.module.css";
import * as dialogCss from "../../ui/dialog.module.css";
import { DiffCount, DiffView } from "../../ui/diff-view.tsx";
import { ModalHead } from "../../ui/modal.tsx";
import * as versionsCss from "../../ui/versions.module.css";
import { ConfigsApi } from "./configs-api.ts";
import * as css from "./deploy.module.css";
import { openVersion } from "./open-version.ts";
import { whyNoChange } from "./server-commands.ts";
import { StopsBand } from "./stops-band.tsx";
import { VersionsSession } from "./versions-session.ts";
import { LacksConfirm } from "./whole-confirm.tsx";

export function VersionsDialog() {
  const app = useApp();
  const [session] = useState(
    () => new VersionsSession(new ConfigsApi(app.access.ask), dialogOf(app, "versions")?.rollbackTo ?? null),
  );
  useEffect(() => void session.load(), [session]);
  const { phase, list, message } = useStore(session.store);
  const versions = list?.versions ?? [];
  return (
    <div className={dialogCss.dialogForm}>
      <ModalHead title="Versions on the server" onClose={() => closeDialog(app)} />
      {list?.problem !== undefined && (
        <p className={`${dialogCss.dialogAbout} tone-missed`}>Versions are not kept: {list.problem}</p>
      )}
      {list?.fallback !== undefined && <p className={`${dialogCss.dialogAbout} tone-missed`}>{list.fallback}</p>}
      {message !== null && (
        <p className={`${dialogCss.dialogAbout} tone-error`} role="alert">
          {message}
        </p>
      )}
      {phase === "ready" && versions.length === 0 && (
        <p className={`${controlsCss.note} muted`}>The server keeps no versions.</p>
      )}
      {versions.length > 0 && (
        <div className={versionsCss.versionsBody}>
          <VersionsList session={session} versions={versions} />
          <ChosenVersion session={session} />
        </div>
      )}
      {phase === "loading" && <div className={dialogCss.dialogLoading} aria-busy="true" />}
    </div>
  );
}

function VersionsList({ session, versions }: { session: VersionsSession; versions: readonly ConfigVersion[] }) {
  const { list, chosen } = useStore(session.store);
  return (
    <ul className={versionsCss.versions} aria-label="Versions, the newest first">
      {versions.map((version) => (
        <li key={version.number} data-selected={version.number === chosen}>
          <button
            type="button"
            aria-current={version.number === chosen ? "true" : undefined}
            onClick={() => {
              session.store.setState({ asked: null });
              void session.choose(version.number);
            }}
          >
            <span className={versionsCss.versionHead}>
              <b>v{version.number}</b>
              {version.number === list?.current && (
                <span className="tone-good">
                  <CircleCheck aria-hidden="true" size={12} /> runs
                </span>
              )}
              {version.result === "refused" && (
                <span className="tone-error">
                  <CircleX aria-hidden="true" size={12} /> refused
                </span>
              )}
              <span className="spring" />
              <span className="muted">{whenOf(version)}</span>
            </span>
            <span className="muted cut">{howOf(version)}</span>
            {noteOf(version) !== "" && (
              <span className="cut" title={noteOf(version)}>
                {noteOf(version)}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

const NOTHING = "nothing";
const nameOf = (number: number): string => `version ${number}`;
const numberOf = (name: string): number | null => (name === NOTHING ? null : Number(name.slice("version ".length)));

function ChosenVersion({ session }: { session: VersionsSession }) {
  const app = useApp();
  const { list, chosen, against, diff, asked } = useStore(session.store);
  useAppState("server", ({ status, access }) => `${status} ${access}`);
  const reason = whyNoChange(app);
  const version = list?.versions.find(({ number }) => number === chosen);
  if (version === undefined) return <div />;
  const isCurrent = version.number === list?.current;
  const others = list!.versions.filter(({ number }) => number !== version.number);
  return (
    <section className={versionsCss.version} aria-label={`Version ${version.number}`}>
      <div className={versionsCss.versionTools}>
        Compared with
        <Choice
          label="Compared with"
          value={against === null ? NOTHING : nameOf(against)}
          options={[NOTHING, ...others.map(({ number }) => nameOf(number))]}
          onChange={(name) => void session.compare(version.number, numberOf(name))}
        />
        {diff !== null && <DiffCount lines={diff} />}
        <span className="spring" />
        <button type="button" className={buttonClass()} onClick={() => void openVersion(app, version.number)}>
          <FileInput aria-hidden="true" size={14} /> Open as a document
        </button>
        {!isCurrent && version.result === "loaded" && asked === null && (
          <button
            type="button"
            className={buttonClass()}
            disabled={reason !== undefined}
            title={reason}
            onClick={() => session.ask(version.number)}
          >
            <History aria-hidden="true" size={14} /> Roll back to it…
          </button>
        )}
      </div>
      {noteOf(version) !== "" && <p className={versionsCss.versionNote}>{noteOf(version)}</p>}
      {asked !== null && <ConfirmRollback session={session} asked={asked} />}
      {diff === null ? (
        <div className={dialogCss.dialogLoading} aria-busy="true" />
      ) : (
        <DiffView lines={diff} label={against === null ? "Text of the version" : `Changes from version ${against}`} />
      )}
    </section>
  );
}

function ConfirmRollback({ session, asked }: { session: VersionsSession; asked: number }) {
  const app = useApp();
  const { rollingBack, list, foreseen } = useStore(session.store);
  // The confirmation holds for this check only: if something else runs by then, it is asked for again.
  const [confirmedFor, setConfirmedFor] = useState<Foreseen | null>(null);
  const confirmed = foreseen !== null && confirmedFor === foreseen;
  const setConfirmed = (on: boolean) => setConfirmedFor(on ? foreseen : null);
  const user = useAppState("settings", ({ deployAs }) => deployAs.trim());
  const reason = whyNoChange(app);
  const lacks = foreseen?.lacks ?? [];
  const isMeant = lacks.length === 0 || confirmed;
  const confirm = async () => {
    const answer = await session.rollback(user);
    if (answer?.kind !== "runs") return;
    void askStatus(app);
    const as = answer.version === undefined ? "" : ` It is now version ${answer.version}.`;
    notify(app, "info", `Rolled back to version ${asked}.${as}`, undefined, "deploy");
  };
  return (
    <>
      {foreseen !== null && (
        <StopsBand foreseen={foreseen}>
          {lacks.length > 0 ? (
            <LacksConfirm lacks={lacks} confirmed={confirmed} onConfirm={setConfirmed} verb="Roll back" />
          ) : undefined}
        </StopsBand>
      )}
      <fieldset className={css.rollback}>
        <legend className="visually-hidden">Roll back</legend>
        <p>
          Roll back to version {asked}? The server switches to it at once
          {list?.current !== undefined && <>; version {list.current} stays in the list</>}. The difference is below.
        </p>
        <button type="button" className={buttonClass()} onClick={() => session.ask(null)}>
          Cancel
        </button>
        <button
          type="button"
          className={buttonClass("primary")}
          disabled={rollingBack || foreseen?.ok !== true || !isMeant || reason !== undefined}
          title={reason}
          onClick={() => void confirm()}
        >
          <History aria-hidden="true" size={14} /> Roll back to version {asked}
        </button>
      </fieldset>
    </>
  );
}
