/**
 * From a profiler's body to the bytes of its profile: decompressed, taken out of the parts of a multipart body, and
 * decompressed once more. Some clients put a multipart body into another. The page and the server do the same, each with the
 * decompression that its platform has.
 */
import { isGzip } from "../base/gzip.ts";
import { type BodyPart, type FindBytes, isMultipart, readMultipart } from "./multipart.ts";

/** Bytes after decompression, or their beginning. */
export interface Inflated {
  readonly bytes: Uint8Array;
  readonly isCut: boolean;
}

export interface UnpackedBody extends Inflated {
  /** Whether the sent body is compressed. */
  readonly gzip: boolean;
  /** Of the multipart body, and then of one that stood in it; undefined: it is none. */
  readonly parts: readonly BodyPart[] | undefined;
}

/** The body, or why it cannot be taken apart: one sentence. */
export type Unpacking =
  | { readonly ok: true; readonly body: UnpackedBody }
  | { readonly ok: false; readonly message: string };

/** Multipart bodies in one another. */
const MAX_NESTED = 2;

/** Yields what has to be decompressed, and continues with the result. If that is only a beginning, so are its contents. */
export function* unpackBody(given: Uint8Array, find?: FindBytes): Generator<Uint8Array, Unpacking, Inflated> {
  const gzip = isGzip(given);
  let inner: Inflated = gzip ? yield given : { bytes: given, isCut: false };
  let parts: BodyPart[] | undefined;
  for (let nested = 0; nested < MAX_NESTED && isMultipart(inner.bytes); nested++) {
    const read = readMultipart(inner.bytes, { find, isCut: inner.isCut });
    if (!read.ok) return read;
    parts = [...(parts ?? []), ...read.parts];
    const part = profilePart(read.parts) ?? NO_PART;
    const isLast = part === read.parts.at(-1);
    const standing = { bytes: part.bytes, isCut: inner.isCut && isLast };
    if (!isGzip(part.bytes)) inner = standing;
    else {
      const inflated: Inflated = yield part.bytes;
      inner = { bytes: inflated.bytes, isCut: inflated.isCut || standing.isCut };
    }
  }
  return { ok: true, body: { ...inner, gzip, parts } };
}

const NO_PART: Pick<BodyPart, "bytes"> = { bytes: new Uint8Array() };

/** The part that holds the profile: the one of that name, or the first. */
const profilePart = (parts: readonly BodyPart[]): BodyPart | undefined =>
  parts.find(({ name }) => name === "profile") ?? parts.find(({ name }) => name === "jfr") ?? parts[0];
