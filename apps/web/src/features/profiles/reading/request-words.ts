/** Words for a recorded request: its service, result and time. */

import { visible } from "@sluice/engine";
import type { BodyFormat } from "@sluice/engine/profiles";
import type { EndpointResult, ProfileRequest, RecordedTarget, TargetResult } from "@sluice/protocol";
import { counted } from "../../../core/text/counted.ts";
import { formatLabels } from "../../../core/text/label-text.ts";

export const FORMAT_NAMES: Readonly<Record<BodyFormat, string>> = {
  pprof: "pprof",
  folded: "folded stacks",
  lines: "stacks, one per line",
  jfr: "JFR",
  text: "plain text",
};

/** Shown if a filter matches no request. */
export const NO_MATCH = "No request matches.";

const two = (value: number) => String(value).padStart(2, "0");

/** `08:14:41.203`, or without milliseconds, in the browser's time zone. */
export function formatClock(time: number, precise = true): string {
  const date = new Date(time);
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":");
  return precise ? `${clock}.${String(date.getMilliseconds()).padStart(3, "0")}` : clock;
}

export const serviceOf = ({ labels }: Pick<ProfileRequest, "labels">): string => labels.service_name ?? "";

/** The service, or a placeholder. */
export const serviceName = (request: Pick<ProfileRequest, "labels">): string =>
  visible(serviceOf(request)) || "(no service)";

/** `receive_http.edge`: the part that distinguishes receivers. */
export const shortReceiver = (id: string): string => id.replace(/^(?:profiles|pyroscope)\./, "");

/** `process_cpu`, or the format if the type is unknown. */
export function describeType({ type, format, profiles }: ProfileRequest): string {
  if (profiles === 0) return "no profile";
  const more = profiles > 1 ? ` +${profiles - 1}` : "";
  const what = format === undefined ? "unknown, forwarded" : FORMAT_NAMES[format];
  return `${type === undefined ? what : visible(type)}${more}`;
}

export const hasFailed = ({ status, targets }: ProfileRequest): boolean =>
  status >= 400 || targets.some(({ ok }) => !ok);

/** `200`, or `502 1 of 2` if one of two targets failed. */
export function shortResult({ status, targets }: ProfileRequest): string {
  const failed = targets.filter(({ ok }) => !ok).length;
  return failed === 0 ? String(status) : `${status} ${failed} of ${targets.length}`;
}

/** `200, accepted by 2 of 2 targets` */
export function describeResult({ status, targets, profiles }: ProfileRequest): string {
  if (status === 499) return "499, the client disconnected before the answer";
  if (profiles === 0) return `${status}, refused before it was forwarded`;
  if (targets.length === 0) return `${status}, not forwarded`;
  const accepted = targets.filter(({ ok }) => ok).length;
  return `${status}, accepted by ${accepted} of ${counted(targets.length, "target")}`;
}

/** `200 after 1 retry`, `accepted`, or why it failed. */
export function describeTarget({ ok, status, message, retries }: TargetResult | EndpointResult): string {
  const told = message ?? "";
  // Messages of targets already name the status and the retries.
  const shownStatus = told.includes(`status=${status}`) ? undefined : status;
  const answer = ok
    ? status === undefined
      ? "accepted"
      : String(status)
    : [shownStatus, visible(told)].filter(Boolean).join(" ");
  const tries =
    retries === 0 || /\(\d+ retr(?:y|ies)\)/.test(told) ? "" : ` after ${counted(retries, "retry", "retries")}`;
  return `${answer === "" ? "failed" : answer}${tries}`;
}

/** The text of a refusal; for Connect's form its code and message. */
export function answerText(answer: string): string {
  try {
    const { code, message } = JSON.parse(answer) as { code?: unknown; message?: unknown };
    if (typeof code === "string")
      return visible(typeof message === "string" && message !== "" ? `${code}: ${message}` : code);
  } catch {
    // It is plain text, or cut off.
  }
  return visible(answer);
}

/** The effect of sending a request again to a target. */
export const describeSending = ({ id, endpoints }: RecordedTarget): string =>
  `Send its profiles again through ${id}${endpoints.length === 0 ? "" : `, to ${endpoints.join(" and ")}`}; no other target receives them`;

/** Why a request failed: the answer to the client, and the errors of targets; empty: it did not fail. */
export function whyFailed(request: ProfileRequest): readonly string[] {
  if (!hasFailed(request)) return [];
  const { status, answer, targets } = request;
  const told = answer === undefined ? [] : [`answered ${status}: ${answerText(answer)}`];
  return [...told, ...targets.filter(({ ok }) => !ok).map((one) => `${one.target}: ${describeTarget(one)}`)];
}

/** The text for searches and screen readers. */
export const describeRequest = (request: ProfileRequest): string =>
  [
    formatClock(request.time),
    serviceName(request),
    describeType(request),
    request.route,
    request.client,
    formatLabels(request.labels),
    request.receiver,
    shortResult(request),
    request.answer ?? "",
    ...request.targets.map((target) => `${target.target} ${describeTarget(target)}`),
  ].join(" ");
