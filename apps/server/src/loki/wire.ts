/** Loki's push body on the wire: protobuf in a snappy block, or JSON. Encoding for the client, decoding for the API. */
import { isUtf8 } from "node:buffer";
import { decodeGo, type LabelSet, type Metadata, type Nanos } from "@sluice/engine";
import { formatPushJson, type PushStream, parsePushJson } from "@sluice/engine/lang/lokipush";
import { compress, uncompress } from "snappy";
import { BodyError, decodeContent } from "../http/body.ts";
import { decodePushRequest } from "./push-decode.ts";
import { encodePushRequest } from "./push-encode.ts";

export type PushEncoding = "protobuf" | "json";

export interface WireEntry {
  readonly timestamp: Nanos;
  readonly line: string;
  readonly metadata: Metadata;
}

export interface WireStream {
  readonly labels: LabelSet;
  readonly entries: readonly WireEntry[];
}

export interface EncodedBody {
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** The request body of a batch, and the headers (in lower case) that describe it. */
export async function encodePushBody(streams: readonly WireStream[], encoding: PushEncoding): Promise<EncodedBody> {
  if (encoding === "protobuf") {
    const body = await compress(encodePushRequest(streams));
    return { body, headers: { "content-type": "application/x-protobuf" } };
  }
  const text = formatPushJson(streams.map(({ labels, entries }) => ({ labels: labels.toRecord(), entries })));
  return { body: Buffer.from(text), headers: { "content-type": "application/json" } };
}

/**
 * The streams of a request body, by its Content-Type (none means protobuf, as Loki has it) and Content-Encoding; at most
 * `limit` bytes after decompression. Throws `BodyError`.
 */
export async function decodePushBody(
  body: Buffer,
  contentType: string,
  contentEncoding: string,
  limit: number,
): Promise<readonly PushStream[]> {
  const type = contentType.split(";")[0]!.trim().toLowerCase();
  const encoding = contentEncoding.trim().toLowerCase();
  if (type !== "" && type !== "application/x-protobuf" && type !== "application/json") {
    throw new BodyError(
      415,
      `Content-Type ${JSON.stringify(type)} is not read; send application/x-protobuf or application/json`,
    );
  }
  // Protobuf is always in a snappy block; some clients say so in the header, where it changes nothing.
  const content = await decodeContent(body, encoding === "snappy" ? "" : encoding, limit);
  const parsed =
    type === "application/json" ? parsePushJson(decodeText(content)) : decodePushRequest(await unsnap(content, limit));
  if (!parsed.ok) throw new BodyError(400, parsed.message);
  return parsed.streams;
}

/** Bytes as text; each that is not UTF-8 becomes U+FFFD. */
function decodeText(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString("utf8") : decodeGo(bytes);
}

/** No tag of a snappy block stands for more output than this for each of its bytes: 64 bytes from a tag of three. */
const MAX_SNAPPY_RATIO = 22;

/** Decompresses a snappy block. What it claims to be is checked before any memory is taken for it. */
async function unsnap(block: Buffer, limit: number): Promise<Uint8Array> {
  const claimed = claimedLength(block);
  if (claimed === undefined) throw notSnappy("it does not begin with a length");
  if (claimed > limit) throw new BodyError(413, `body claims to be ${claimed} bytes, which is more than ${limit}`);
  if (claimed > block.length * MAX_SNAPPY_RATIO)
    throw notSnappy(`${block.length} bytes cannot hold the ${claimed} that it claims`);
  try {
    return (await uncompress(block, { asBuffer: true })) as Buffer;
  } catch (error) {
    throw notSnappy((error as Error).message);
  }
}

const notSnappy = (why: string) => new BodyError(400, `body is not a snappy block: ${why}`);

/** The block's first number: its length when decompressed, of at most 32 bits. */
function claimedLength(block: Buffer): number | undefined {
  let length = 0;
  for (let i = 0; i < 5; i++) {
    const byte = block[i];
    if (byte === undefined) return undefined;
    length += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return length < 2 ** 32 ? length : undefined;
  }
  return undefined;
}
