/** The open document on its way to the server: what changes, what speaks against it, why, by whom. */
import { Rocket, UserRoundPen } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { countDiff } from "../../domain/configs/fold-diff.ts";
import { HIDDEN_SECRET } from "../../domain/configs/hide-known-secrets.ts";
import { placeMessages } from "../../domain/configs/place-messages.ts";
import { plural } from "../../domain/counted.ts";
import { MAX_WHO } from "../../domain/settings.ts";
import type { App } from "../../workspace/app.ts";
import { fileName } from "../../workspace/commands/export-file.ts";
import { notify } from "../../workspace/commands/notify.ts";
import { openVersions, whyNoChange } from "../../workspace/commands/server-commands.ts";
import { openDialog } from "../../workspace/commands/settings.ts";
import { keepState } from "../../workspace/commands/states.ts";
import { ConfigsApi } from "../../workspace/configs-api.ts";
import { type Deployed, DeploySession } from "../../workspace/deploy-session.ts";
import { baseOf, setBase } from "../../workspace/document-bases.ts";
import { useApp, useAppState } from "../app-context.ts";
import { DiffCount, DiffView } from "../diff-view.tsx";
import { ModalHead } from "../modal.tsx";
import { ProblemButton } from "../problems.tsx";
import { Check } from "./check.tsx";
import { MeanwhileBand } from "./meanwhile-band.tsx";
import { ShadowCheck } from "./shadow-check.tsx";
import { TestsCheck } from "./tests-check.tsx";

const MAX_NOTE = 1000;

function startSession(app: App): DeploySession {
  const { text, lineEnd, name } = app.stores.document.getState();
  return new DeploySession({
    api: new ConfigsApi(app.access.ask),
    name: fileName(name),
    text: text.replaceAll("\n", lineEnd),
    base: baseOf(app),
    setBase: (base) => setBase(app, base),
  });
}

export function DeployDialog() {
  const app = useApp();
  const [session] = useState(() => startSession(app));
  useEffect(() => void session.load(), [session]);
  return <DeployForm session={session} />;
}

function DeployForm({ session }: { session: DeploySession }) {
  const app = useApp();
  const state = useStore(session.store);
  const { phase, current, message, meanwhile, diff, refusal, unkept } = state;
  const user = useAppState("settings", ({ deployAs }) => deployAs);
  const [note, setNote] = useState("");
  const [asIs, setAsIs] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { text, lineEnd } = app.stores.document.getState();
  const hidden = text.split(HIDDEN_SECRET).length - 1;
  const problems = useMemo(() => (refusal === null ? [] : placeMessages(text, refusal.diagnostics)), [text, refusal]);
  useEffect(() => {
    if (problems.length > 0) app.stores.analysis.setState({ refused: { text, problems } });
  }, [app, text, problems]);
  useAppState("server", ({ status }) => status);
  const away = whyNoChange(app);
  const close = () => openDialog(app, "none");
  const ready = phase === "ready" && (hidden === 0 || asIs) && away === undefined;
  const submit = async () => {
    if (!ready) return;
    const deployed = await session.deploy({
      ...(note.trim() !== "" && { note: note.trim() }),
      ...(user.trim() !== "" && { user: user.trim() }),
    });
    if (deployed === undefined) return;
    app.stores.analysis.setState({ refused: null });
    if (app.stores.view.getState().dialog === "deploy") close();
    tell(app, deployed);
  };
  const over = meanwhile === null || current === null ? "" : ` over version ${current.number}`;
  return (
    <form
      className="deploy-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <ModalHead title="Deploy this draft" onClose={close} />
      <p className="deploy-about">
        {current !== null && (
          <span>
            It replaces version {current.number} on {app.platform.pageHost}.{" "}
          </span>
        )}
        <DiffCount lines={diff} />
      </p>
      {meanwhile !== null && <MeanwhileBand meanwhile={meanwhile} />}
      <div className="deploy-body" aria-busy={phase === "loading"}>
        {phase === "failed" ? (
          <p className="note tone-error" role="alert">
            {message}{" "}
            <button type="button" className="link" onClick={() => void session.load()}>
              Try again
            </button>
          </p>
        ) : (
          <DiffView lines={diff} label="What changes" />
        )}
        <div className="deploy-checks">
          <h3>Before it goes</h3>
          <ul aria-label="Checks">
            <Check kind="good">The configuration has no errors</Check>
            <Warnings />
            <TestsCheck />
            <ShadowCheck text={text.replaceAll("\n", lineEnd)} />
            {phase !== "loading" && phase !== "failed" && sameText(state.diff) && (
              <Check kind="missed">Nothing differs from what runs, but perhaps secrets</Check>
            )}
            {hidden > 0 && (
              <Check kind="missed">
                <span className="mono">{HIDDEN_SECRET}</span> stands in it {hidden} {plural(hidden, "time")}: put the
                secret back, or read it with <span className="mono">sys.env</span> or{" "}
                <span className="mono">local.file</span>.
                <label className="deploy-as-is">
                  <input type="checkbox" checked={asIs} onChange={(event) => setAsIs(event.target.checked)} /> Deploy it
                  as it stands
                </label>
              </Check>
            )}
            {unkept !== null && <Check kind="missed">Versions are not kept: {unkept}. There is no way back.</Check>}
            {away !== undefined && <Check kind="error">{away}</Check>}
          </ul>
          {phase === "ready" && message !== null && (
            <div className="deploy-refusal" role="alert">
              <p className="tone-error">
                {refusal !== null && "The server refused it; what runs runs on. "}
                {problems.length === 0 && message}
              </p>
              {problems.map((problem, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same problem may stand twice at one place
                <div key={i} onClickCapture={close}>
                  <ProblemButton problem={problem} />
                </div>
              ))}
              {refusal !== null && refusal.more > 0 && <p className="muted">and {refusal.more} more</p>}
            </div>
          )}
        </div>
      </div>
      <div className="form-actions deploy-actions">
        <input
          ref={field}
          className="field"
          aria-label="What it is for"
          placeholder="What it is for"
          maxLength={MAX_NOTE}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <span className="deploy-who">
          <UserRoundPen aria-hidden="true" size={14} />
          <input
            className="field"
            aria-label="Your name, as versions show it"
            placeholder="Your name"
            maxLength={MAX_WHO}
            value={user}
            onChange={(event) => app.stores.settings.setState({ deployAs: event.target.value })}
          />
        </span>
        <button type="button" className="button" onClick={close}>
          Cancel
        </button>
        <button type="submit" className="button primary" disabled={!ready}>
          <Rocket aria-hidden="true" size={14} /> {phase === "deploying" ? "Deploying…" : `Deploy${over}`}
        </button>
      </div>
    </form>
  );
}

const sameText = (diff: Parameters<typeof countDiff>[0]): boolean => {
  const { added, removed } = countDiff(diff);
  return added + removed === 0;
};

function Warnings() {
  const warnings = useAppState(
    "analysis",
    ({ current }) => current?.problems.filter(({ severity }) => severity === "warning").length ?? 0,
  );
  if (warnings === 0) return null;
  return (
    <Check kind="missed">
      {warnings} {plural(warnings, "warning")}: see the problems
    </Check>
  );
}

function tell(app: App, { changed, version, before }: Deployed): void {
  const as = version === undefined ? "" : ` as version ${version}`;
  void keepState(app, `Deployed${as}`);
  const text = changed ? `The server runs it${as}.` : `The server runs it already${as}.`;
  const back = changed && before !== null ? before.number : undefined;
  const action =
    back === undefined ? undefined : { label: `Roll back to ${back}…`, run: () => openVersions(app, back) };
  notify(app, "info", text, action, "deploy");
}
