/**
 * A push as a message of bytes: decompressed within bounds, looked over before it is read, and read. What it takes in
 * memory is counted in the share of its request.
 */

import { fromJsonString } from "@bufbuild/protobuf";
import { messageOf } from "@sluice/languages/base";
import { PushRequestSchema } from "../gen/push/v1/push_pb.ts";
import { decodeContent } from "../http/body.ts";
import { BodyError } from "../http/body-error.ts";
import type { ByteShare } from "../http/byte-budget.ts";
import type { ByteParts } from "../http/parts.ts";
import { lengthOf } from "../platform/length-of.ts";
import { countInJson, countInProto, MAX_MARKS, MAX_OBJECTS, OBJECT_BYTES } from "./message-size.ts";
import { contentOf, type PushContent } from "./push.ts";
import { decodePush, type KnownLabels } from "./push-decode.ts";
import { PushError } from "./push-protocol.ts";

export interface MessageBounds {
  /** Of the message after decompression. Bytes. */
  readonly limit: number;
  /** What it is counted in; absent where nothing is read. */
  readonly share: ByteShare | undefined;
}

/** The message in a body that is compressed by gzip. Throws a `PushError`. */
export async function decompress(body: Buffer, { limit, share }: MessageBounds): Promise<Buffer> {
  // What has no bytes at all is not gzip, and an empty message all the same.
  if (body.length === 0) return body;
  try {
    return await decodeContent(body, "gzip", limit, share);
  } catch (error) {
    throw asPushError(error, "decompress");
  }
}

/** While JSON is read, it is there as bytes, as a text, and as the texts in that. */
const JSON_COPIES = 2;

/** Refuses a message that would take too much to be read, and counts what it takes. Throws a `PushError`. */
export function admitMessage(message: ByteParts, form: "proto" | "json", { share }: MessageBounds): void {
  const json = form === "json";
  const max = json ? MAX_MARKS : MAX_OBJECTS;
  const count = json ? countInJson(message, max) : countInProto(message, max);
  if (count > max)
    throw new PushError(
      "resource_exhausted",
      `the message has more than ${MAX_OBJECTS} series, labels and samples; send it in parts`,
      413,
    );
  const objects = (json ? Math.ceil(count / 4) : count) * OBJECT_BYTES;
  try {
    share?.take(objects + (json ? JSON_COPIES * lengthOf(message) : 0));
  } catch (error) {
    throw asPushError(error, "unmarshal message");
  }
}

/** Throws a `PushError`. */
export function readProto(message: ByteParts, known?: KnownLabels): PushContent {
  try {
    return decodePush(message, known);
  } catch (error) {
    throw new PushError("invalid_argument", `unmarshal message: ${messageOf(error)}`);
  }
}

/** The same in JSON. */
export function readJson(message: Buffer): PushContent {
  try {
    return contentOf(fromJsonString(PushRequestSchema, message.toString(), { ignoreUnknownFields: true }));
  } catch (error) {
    throw new PushError("invalid_argument", `unmarshal message: ${messageOf(error)}`);
  }
}

/** What went wrong with a body, as a push tells it. Throws what is not a matter of the body. */
export function asPushError(error: unknown, doing: string): PushError {
  if (!(error instanceof BodyError)) throw error;
  const { status, message } = error;
  if (status === 413 || status === 429) return new PushError("resource_exhausted", message, status);
  if (status === 408) return new PushError("deadline_exceeded", message);
  return new PushError("invalid_argument", `${doing}: ${message}`);
}
