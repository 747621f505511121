/** Chooses the recorded requests that the list shows, and those that are drawn together. */
import type { ProfileRequest } from "@sluice/protocol";
import type { Label } from "./profile.ts";
import { describeRequest, hasFailed, serviceOf } from "./request-words.ts";

export interface RequestFilter {
  /** Words that must all occur; `key=value` is a label. */
  readonly text: string;
  /** Null: all. */
  readonly service: string | null;
  /** Id of a receiver; null: all. */
  readonly receiver: string | null;
  readonly failed: boolean;
}

export const NO_FILTER: RequestFilter = { text: "", service: null, receiver: null, failed: false };

const hasLabel = ({ labels }: Pick<ProfileRequest, "labels">, { key, value }: Label): boolean => labels[key] === value;

/** `region=eu-1`, with or without quotes around the value. */
function readLabelWord(word: string): Label | undefined {
  const [, key, quoted, plain] = /^([^=]+)=(?:"(.*)"|(.*))$/.exec(word) ?? [];
  return key === undefined ? undefined : { key, value: quoted ?? plain ?? "" };
}

export function filterRequests(requests: readonly ProfileRequest[], filter: RequestFilter): readonly ProfileRequest[] {
  const words = filter.text.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0 && filter.service === null && filter.receiver === null && !filter.failed) return requests;
  return requests.filter((request) => {
    if (filter.receiver !== null && request.receiver !== filter.receiver) return false;
    if (filter.service !== null && serviceOf(request) !== filter.service) return false;
    if (filter.failed && !hasFailed(request)) return false;
    if (words.length === 0) return true;
    const text = describeRequest(request).toLowerCase();
    return words.every((word) => {
      const label = readLabelWord(word);
      return (label !== undefined && hasLabel(request, label)) || text.includes(word.toLowerCase());
    });
  });
}

/** The services in the list, most requests first. */
export const servicesOf = (requests: readonly ProfileRequest[]): readonly string[] =>
  byFrequency(requests.map(serviceOf));

/** The receivers in the list, most requests first. */
export const receiversOf = (requests: readonly ProfileRequest[]): readonly string[] =>
  byFrequency(requests.map(({ receiver }) => receiver));

function byFrequency(texts: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([text]) => text);
}

/** A length of time, up to a request, that is drawn as one. */
export interface Span {
  readonly name: string;
  /** Milliseconds; 0: only the request. */
  readonly length: number;
}

export const SPANS: readonly Span[] = [
  { name: "this request", length: 0 },
  { name: "1 minute", length: 60_000 },
  { name: "5 minutes", length: 300_000 },
  { name: "15 minutes", length: 900_000 },
  { name: "all recorded", length: Number.POSITIVE_INFINITY },
];

/**
 * Whether two answers of the server show a request in the same state: results of targets may arrive later if the client
 * disconnected, and bodies are discarded. A restarted server counts ids from the beginning.
 */
export const isUnchanged = (a: ProfileRequest, b: ProfileRequest): boolean =>
  isSameRequest(a, b) && a.bodyKept === b.bodyKept && JSON.stringify(a.targets) === JSON.stringify(b.targets);

export const isSameRequest = (a: ProfileRequest, b: ProfileRequest): boolean => a.id === b.id && a.time === b.time;

/** Whether two requests measure the same thing of the same service. */
const isAlike = (a: ProfileRequest, b: ProfileRequest): boolean => serviceOf(a) === serviceOf(b) && a.type === b.type;

/** The requests that are drawn with one. */
export interface RequestScope {
  /** Milliseconds before it; 0: only itself. */
  readonly span: number;
  /** Only requests with this label; null: any. */
  readonly label: Label | null;
  /** Only requests of this receiver: one that forwards to another makes the same profile arrive twice. Null: all. */
  readonly receiver: string | null;
}

const hasReceiver = (request: ProfileRequest, { receiver }: Pick<RequestScope, "receiver">): boolean =>
  receiver === null || request.receiver === receiver;

/**
 * The requests of the same service and type as `request` in the time up to it, with the label and the receiver, newest
 * first; `request` is one of them unless it lacks the label or has another receiver.
 */
export function requestsUpTo(
  requests: readonly ProfileRequest[],
  request: ProfileRequest,
  { span, label, receiver }: RequestScope,
): readonly ProfileRequest[] {
  if (span === 0) return label === null || hasLabel(request, label) ? [request] : [];
  const others = requests.filter(
    (other) =>
      other.id !== request.id &&
      other.profiles > 0 &&
      isAlike(other, request) &&
      other.time <= request.time &&
      other.time > request.time - span,
  );
  return [request, ...others].filter(
    (one) => hasReceiver(one, { receiver }) && (label === null || hasLabel(one, label)),
  );
}

/** The last request of the same service, type and receiver before all of `chosen`, or undefined. */
export function requestBefore(
  requests: readonly ProfileRequest[],
  chosen: readonly ProfileRequest[],
): ProfileRequest | undefined {
  const oldest = chosen.reduce<ProfileRequest | undefined>(
    (a, b) => (a === undefined || b.time < a.time ? b : a),
    undefined,
  );
  if (oldest === undefined) return undefined;
  const ids = new Set(chosen.map(({ id }) => id));
  return requests.find(
    (other) =>
      !ids.has(other.id) &&
      other.profiles > 0 &&
      isAlike(other, oldest) &&
      hasReceiver(other, oldest) &&
      other.time <= oldest.time,
  );
}

/** The receivers of requests of the same service and type, that of `request` first. */
export function receiversToChoose(requests: readonly ProfileRequest[], request: ProfileRequest): readonly string[] {
  const alike = requests.filter((other) => other.profiles > 0 && isAlike(other, request));
  return [...new Set([request.receiver, ...receiversOf(alike)])];
}

/** Labels that rows do not repeat: the service has a column, and the type shows the name. */
const OF_COLUMNS: ReadonlySet<string> = new Set(["service_name"]);
/** Labels that rarely distinguish requests come last. */
const LAST: ReadonlySet<string> = new Set(["__name__", "app_name"]);

/** Labels as `key="value"` that several requests share, so that rows show only the others. */
export function sharedLabels(requests: readonly ProfileRequest[]): readonly Label[] {
  const [first, ...others] = requests;
  if (first === undefined || others.length === 0) return [];
  return Object.entries(first.labels)
    .map(([key, value]) => ({ key, value }))
    .filter((label) => others.every((one) => hasLabel(one, label)));
}

/** The labels of a row: shared ones are left out, and the least telling come last. */
export function labelsOfRow({ labels }: ProfileRequest, shared: readonly Label[]): Readonly<Record<string, string>> {
  const pairs = Object.entries(labels).filter(
    ([key, value]) => !OF_COLUMNS.has(key) && !shared.some((label) => label.key === key && label.value === value),
  );
  return Object.fromEntries([...pairs.filter(([key]) => !LAST.has(key)), ...pairs.filter(([key]) => LAST.has(key))]);
}

/** Labels that distinguish these requests: those that not all of them share. */
export function labelsToChoose(requests: readonly ProfileRequest[]): readonly Label[] {
  const found = new Map<string, { label: Label; count: number }>();
  for (const { labels } of requests)
    for (const [key, value] of Object.entries(labels)) {
      const name = JSON.stringify([key, value]);
      const known = found.get(name);
      if (known === undefined) found.set(name, { label: { key, value }, count: 1 });
      else known.count++;
    }
  return [...found.values()]
    .filter(({ count }) => count < requests.length)
    .map(({ label }) => label)
    .sort((a, b) => (a.key === b.key ? (a.value < b.value ? -1 : 1) : a.key < b.key ? -1 : 1));
}
