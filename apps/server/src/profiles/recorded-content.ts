/** The content of a recorded request's body: read when somebody asks for it, within the bounds of receiving it. */

import { MILLISECOND, type Nanos } from "@sluice/engine";
import { isGzip, isMultipart } from "@sluice/engine/profiles";
import type { TargetResult } from "@sluice/protocol";
import type { ProfilesReceiver } from "../core/entries/profiles-receiver.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import type { StopSignal } from "../platform/stop-signal.ts";
import type { RecordedName, RecordedRequest } from "../recording/request-record.ts";
import { headersOf } from "./advice.ts";
import { deliver } from "./deliver.ts";
import { beginningOf } from "./gzip-beginning.ts";
import { ingestedProfile, NO_NAME } from "./ingest.ts";
import { nameOf, type PushContent, push } from "./push.ts";
import { pushEnvelope, recordedRequest } from "./push-connect.ts";
import { admitMessage, decompress, type MessageBounds, readJson, readProto } from "./push-message.ts";
import { PushError, termsOf, typeOf } from "./push-protocol.ts";

/** One profile of a request. */
export interface RecordedBody {
  /** As the client sent its labels. */
  readonly received: readonly (readonly [name: string, value: string])[];
  readonly name: RecordedName;
  readonly bytes: Uint8Array;
}

/** A request whose body was still there. */
export interface KeptRequest {
  readonly notes: RecordedRequest["notes"];
  readonly name: RecordedName | undefined;
  /** One's own. */
  readonly body: Buffer;
}

/**
 * Its profiles, in order, from a place on: those before it are not looked into. Throws a `PushError` where the body cannot be
 * read, as its client was answered.
 */
export async function* openRecorded(
  request: KeptRequest,
  bounds: MessageBounds,
  from = 0,
): AsyncGenerator<RecordedBody> {
  if (request.notes.route === "ingest") {
    const { name = NO_NAME, body } = request;
    if (from === 0) yield { received: [...name.received], name, bytes: body };
    return;
  }
  const { series } = await readPush(request, bounds);
  let left = from;
  for (const one of series) {
    if (left >= one.samples.length) {
      left -= one.samples.length;
      continue;
    }
    const name = nameOf(one);
    const received = one.labels.map((label) => [label.name, label.value] as const);
    for (const { parts } of one.samples.slice(left)) yield { received, name, bytes: Buffer.concat(parts) };
    left = 0;
  }
}

async function readPush({ notes, body }: KeptRequest, bounds: MessageBounds): Promise<PushContent> {
  const headers = headersOf(notes.rawHeaders);
  const type = typeOf(headers["content-type"]);
  if (type === undefined) throw new PushError("invalid_argument", "the content type is not one of a push");
  if (type.form === "envelope") return readEnvelope(notes.rawHeaders, type.contentType, body, bounds);
  const message = termsOf(headers).compressed ? await decompress(body, bounds) : body;
  admitMessage([message], type.form, bounds);
  return type.form === "json" ? readJson(message) : readProto([message]);
}

/** As it is received, up to where it would be handed on. */
async function readEnvelope(
  rawHeaders: readonly string[],
  contentType: string,
  body: Buffer,
  bounds: MessageBounds,
): Promise<PushContent> {
  let content: PushContent | undefined;
  const take = async (request: PushContent) => {
    content = request;
    return undefined;
  };
  const wait = { signal: new AbortController().signal, deadline: undefined };
  const request = recordedRequest(rawHeaders);
  await pushEnvelope({ request, contentType, body, bounds, wait, now: () => 0n, push: take });
  if (content === undefined) throw new PushError("invalid_argument", "the message cannot be read");
  return content;
}

/** How long a client waits for what is sent again. Milliseconds. */
const SEND_TIMEOUT = 60_000;

/** Hands the profiles of a request to one receiver, as they were handed on when they came. Throws a `PushError`. */
export async function sendAgain(
  request: KeptRequest,
  target: ProfilesReceiver,
  bounds: MessageBounds,
  { scheduler, signal }: { readonly scheduler: Scheduler; readonly signal: StopSignal },
): Promise<TargetResult> {
  const notes = { elapsed: () => scheduler.elapsed(), targets: [] as TargetResult[] };
  const deadline: Nanos = scheduler.now() + BigInt(SEND_TIMEOUT) * MILLISECOND;
  if (request.notes.route === "push") {
    await push(await readPush(request, bounds), [target], { signal, deadline }, notes);
  } else {
    const { body, name = NO_NAME } = request;
    const { rawHeaders, url } = request.notes;
    const question = url.indexOf("?");
    const rawQuery = question < 0 ? "" : url.slice(question + 1);
    const profile = ingestedProfile({ body: [body], rawHeaders, rawQuery }, name);
    await deliver([target], (receiver) => receiver.ingest(profile, signal, deadline), notes);
  }
  return notes.targets[0]!;
}

/** Without the compression around a multipart body, so that all of its parts can be described. Others are as they were. */
export async function* withAllParts(
  contents: AsyncIterable<RecordedBody>,
  bounds: MessageBounds,
): AsyncGenerator<RecordedBody & { readonly plain?: Uint8Array }> {
  for await (const one of contents) {
    const { bytes } = one;
    const packed = isGzip(bytes) && isMultipart(beginningOf(bytes).bytes);
    const plain = packed
      ? await decompress(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), bounds)
      : undefined;
    yield plain === undefined ? one : { ...one, plain };
  }
}
