/** Loki's push body on the wire: protobuf in a snappy block, or JSON. Encoding for the client, decoding for the API. */
import { atOnce } from "@sluice/engine";
import {
  formatPushJson,
  type PushLimits,
  type PushReading,
  type PushResult,
  type PushStream,
  readPushJson,
  UNLIMITED,
} from "@sluice/engine/lokipush";
import { decodeReplacing } from "../core/text.ts";
import { decodeContent } from "../http/body.ts";
import { BodyError } from "../http/body-error.ts";
import type { ByteShare } from "../http/byte-budget.ts";
import { parseMediaType } from "../http/media-type.ts";
import { readPushRequest } from "./push-decode.ts";
import { encodePushRequest } from "./push-encode.ts";
import { snap, unsnap } from "./snappy-block.ts";
import type { WireStream } from "./wire-stream.ts";

export type PushEncoding = "protobuf" | "json";

export interface EncodedBody {
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** The request body of a batch, and the headers (in lower case) that describe it. */
export async function encodePushBody(streams: readonly WireStream[], encoding: PushEncoding): Promise<EncodedBody> {
  if (encoding === "protobuf") {
    const body = await snap(encodePushRequest(streams));
    return { body, headers: { "content-type": "application/x-protobuf" } };
  }
  const text = formatPushJson(streams.map(({ labels, entries }) => ({ labels: labels.toRecord(), entries })));
  return { body: Buffer.from(text), headers: { "content-type": "application/json" } };
}

/** The content of a body, ready to be read. */
export interface PushContent {
  readonly bytes: number;
  read(limits: PushLimits): PushReading;
}

/**
 * What a request body holds, by its Content-Type and Content-Encoding; at most `limit` bytes at each step of
 * decompression, which `share` counts. Throws `BodyError`.
 *
 * As in Loki and Alloy: what is not JSON is protobuf, whatever its type says; a type that is missing or cannot be read is
 * refused, and so is an encoding other than these, `identity` included. Whatever is refused for what it is, is 400.
 */
export async function openPushBody(
  body: Buffer,
  contentType: string,
  contentEncoding: string,
  limit: number,
  share?: ByteShare,
): Promise<PushContent> {
  if (!ENCODINGS.has(contentEncoding))
    throw new BodyError(
      400,
      `Content-Encoding ${JSON.stringify(contentEncoding)} is not supported; send gzip, deflate, snappy or none`,
    );
  const media = parseMediaType(contentType);
  if (!media.ok)
    throw new BodyError(
      400,
      contentType === ""
        ? "Content-Type is missing; send application/json or application/x-protobuf"
        : `Content-Type ${JSON.stringify(contentType)} cannot be read: ${media.message}; send application/json or application/x-protobuf`,
    );
  const { type } = media;
  // Protobuf is always in a snappy block; some clients say so in the header, where it changes nothing.
  const content = await decodeContent(body, contentEncoding === "snappy" ? "" : contentEncoding, limit, share);
  // The body is not held any longer than what was made of it.
  if (content !== body) share?.give(body.length);
  if (type === "application/json") {
    const decode = (from: number, to: number) => decodeReplacing(content, from, to);
    return { bytes: content.length, read: (limits) => readPushJson(content, decode, limits) };
  }
  const known = type === "application/x-protobuf";
  try {
    const request = await unsnap(content, limit, share);
    share?.give(content.length);
    return { bytes: request.length, read: (limits) => named(readPushRequest(request, limits), known ? "" : type) };
  } catch (error) {
    if (known || !(error instanceof BodyError) || error.status !== 400) throw error;
    throw new BodyError(400, `send application/json or application/x-protobuf, not ${JSON.stringify(type)}`);
  }
}

/** As they are written, capitals too. */
const ENCODINGS: ReadonlySet<string> = new Set(["", "gzip", "deflate", "snappy"]);

/** The streams of a body that is read at once. Throws `BodyError`. */
export async function decodePushBody(
  body: Buffer,
  contentType: string,
  contentEncoding: string,
  limit: number,
): Promise<readonly PushStream[]> {
  const content = await openPushBody(body, contentType, contentEncoding, limit);
  const result = atOnce(content.read(UNLIMITED));
  const problem = result.ok ? result.refused : result.message;
  if (!result.ok || problem !== undefined) throw new BodyError(400, problem!);
  return result.streams;
}

/** Says with what is wrong that another type was meant, perhaps. */
function* named(reading: PushReading, type: string): PushReading {
  const result: PushResult = yield* reading;
  return result.ok || result.tooMuch || type === "" ? result : { ...result, message: notRead(type, result.message) };
}

const notRead = (type: string, why: string) =>
  `Content-Type ${JSON.stringify(type)} is read as protobuf, but ${why}; send application/x-protobuf or application/json`;
