/** Explains why no requests are listed, and what to do about it. */
import type { RecordedReceiver } from "@sluice/protocol";
import { Copy, Send } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { copyText } from "../../../core/edit/export-file.ts";
import { useApp } from "../../../core/page/app-context.ts";
import type { ProfilesSide } from "../../../core/page/stores.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import { Choice } from "../../../ui/choice.tsx";
import * as controlsCss from "../../../ui/controls.module.css";
import * as paneCss from "../../../ui/pane.module.css";
import { IconButton } from "../../../ui/tip.tsx";
import type { RequestSession } from "../sessions/request-session.ts";
import * as profilesCss from "./profiles.module.css";
import * as requestsCss from "./requests.module.css";

const RECEIVER = `profiles.receive_http "default" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 4040
  }
  forward_to = []
}`;

interface NoRequestsProps {
  readonly requests: RequestSession;
  onChoose(side: ProfilesSide): void;
}

export function NoRequests({ requests, onChoose }: NoRequestsProps) {
  const phase = useStore(requests.store, (state) => state.phase);
  const message = useStore(requests.store, (state) => state.message);
  const list = useStore(requests.store, (state) => state.list);
  if (phase === "loading") return <p className={`${paneCss.empty} ${paneCss.running}`}>Asking the server …</p>;
  if (phase === "no-server")
    return (
      <div className={paneCss.empty}>
        <p>No server.</p>
        <p>
          Requests come from the server of this page. There is none, it does not answer, or you are not signed in.{" "}
          <code>sluice run</code> starts one. Profiles in files open without a server.
        </p>
        <OpenFiles onChoose={onChoose} />
      </div>
    );
  if (phase === "old")
    return (
      <div className={paneCss.empty}>
        <p>This server does not list requests.</p>
        <p>It is older than this page. Profiles in files still open.</p>
        <OpenFiles onChoose={onChoose} />
      </div>
    );
  if (list === null)
    return (
      <p className={`${controlsCss.note} tone-error`} role="alert">
        {message}
      </p>
    );
  if (list.receivers.length === 0)
    return (
      <div className={paneCss.empty}>
        <p>No receiver of profiles is running.</p>
        <p>
          Add one to the configuration, restart the server, and point a profiler at it. <code>forward_to</code> lists{" "}
          receivers of <code>profiles.write</code>. If it is empty, profiles are only recorded here.
        </p>
        <Snippet text={RECEIVER} what="the receiver" />
      </div>
    );
  if (!list.recording)
    return (
      <div className={paneCss.empty}>
        <p>Requests are not recorded.</p>
        <p>{list.reason ?? "Start the server with --inspect-profiles to record them."}</p>
      </div>
    );
  return <NothingYet requests={requests} receivers={list.receivers} onChoose={onChoose} />;
}

const OpenFiles = ({ onChoose }: Pick<NoRequestsProps, "onChoose">) => (
  <button type="button" className={buttonClass()} onClick={() => onChoose("files")}>
    Open a profile in a file
  </button>
);

function Snippet({ text, what }: { text: string; what: string }) {
  const app = useApp();
  return (
    <div className={profilesCss.recipeCode}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <pre tabIndex={0}>{text}</pre>
      <IconButton label={`Copy ${what}`} Icon={Copy} onClick={() => void copyText(app, text, what)} />
    </div>
  );
}

interface NothingYetProps extends NoRequestsProps {
  readonly receivers: readonly RecordedReceiver[];
}

function NothingYet({ requests, receivers, onChoose }: NothingYetProps) {
  const sample = useStore(requests.store, (state) => state.sample);
  const listening = receivers.filter(({ address }) => address !== "");
  const [chosen, setChosen] = useState<string>();
  const receiver = listening.find(({ id }) => id === chosen) ?? listening[0];
  if (receiver === undefined)
    return (
      <div className={paneCss.empty}>
        <p>No receiver listens.</p>
        <p>
          {receivers.map(({ id }) => id).join(", ")} could not start. The server's status at the top right says why.
        </p>
      </div>
    );
  return (
    <div className={paneCss.empty}>
      <p>No requests yet.</p>
      <p>
        <code>{receiver.id}</code> listens on <code>{receiver.address}</code>.
      </p>
      <div className={requestsCss.emptyActions}>
        {listening.length > 1 && (
          <Choice label="Receiver" value={receiver.id} options={listening.map(({ id }) => id)} onChange={setChosen} />
        )}
        <button
          type="button"
          className={buttonClass("primary")}
          disabled={sample === "sending"}
          onClick={() => void requests.sendSample(receiver.id)}
        >
          <Send aria-hidden="true" size={14} /> Send a sample profile
        </button>
        <button type="button" className={buttonClass()} onClick={() => onChoose("profilers")}>
          Point a profiler here
        </button>
      </div>
      <SampleResult requests={requests} />
    </div>
  );
}

/** The result of sending a sample. */
export function SampleResult({ requests }: Pick<NoRequestsProps, "requests">) {
  const sample = useStore(requests.store, (state) => state.sample);
  if (sample === null) return null;
  if (sample === "sending")
    return (
      <p className={`${controlsCss.note} muted`} role="status">
        Sending a sample profile …
      </p>
    );
  return (
    <p className={`${controlsCss.note} ${sample.ok ? "muted" : "tone-error"}`} role={sample.ok ? "status" : "alert"}>
      {sample.ok ? sample.value : sample.message}
    </p>
  );
}
