/** What a recorded request is: service and type, labels and why they are so, and what each target answered. */
import { CircleCheck, CircleX, Send } from "lucide-react";
import { useStore } from "zustand";
import { formatMilliseconds } from "../../domain/inspect/format-duration.ts";
import { parseSentence } from "../../domain/inspect/sentence.ts";
import { formatLabels, formatPairs } from "../../domain/label-text.ts";
import {
  describeResult,
  describeTarget,
  describeType,
  hasFailed,
  serviceName,
} from "../../domain/profiles/request-words.ts";
import { formatBytes, formatNanos } from "../../domain/profiles/units.ts";
import { IconButton } from "../tip.tsx";
import { Sentence } from "../value-text.tsx";
import { FactRows, useShown } from "./profile-facts.tsx";
import type { RequestProps } from "./request-props.ts";

export function RequestSummary(props: RequestProps) {
  const { request } = props.opened;
  const failed = hasFailed(request);
  const Icon = failed ? CircleX : CircleCheck;
  return (
    <>
      <div className="request-title">
        <h3 className="cut" title={serviceName(request)}>
          {serviceName(request)}
        </h3>
        <span className="muted cut">
          {describeType(request)}
          <Duration {...props} />
        </span>
        <span className="spring" />
        <span className={`request-result small-text tone-${failed ? "error" : "good"}`}>
          <Icon aria-hidden="true" size={12} /> {describeResult(request)}
        </span>
      </div>
      <div className="request-summary">
        <Facts {...props} />
        <Targets {...props} />
      </div>
    </>
  );
}

function Duration({ session, opened }: RequestProps) {
  const nanos = useStore(
    session.store,
    (state) => state.opened.find(({ id }) => id === state.shown?.ids[0])?.about?.facts?.durationNanos,
  );
  return nanos === undefined || opened.chosen.length > 1 ? null : `, ${formatNanos(nanos)}`;
}

/** Characters of labels; the tab of the body has all of them. */
const MAX_LABELS = 1000;
const shorten = (text: string): string => (text.length > MAX_LABELS ? `${text.slice(0, MAX_LABELS)} …` : text);

function Facts({ session, opened: { request, detail, nth } }: RequestProps) {
  const content = detail?.contents[nth];
  const rule = content?.serviceRule ?? request.serviceRule;
  return (
    <dl className="request-facts">
      <dt>labels</dt>
      <dd className="mono">{shorten(formatLabels(content?.labels ?? request.labels))}</dd>
      {content !== undefined && (
        <>
          <dt>{request.route === "ingest" ? "name" : "received"}</dt>
          <dd className="mono">{shorten(`{${formatPairs(content.received)}}`)}</dd>
        </>
      )}
      {rule !== "" && (
        <>
          <dt>service</dt>
          <dd>
            <Sentence parts={parseSentence(rule)} />
          </dd>
        </>
      )}
      <dt>client</dt>
      <dd>
        {request.client || "no User-Agent"}, by {request.route} to <span className="mono">{request.receiver}</span>
      </dd>
      <Measured session={session} bytes={request.bytes} />
    </dl>
  );
}

function Measured({ session, bytes }: Pick<RequestProps, "session"> & { bytes: number }) {
  const built = useStore(session.store, (state) => state.built);
  const about = useStore(session.store, (state) => state.opened.find(({ id }) => id === state.shown?.ids[0])?.about);
  if (about === undefined)
    return (
      <>
        <dt>body</dt>
        <dd>{formatBytes(bytes)}</dd>
      </>
    );
  return built === null ? <FactRows about={about} /> : <MeasuredRows session={session} built={built} />;
}

function MeasuredRows({ session, built }: { session: RequestProps["session"]; built: Parameters<typeof useShown>[1] }) {
  const shown = useShown(session, built);
  if (shown === undefined) return null;
  if (shown.single) return <FactRows about={shown.about} measured={shown.measured} />;
  return (
    <>
      <dt>samples</dt>
      <dd>{shown.measured}</dd>
    </>
  );
}

/** Those that it went to, and others that it can be sent to. */
function Targets({ requests, opened: { request, sent } }: RequestProps) {
  const receivers = useStore(requests.store, (state) => state.list?.receivers);
  const configured = (receivers ?? []).flatMap(({ targets }) => targets);
  const others = [...new Set([...configured, ...Object.keys(sent)])].filter(
    (id) => !request.targets.some(({ target }) => target === id),
  );
  if (request.targets.length === 0 && others.length === 0)
    return (
      <div className="request-targets">
        <p className="empty small-text">
          It was forwarded to nothing: <code>forward_to</code> of {request.receiver} is empty, and no{" "}
          <code>profiles.write</code> is configured.
        </p>
      </div>
    );
  const canSend = request.bodyKept && request.profiles > 0;
  const row = (target: string, result: string, ok: boolean, took: number | undefined) => (
    <tr key={target}>
      <td className="name cut mono" title={target}>
        {target.replace(/^profiles\.write\./, "")}
      </td>
      <td className={ok ? "muted" : "tone-error"}>
        {result}
        <SentAgain result={sent[target]} />
      </td>
      <td className="number">{took === undefined ? "" : formatMilliseconds(took)}</td>
      <td className="target-send">
        <IconButton
          label={`Send again to ${target}`}
          tip={canSend ? `Send again to ${target}` : "There is no body that could be sent again"}
          Icon={Send}
          disabled={!canSend || sent[target] === null}
          onClick={() => void requests.sendAgain(target)}
        />
      </td>
    </tr>
  );
  return (
    <div className="request-targets">
      <table aria-label="Targets">
        <thead>
          <tr>
            <th>Target</th>
            <th>Result</th>
            <th className="number">Took</th>
            <th>
              <span className="visually-hidden">Send again</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {request.targets.map((result) => row(result.target, describeTarget(result), result.ok, result.milliseconds))}
          {others.map((target) => row(target, "not sent to", true, undefined))}
        </tbody>
      </table>
      {request.targets.length > 0 && (
        <p className="muted small-text">
          The caller was answered after {formatMilliseconds(request.milliseconds)}, when{" "}
          {request.targets.length === 1 ? "the target" : "the slowest target"} was done.
        </p>
      )}
    </div>
  );
}

function SentAgain({ result }: { result: RequestProps["opened"]["sent"][string] | undefined }) {
  if (result === undefined) return null;
  if (result === null)
    return (
      <span className="sent-again" role="status">
        sending …
      </span>
    );
  const failed = !result.ok || !result.value.ok;
  return (
    <span className={`sent-again tone-${failed ? "error" : "good"}`} role="status">
      sent again:{" "}
      {result.ok ? `${describeTarget(result.value)}, ${formatMilliseconds(result.value.milliseconds)}` : result.message}
    </span>
  );
}
