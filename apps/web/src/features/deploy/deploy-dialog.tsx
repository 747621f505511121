/** Deploys the open document: what changes, what speaks against it, the note, the name. */

import type { Foreseen } from "@sluice/protocol";
import { Rocket, UserRoundPen } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { isStagesOnly, lacksIn } from "../../core/edit/completion.ts";
import { fileName } from "../../core/edit/export-file.ts";
import { MAX_WHO } from "../../core/model/settings.ts";
import type { App } from "../../core/page/app.ts";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { closeDialog, dialogOf } from "../../core/page/dialogs.ts";
import { notify } from "../../core/page/notify.ts";
import { askStatus } from "../../core/page/poll-server.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { CompleteOffer } from "../../ui/complete/complete-form.tsx";
import * as controlsCss from "../../ui/controls.module.css";
import * as dialogCss from "../../ui/dialog.module.css";
import { DiffCount, DiffView } from "../../ui/diff-view.tsx";
import { ModalHead } from "../../ui/modal.tsx";
import { keepState } from "../compare/index.ts";
import { ConfigsApi } from "./configs-api.ts";
import * as css from "./deploy.module.css";
import { DeployChecks } from "./deploy-checks.tsx";
import { type Deployed, DeploySession, type DeployState } from "./deploy-session.ts";
import { baseOf, setBase } from "./document-bases.ts";
import { isChosen } from "./draft-way.ts";
import { HeirChoice } from "./heir-choice.tsx";
import { countHidden } from "./hide-known-secrets.ts";
import { MeanwhileBand } from "./meanwhile-band.tsx";
import { placeMessages } from "./place-messages.ts";
import { openVersions, stagedPipelines, whyNoChange } from "./server-commands.ts";
import { StopsBand } from "./stops-band.tsx";
import { WayChoice } from "./way-choice.tsx";
import { WholeConfirm } from "./whole-confirm.tsx";

const MAX_NOTE = 1000;

function startSession(app: App): DeploySession {
  const { text, lineEnd, name } = app.stores.document.getState();
  return new DeploySession({
    api: new ConfigsApi(app.access.ask),
    name: fileName(name),
    text: text.replaceAll("\n", lineEnd),
    pipelines: stagedPipelines(app),
    stagesOnly: isStagesOnly(app),
    base: baseOf(app),
    setBase: (base) => setBase(app, base),
  });
}

export function DeployDialog() {
  const app = useApp();
  const [session, setSession] = useState(() => startSession(app));
  useEffect(() => void session.load(), [session]);
  return <DeployForm session={session} onChanged={() => setSession(startSession(app))} />;
}

/** `onChanged`: the document is another than the session's. */
function DeployForm({ session, onChanged }: { session: DeploySession; onChanged: () => void }) {
  const app = useApp();
  const state = useStore(session.store);
  const { phase, meanwhile, way, foreseen } = state;
  const [note, setNote] = useState("");
  const [asIs, setAsIs] = useState(false);
  const { confirmed, setConfirmed } = useConfirmed(foreseen);
  const { text, lineEnd } = app.stores.document.getState();
  const hidden = countHidden(text);
  const problems = useRefused(text, state);
  useAppState("server", ({ status }) => status);
  const away = whyNoChange(app);
  const close = () => closeDialog(app);
  const isWhole = way?.kind === "whole";
  const lacks = isWhole ? (foreseen?.lacks ?? []) : [];
  const isMeant = !isWhole || ((hidden === 0 || asIs) && (lacks.length === 0 || confirmed));
  const ready = phase === "ready" && foreseen?.ok === true && isMeant && away === undefined;
  const confirm = { lacks, confirmed, onConfirm: setConfirmed };
  const pipelines = stagedPipelines(app);
  return (
    <form
      className={dialogCss.dialogForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) void deploy(app, session, note);
      }}
    >
      <ModalHead title="Deploy this draft" onClose={close} />
      {foreseen !== null && (
        <StopsBand foreseen={foreseen}>
          {lacks.length > 0 ? <WholeConfirm session={session} pipelines={pipelines} {...confirm} /> : undefined}
        </StopsBand>
      )}
      {foreseen !== null && <HeirChoice session={session} backlogs={foreseen.backlogs} />}
      <About state={state} />
      <WayChoice session={session} pipelines={pipelines} stagesOnly={isStagesOnly(app)} />
      {phase !== "loading" && <CompleteOffer lacks={lacksIn(app)} onDone={onChanged} />}
      {meanwhile !== null && <MeanwhileBand meanwhile={meanwhile} />}
      <div
        className={css.body}
        aria-busy={phase === "loading" || (phase === "ready" && foreseen === null && way !== null && isChosen(way))}
      >
        <Changes state={state} onRetry={() => void session.load()} />
        <DeployChecks
          state={state}
          problems={problems}
          text={text.replaceAll("\n", lineEnd)}
          hidden={hidden}
          asIs={asIs}
          onAsIs={setAsIs}
          away={away}
          onLeave={close}
        />
      </div>
      <Actions note={note} onNote={setNote} ready={ready} onCancel={close}>
        {phase === "deploying" ? "Deploying…" : submitWords(state)}
      </Actions>
    </form>
  );
}

/** The confirmation holds for this check only: if something else runs by then, it is asked for again. */
function useConfirmed(foreseen: Foreseen | null) {
  const [confirmedFor, setConfirmedFor] = useState<Foreseen | null>(null);
  return {
    confirmed: foreseen !== null && confirmedFor === foreseen,
    setConfirmed: (on: boolean) => setConfirmedFor(on ? foreseen : null),
  };
}

/** What the server refuses, at its places in the text, where the editor shows it too. */
function useRefused(text: string, { refusal, way }: DeployState) {
  const app = useApp();
  const problems = useMemo(
    () => (refusal === null || way?.kind !== "whole" ? [] : placeMessages(text, refusal.diagnostics)),
    [text, refusal, way],
  );
  useEffect(() => {
    if (problems.length > 0) app.stores.analysis.setState({ refused: { text, problems } });
  }, [app, text, problems]);
  return problems;
}

async function deploy(app: App, session: DeploySession, note: string): Promise<void> {
  const user = app.stores.settings.getState().deployAs.trim();
  const deployed = await session.deploy({
    ...(note.trim() !== "" && { note: note.trim() }),
    ...(user !== "" && { user }),
  });
  if (deployed === undefined) return;
  app.stores.analysis.setState({ refused: null });
  if (dialogOf(app, "deploy") !== null) closeDialog(app);
  void askStatus(app);
  tell(app, deployed);
}

function Changes({ state: { phase, message, way, diff }, onRetry }: { state: DeployState; onRetry: () => void }) {
  if (phase === "failed")
    return (
      <p className={`${controlsCss.note} tone-error`} role="alert">
        {message}{" "}
        <button type="button" className={controlsCss.link} onClick={onRetry}>
          Try again
        </button>
      </p>
    );
  return way === null || isChosen(way) ? <DiffView lines={diff} label="What changes" /> : null;
}

function submitWords({ way, meanwhile, current }: DeployState): string {
  if (way !== null && !isChosen(way)) return "Choose a component first";
  const over = meanwhile === null || current === null ? "" : ` over version ${current.number}`;
  return way?.kind === "stages" ? `Deploy the stages${over}` : `Deploy${over}`;
}

function About({ state: { way, current, diff } }: { state: DeployState }) {
  const host = useApp().platform.pageHost;
  const version = current === null ? "what runs" : `version ${current.number}`;
  return (
    <p className={dialogCss.dialogAbout}>
      {way !== null && !isChosen(way) ? (
        <span>
          No running component has the name of this pipeline. Choose the one that receives its stages. Everything else
          stays unchanged.
        </span>
      ) : way?.kind === "stages" ? (
        <span>
          Its stages go into <span className="mono">{way.into}</span> of {version} on {host}. Everything else stays
          unchanged.{" "}
        </span>
      ) : (
        current !== null && (
          <span>
            It replaces {version} on {host}.{" "}
          </span>
        )
      )}
      {(way === null || isChosen(way)) && <DiffCount lines={diff} />}
    </p>
  );
}

function Actions({
  note,
  onNote,
  ready,
  onCancel,
  children,
}: {
  note: string;
  onNote: (note: string) => void;
  ready: boolean;
  onCancel: () => void;
  children: string;
}) {
  const app = useApp();
  const user = useAppState("settings", ({ deployAs }) => deployAs);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div className={`${dialogCss.formActions} ${css.actions}`}>
      <input
        ref={field}
        className={controlsCss.field}
        aria-label="Deployment note"
        placeholder="Deployment note"
        maxLength={MAX_NOTE}
        value={note}
        onChange={(event) => onNote(event.target.value)}
      />
      <span className={css.who}>
        <UserRoundPen aria-hidden="true" size={14} />
        <input
          className={controlsCss.field}
          aria-label="Your name, shown with the version"
          placeholder="Your name"
          maxLength={MAX_WHO}
          value={user}
          onChange={(event) => app.stores.settings.setState({ deployAs: event.target.value })}
        />
      </span>
      <button type="button" className={buttonClass()} onClick={onCancel}>
        Cancel
      </button>
      <button type="submit" className={buttonClass("primary")} disabled={!ready}>
        <Rocket aria-hidden="true" size={14} /> {children}
      </button>
    </div>
  );
}

function tell(app: App, { changed, version, before }: Deployed): void {
  const as = version === undefined ? "" : ` as version ${version}`;
  void keepState(app, `Deployed${as}`);
  const text = changed ? `The server runs it${as}.` : `The server already runs it${as}.`;
  const back = changed && before !== null ? before.number : undefined;
  const action =
    back === undefined ? undefined : { label: `Roll back to ${back}…`, run: () => openVersions(app, back) };
  notify(app, "info", text, action, "deploy");
}
