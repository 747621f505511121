/** The answers of all targets, by endpoint, and buttons to send a request to one of them again. */

import { visible } from "@sluice/engine";
import type { EndpointResult, RecordedTarget, TargetResult } from "@sluice/protocol";
import { Send } from "lucide-react";
import { Fragment } from "react";
import { useStore } from "zustand";
import { formatMilliseconds } from "../../../core/text/format-duration.ts";
import * as paneCss from "../../../ui/pane.module.css";
import { IconButton } from "../../../ui/tip.tsx";
import { describeSending, describeTarget } from "../reading/request-words.ts";
import type { RequestProps } from "./request-props.ts";
import * as css from "./requests.module.css";

/** The targets that it was sent to, and others that its receiver forwards to now. */
export function Targets({ requests, opened: { request, sent } }: RequestProps) {
  const receivers = useStore(requests.store, (state) => state.list?.receivers);
  const now = receivers?.find(({ id }) => id === request.receiver)?.targets ?? [];
  const others = now.filter(({ id }) => !request.targets.some(({ target }) => target === id));
  if (request.targets.length === 0 && (others.length === 0 || request.profiles === 0))
    return (
      <div className={css.targets}>
        <p className={`${paneCss.empty} small-text`}>
          {request.profiles === 0 ? (
            "Refused, so nothing was forwarded."
          ) : (
            <>
              Not forwarded: <code>forward_to</code> of {request.receiver} is empty.
            </>
          )}
        </p>
      </div>
    );
  const canSend = request.bodyKept && request.profiles > 0;
  const row = (id: string, result: TargetResult | undefined) => (
    <Fragment key={id}>
      <tr>
        <td className="name cut mono" title={id}>
          {id.replace(/^(?:profiles|pyroscope)\.write\./, "")}
        </td>
        <td className={result?.ok === false ? "tone-error" : "muted"}>
          {result === undefined ? "not sent" : describeShort(result)}
          <SentAgain result={sent[id]} />
        </td>
        <td className={css.number}>{result === undefined ? "" : formatMilliseconds(result.milliseconds)}</td>
        <td className={css.targetSend}>
          <SendButton
            id={id}
            target={now.find((one) => one.id === id)}
            canSend={canSend}
            isSending={sent[id] === null}
            onSend={() => void requests.sendAgain(id)}
          />
        </td>
      </tr>
      {result?.endpoints === undefined ? (
        now.find((one) => one.id === id)?.endpoints.map((endpoint) => <EndpointRow key={endpoint} name={endpoint} />)
      ) : (
        <Endpoints endpoints={result.endpoints} />
      )}
    </Fragment>
  );
  return (
    <div className={css.targets}>
      <table aria-label="Targets">
        <thead>
          <tr>
            <th>Target</th>
            <th>Result</th>
            <th className={css.number}>Took</th>
            <th>
              <span className="visually-hidden">Send again</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {request.targets.map((result) => row(result.target, result))}
          {others.map(({ id }) => row(id, undefined))}
        </tbody>
      </table>
      {request.targets.length > 0 && (
        <p className="muted small-text">
          The client was answered after {formatMilliseconds(request.milliseconds)}, when{" "}
          {request.targets.length === 1 ? "the target" : "the slowest target"} was done.
        </p>
      )}
    </div>
  );
}

/** For a target with listed endpoints: how many of them accepted it. */
function describeShort(result: TargetResult): string {
  const { endpoints = [] } = result;
  if (endpoints.length === 0) return describeTarget(result);
  const accepted = endpoints.filter(({ ok }) => ok).length;
  if (endpoints.length === 1) return accepted === 1 ? "accepted" : "failed";
  return `accepted by ${accepted} of ${endpoints.length} endpoints`;
}

/** The result, with the error of each endpoint. */
function describeWhole(result: TargetResult): string {
  const failed = (result.endpoints ?? []).filter(({ ok }) => !ok);
  if (failed.length === 0) return describeTarget(result);
  if (result.endpoints?.length === 1) return describeTarget(failed[0]!);
  return failed.map((one) => `${visible(one.endpoint)}: ${describeTarget(one)}`).join("; ");
}

const Endpoints = ({ endpoints }: { endpoints: readonly EndpointResult[] }) =>
  endpoints.map((one, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an endpoint is its place
    <EndpointRow key={i} name={one.endpoint} result={one} />
  ));

function EndpointRow({ name, result }: { name: string; result?: EndpointResult }) {
  return (
    <tr className={css.endpoint}>
      <td colSpan={2}>
        <span className="mono">{visible(name)}</span>{" "}
        {result !== undefined && <span className={result.ok ? "muted" : "tone-error"}>{describeTarget(result)}</span>}
      </td>
      <td className={`${css.number} muted`}>{result === undefined ? "" : formatMilliseconds(result.milliseconds)}</td>
      <td />
    </tr>
  );
}

interface SendButtonProps {
  readonly id: string;
  /** Undefined: the receiver does not forward to it. */
  readonly target: RecordedTarget | undefined;
  readonly canSend: boolean;
  readonly isSending: boolean;
  onSend(): void;
}

function SendButton({ id, target, canSend, isSending, onSend }: SendButtonProps) {
  if (target === undefined) return null;
  return (
    <IconButton
      label={`Send again to ${id}`}
      tip={canSend ? describeSending(target) : "There is no body to send again"}
      Icon={Send}
      disabled={!canSend || isSending}
      onClick={onSend}
    />
  );
}

function SentAgain({ result }: { result: RequestProps["opened"]["sent"][string] | undefined }) {
  if (result === undefined) return null;
  if (result === null)
    return (
      <span className={css.sentAgain} role="status">
        sending …
      </span>
    );
  const failed = !result.ok || !result.value.ok;
  return (
    <span className={`${css.sentAgain} tone-${failed ? "error" : "good"}`} role="status">
      sent again:{" "}
      {result.ok ? `${describeWhole(result.value)}, ${formatMilliseconds(result.value.milliseconds)}` : result.message}
    </span>
  );
}
