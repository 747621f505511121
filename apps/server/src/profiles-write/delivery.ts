/**
 * A profile on its way to every endpoint, made once for all endpoints and attempts: where it goes, its body in parts
 * that are not copied, and what an answer to it means.
 */
import { MILLISECOND, type Nanos } from "@sluice/engine";
import type { ProfileLabels } from "@sluice/engine/profiles";
import type { ConnectCode } from "../core/entries/connect-codes.ts";
import type { IngestedProfile, ProfileSeries } from "../core/entries/profiles-receiver.ts";
import { lengthOf } from "../platform/length-of.ts";
import { Remembered } from "../platform/remembered.ts";
import type { ExchangeResult } from "../upstream/exchange.ts";
import type { HeaderValue } from "../upstream/redirects.ts";
import { CANCELED, findCallFailure, TIMED_OUT } from "./connect-answer.ts";
import { type ExternalLabels, findLabelProblem, ingestName, pushLabels } from "./labels.ts";
import { encodePush } from "./push-encode.ts";
import { encodeIngestQuery, escapeName } from "./query.ts";

export type DeliveryHeaders = Readonly<Record<string, HeaderValue>>;

/** Why an attempt did not succeed. */
export interface Failure {
  readonly problem: string;
  readonly retry: boolean;
  /** It says nothing against the endpoint. */
  readonly elsewhere?: boolean;
  /** What the endpoint answered, if the client is answered the same. */
  readonly status?: number;
}

export interface Delivery {
  /** What this is called in logs and metrics. */
  readonly way: "push" | "ingest";
  /** Its address below the endpoint's. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** In parts. */
  readonly body: readonly Uint8Array[];
  /** Bytes of profiles, and how many they are. */
  readonly bytes: number;
  readonly profiles: number;
  /** Of one attempt that has this long; they come before the endpoint's own. The same ones are the same object. */
  headers(left: Nanos): DeliveryHeaders;
  /** The result of an attempt; `undefined` is success. `tell` makes a line that may be shown of what others said. */
  judge(result: ExchangeResult, retryOn429: boolean, tell: (text: string) => string): Failure | undefined;
}

/** Throws an error whose message is meant for the client where no server would take the profile. */
export function ingestDelivery(profile: IngestedProfile, external: ExternalLabels): Delivery {
  const { labels, body, contentTypes, rawQuery } = profile;
  const headers = contentHeaders(contentTypes);
  return {
    way: "ingest",
    path: "/ingest",
    query: encodeIngestQuery(rawQuery, knownName(labels, external)),
    body,
    bytes: lengthOf(body),
    profiles: 1,
    headers: () => headers,
    judge: judgeIngest,
  };
}

const CONTENT_HEADERS = new Remembered<DeliveryHeaders>();
/** Apart from the others: a content type may also be there and empty. */
const NO_CONTENT_HEADERS: DeliveryHeaders = {};

function contentHeaders(contentTypes: readonly string[]): DeliveryHeaders {
  if (contentTypes.length === 0) return NO_CONTENT_HEADERS;
  const key = contentTypes.join("\n");
  return CONTENT_HEADERS.of(key) ?? CONTENT_HEADERS.keep(key, { "content-type": contentTypes });
}

/** Names as they are sent. A profiler sends the same one again and again, and its labels are the same object. */
const KNOWN = new WeakMap<ExternalLabels, WeakMap<ProfileLabels, string>>();

function knownName(labels: ProfileLabels, external: ExternalLabels): string {
  const names = KNOWN.get(external) ?? new WeakMap<ProfileLabels, string>();
  KNOWN.set(external, names);
  const known = names.get(labels);
  if (known !== undefined) return known;
  refuseBadLabels(labels);
  const name = escapeName(ingestName(labels, external));
  names.set(labels, name);
  return name;
}

function judgeIngest(result: ExchangeResult, retryOn429: boolean, tell: (text: string) => string): Failure | undefined {
  switch (result.kind) {
    case "timeout":
      return { problem: TIMED_OUT, retry: true };
    case "aborted":
      return { problem: CANCELED, retry: false };
    case "broken":
      return { problem: tell(result.error), retry: true };
    case "answer": {
      const { status, text } = result.answer;
      if (status === 200) return undefined;
      const retry = status === 408 || status >= 500 || (status === 429 && retryOn429);
      return { problem: `remote error: status=${status} msg=${tell(text)}`, retry, status };
    }
  }
}

const RETRIED: ReadonlySet<ConnectCode> = new Set([
  "deadline_exceeded",
  "unknown",
  "internal",
  "unavailable",
  "data_loss",
  "aborted",
]);
/** The protocol has room for as many digits. */
const LONGEST_TIMEOUT_MS = 9_999_999_999n;

/** Throws as `ingestDelivery` does. */
export function pushDelivery({ labels, samples }: ProfileSeries, external: ExternalLabels): Delivery {
  refuseBadLabels(labels);
  return {
    way: "push",
    path: "/push.v1.PusherService/Push",
    query: "",
    body: encodePush(pushLabels(labels, external), samples),
    bytes: samples.reduce((sum, { parts }) => sum + lengthOf(parts), 0),
    profiles: samples.length,
    headers: callHeaders,
    judge: judgePush,
  };
}

const PUSH_HEADERS = new Remembered<DeliveryHeaders>();

/** Of a call of Connect in the binary form that has this long. */
export function callHeaders(left: Nanos): DeliveryHeaders {
  const timeout = `${smaller(left / MILLISECOND, LONGEST_TIMEOUT_MS)}`;
  const known = PUSH_HEADERS.of(timeout);
  if (known !== undefined) return known;
  return PUSH_HEADERS.keep(timeout, {
    "content-type": "application/proto",
    "connect-protocol-version": "1",
    "connect-timeout-ms": timeout,
  });
}

function judgePush(result: ExchangeResult, retryOn429: boolean, tell: (text: string) => string): Failure | undefined {
  const failure = findCallFailure(result, tell);
  if (failure === undefined) return undefined;
  const { code, message } = failure;
  const retry = RETRIED.has(code) || (code === "resource_exhausted" && retryOn429);
  return { problem: message === "" ? code : `${code}: ${message}`, retry };
}

function refuseBadLabels(labels: IngestedProfile["labels"]): void {
  const problem = findLabelProblem(labels);
  if (problem !== undefined) throw new LabelError(problem);
}

/** The profile cannot be sent to anybody. */
export class LabelError extends Error {}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
