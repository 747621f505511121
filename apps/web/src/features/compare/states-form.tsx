/** Snapshots of the open document: their time, their difference from now, and saving, restoring, comparing them. */
import { Bookmark, GitCompareArrows, History, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { useApp, useAppState, useReadOnly } from "../../core/page/app-context.ts";
import { closeDialog } from "../../core/page/dialogs.ts";
import { type KeptState, MAX_STATE_LABEL, type StateInfo, whenOfState } from "../../core/storage/kept-states.ts";
import { counted } from "../../core/text/counted.ts";
import { buttonClass } from "../../ui/button-class.ts";
import * as controlsCss from "../../ui/controls.module.css";
import * as dialogCss from "../../ui/dialog.module.css";
import { DiffCount, DiffView } from "../../ui/diff-view.tsx";
import { ModalHead } from "../../ui/modal.tsx";
import { IconButton } from "../../ui/tip.tsx";
import * as versionsCss from "../../ui/versions.module.css";
import * as css from "./compare.module.css";
import { openCompare } from "./states.ts";
import { StatesSession } from "./states-session.ts";

export default function StatesForm() {
  const app = useApp();
  const [session] = useState(() => new StatesSession(app));
  useEffect(() => void session.load(), [session]);
  const { list, unkept, chosen } = useStore(session.store);
  return (
    <div className={dialogCss.dialogForm}>
      <ModalHead title="History of this pipeline" onClose={() => closeDialog(app)} />
      <KeepForm session={session} />
      {unkept && (
        <p className={`${dialogCss.dialogAbout} tone-missed`}>
          This browser keeps no snapshots: its storage is blocked.
        </p>
      )}
      {list?.length === 0 && !unkept && (
        <p className={`${dialogCss.dialogAbout} muted`}>
          No snapshots yet. Sluice saves one before your first change, before each change that replaces much, and every
          ten minutes of work. Name one above to keep it.
        </p>
      )}
      {list !== null && list.length > 0 && (
        <div className={versionsCss.versionsBody}>
          <StatesList session={session} list={list} />
          {chosen === null ? <div /> : <ChosenState session={session} state={chosen} />}
        </div>
      )}
      {list === null && <div className={dialogCss.dialogLoading} aria-busy="true" />}
    </div>
  );
}

function KeepForm({ session }: { session: StatesSession }) {
  const [label, setLabel] = useState("");
  return (
    <form
      className={css.statesKeep}
      onSubmit={(event) => {
        event.preventDefault();
        setLabel("");
        void session.keep(label);
      }}
    >
      <input
        className={controlsCss.field}
        aria-label="Name of the snapshot"
        placeholder="Name, such as: before the new parser"
        maxLength={MAX_STATE_LABEL}
        value={label}
        data-first
        onChange={({ target }) => setLabel(target.value)}
      />
      <button type="submit" className={buttonClass()}>
        <Bookmark aria-hidden="true" size={14} /> Save snapshot
      </button>
    </form>
  );
}

function StatesList({ session, list }: { session: StatesSession; list: readonly StateInfo[] }) {
  const chosen = useStore(session.store, (state) => state.chosen?.id);
  return (
    <ul className={versionsCss.versions} aria-label="Snapshots, newest first">
      {list.map(({ id, label, at, named }) => (
        <li key={id} data-selected={id === chosen}>
          <button
            type="button"
            aria-current={id === chosen ? "true" : undefined}
            onClick={() => void session.choose(id)}
          >
            <span className={versionsCss.versionHead}>
              {named && <Bookmark aria-label="named" size={12} />}
              <b className="cut" title={label}>
                {label}
              </b>
            </span>
            <span className="muted">{whenOfState(at)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const samplesSince = (then: number, now: number): string =>
  then === now ? counted(now, "sample") : `${counted(then, "sample")} then, ${now.toLocaleString("en")} now`;

function ChosenState({ session, state }: { session: StatesSession; state: KeptState }) {
  const app = useApp();
  const readOnly = useReadOnly();
  const diff = useStore(session.store, (one) => one.diff);
  const samples = useAppState("document", (one) => one.samples.length);
  const { id, label, content } = state;
  return (
    <section className={versionsCss.version} aria-label={label}>
      <div className={versionsCss.versionTools}>
        <span className="muted">Changes since then</span>
        <DiffCount lines={diff} />
        <span className="muted">· {samplesSince(content.samples.length, samples)}</span>
        <span className="spring" />
        <IconButton label="Remove this snapshot" Icon={Trash2} onClick={() => void session.remove(id)} />
        <button type="button" className={buttonClass()} onClick={() => openCompare(app, { kind: "state", id, label })}>
          <GitCompareArrows aria-hidden="true" size={14} /> Compare with now
        </button>
        {!readOnly && (
          <button
            type="button"
            className={buttonClass()}
            onClick={() => {
              closeDialog(app);
              void session.restore();
            }}
          >
            <History aria-hidden="true" size={14} /> Restore
          </button>
        )}
      </div>
      <DiffView lines={diff} label="Changes since then" />
    </section>
  );
}
