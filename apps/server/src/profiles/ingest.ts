/**
 * `POST /ingest`: a body that nobody looks into, under a name in the query. The body is not even decompressed, so that
 * what is forwarded is what the client sent. A name that cannot be read is not an error: the profile continues without labels,
 * for the receivers to judge.
 */
import type { IncomingMessage } from "node:http";
import { applyServiceName, parseProfileName, WITHOUT_NAME } from "@sluice/engine/profiles";
import { queryPairs } from "@sluice/languages/gourl";
import { type IngestedProfile, type ProfilesReceiver, RemoteWriteError } from "../core/entries/profiles-receiver.ts";
import { Remembered } from "../platform/remembered.ts";
import type { StopSignal } from "../platform/stop-signal.ts";
import type { RecordedName } from "../recording/request-record.ts";
import { adviceFor, describeBody } from "./advice.ts";
import { type DeliveryNotes, deliver } from "./deliver.ts";
import type { Reply } from "./exchange.ts";
import { STANDARD_PHRASES } from "./standard-phrases.ts";

export interface IngestRequest {
  /** In parts. */
  readonly body: readonly Uint8Array[];
  /** Names and values in turn, as the client sent them. */
  readonly rawHeaders: readonly string[];
  readonly rawQuery: string;
}

/**
 * The labels that the first `name` of a query gives. A profiler sends the same name again and again, with other times
 * beside it, so that the last ones are remembered.
 */
export class QueryLabels {
  readonly #known = new Remembered<RecordedName>();

  of(rawQuery: string): RecordedName {
    for (const pair of rawQuery.split("&")) {
      // Other names are not looked into, unless an escape hides what they are.
      const equals = pair.indexOf("=");
      const key = equals < 0 ? pair : pair.slice(0, equals);
      if (key !== "name" && !key.includes("%")) continue;
      const labels = this.#known.of(pair) ?? this.#read(pair);
      if (labels !== undefined) return labels;
    }
    return labelsOf("");
  }

  /** Nothing where the pair is none, or has another name. */
  #read(pair: string): RecordedName | undefined {
    const [read] = queryPairs(Buffer.from(pair, "latin1"));
    if (read?.[0] !== "name") return undefined;
    return this.#known.keep(pair, labelsOf(read[1]));
  }
}

/** Of a request that did not come as far as to be named. */
export const NO_NAME: RecordedName = { received: new Map(), labels: [] };

function labelsOf(name: string): RecordedName {
  const parsed = parseProfileName(name);
  if (!parsed.ok) return { received: new Map(), labels: [], problem: parsed.message };
  return { received: parsed.labels, ...applyServiceName(parsed.labels) };
}

/** A request as it is handed on. */
export function ingestedProfile(
  { body, rawHeaders, rawQuery }: IngestRequest,
  { labels }: RecordedName,
): IngestedProfile {
  return { labels, body, contentTypes: valuesOf(rawHeaders, "content-type"), rawQuery };
}

/** Hands a profile to all receivers at once, and says what to answer when the last of them is done. */
export async function ingest(
  profile: IngestedProfile,
  receivers: readonly ProfilesReceiver[],
  signal: StopSignal,
  notes?: DeliveryNotes,
): Promise<{ readonly reply: Reply; readonly errors: readonly unknown[] }> {
  const errors = await deliver(receivers, (receiver) => receiver.ingest(profile, signal), notes);
  if (errors.length === 0) return { reply: TAKEN, errors };
  // Of several servers that refused it the one that was first is mirrored; its text may hold secrets of theirs.
  const remote = errors.find((error) => error instanceof RemoteWriteError);
  return { reply: remote === undefined ? FAILED : mirror(remote.status), errors };
}

/** The answer to a profile that was taken. */
export const TAKEN: Reply = { status: 200, headers: { "Content-Length": 0 } };
const TEXT = { "Content-Type": "text/plain; charset=utf-8" };
const FAILED: Reply = { status: 500, headers: TEXT, body: "Failed to process request\n" };

function mirror(status: number): Reply {
  // What is not the status of an answer cannot be sent as one.
  if (!Number.isInteger(status) || status < 200 || status > 999) return FAILED;
  return { status, headers: TEXT, body: `${STANDARD_PHRASES[status] ?? ""}\n` };
}

/** Bytes of a body that are looked at for what its client has to change. */
const MAX_ADVISED = 1024 * 1024;

/** A refusal with what the client has to change, where its request shows it: other answers stay the original's. */
export function withAdvice(
  reply: Reply,
  { url, rawHeaders }: Pick<IncomingMessage, "url" | "rawHeaders">,
  body: readonly Uint8Array[],
): Reply {
  const size = body.reduce((sum, part) => sum + part.length, 0);
  if (typeof reply.body !== "string" || size > MAX_ADVISED) return reply;
  const advice = adviceFor({ url, rawHeaders }, describeBody(Buffer.concat(body))).filter(
    (one) => one !== WITHOUT_NAME,
  );
  return advice.length === 0 ? reply : { ...reply, body: `${reply.body}${advice.join("\n")}\n` };
}

/** Every value of a header; `name` in small letters. */
export function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.toLowerCase() === name) values.push(rawHeaders[i + 1]!);
  return values;
}
