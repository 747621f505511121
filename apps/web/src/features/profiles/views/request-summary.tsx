/** Summary of a recorded request: service and type, labels and their origin, and the answer of each target. */
import { visible } from "@sluice/engine";
import { CircleCheck, CircleX } from "lucide-react";
import { useStore } from "zustand";
import { formatLabels, formatPairs } from "../../../core/text/label-text.ts";
import { parseSentence } from "../../../core/text/sentence.ts";
import { formatBytes, formatNanos } from "../../../core/text/units.ts";
import * as controlsCss from "../../../ui/controls.module.css";
import { Sentence } from "../../../ui/value-text.tsx";
import { answerText, describeResult, describeType, hasFailed, serviceName } from "../reading/request-words.ts";
import { FactRows, useShown } from "./profile-facts.tsx";
import type { RequestProps } from "./request-props.ts";
import { Targets } from "./request-targets.tsx";
import * as css from "./requests.module.css";

export function RequestSummary(props: RequestProps) {
  const { request } = props.opened;
  const failed = hasFailed(request);
  const Icon = failed ? CircleX : CircleCheck;
  return (
    <>
      <div className={css.title}>
        <h3 className="cut" title={serviceName(request)}>
          {serviceName(request)}
        </h3>
        <span className="muted cut">
          {describeType(request)}
          <Duration {...props} />
        </span>
        <span className="spring" />
        <span className={`${css.result} small-text tone-${failed ? "error" : "good"}`}>
          <Icon aria-hidden="true" size={12} /> {describeResult(request)}
        </span>
      </div>
      <WhyRefused request={request} />
      <Advice {...props} />
      <div className={css.summary}>
        <Facts {...props} />
        <Targets {...props} />
      </div>
    </>
  );
}

/** The answer to the client; errors of targets are shown with the targets. */
function WhyRefused({ request: { status, answer } }: Pick<RequestProps["opened"], "request">) {
  if (answer === undefined) return null;
  return (
    <p className={`${controlsCss.note} tone-error`}>
      The client was answered {status}: {answerText(answer)}
    </p>
  );
}

/** What the client has to change, as the server found in the request. */
function Advice({ opened: { detail, nth } }: RequestProps) {
  const advice = detail?.contents[nth]?.advice ?? [];
  if (advice.length === 0) return null;
  return (
    <div className={`${controlsCss.note} tone-missed`} role="note" aria-label="What to change in the client">
      {advice.map((sentence) => (
        <p key={sentence}>{visible(sentence)}</p>
      ))}
    </div>
  );
}

function Duration({ session, opened }: RequestProps) {
  const nanos = useStore(
    session.store,
    (state) => state.opened.find(({ id }) => id === state.shown?.ids[0])?.about?.facts?.durationNanos,
  );
  return nanos === undefined || opened.chosen.length > 1 ? null : `, ${formatNanos(nanos)}`;
}

/** The most characters of labels; the body tab shows all. */
const MAX_LABELS = 1000;
const shorten = (text: string): string => (text.length > MAX_LABELS ? `${text.slice(0, MAX_LABELS)} …` : text);

function Facts({ session, opened: { request, detail, nth } }: RequestProps) {
  const content = detail?.contents[nth];
  const rule = content?.serviceRule ?? request.serviceRule;
  return (
    <dl className={css.facts}>
      <dt>labels</dt>
      <dd className="mono">{shorten(visible(formatLabels(content?.labels ?? request.labels)))}</dd>
      {content !== undefined && (
        <>
          <dt>{request.route === "ingest" ? "name" : "received"}</dt>
          <dd className="mono">{shorten(visible(`{${formatPairs(content.received)}}`))}</dd>
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
        {visible(request.client) || "no User-Agent"}, by {request.route} to{" "}
        <span className="mono">{request.receiver}</span>
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
      {shown.merged !== undefined && (
        <>
          <dt>merged</dt>
          <dd>{shown.merged}</dd>
        </>
      )}
    </>
  );
}
