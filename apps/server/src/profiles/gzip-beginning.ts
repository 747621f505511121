/** The beginning of what is compressed, for those who want to know what it is. */
import { constants, gunzipSync } from "node:zlib";
import { type Inflated, isGzip } from "@sluice/engine/profiles";
import { codeOf } from "../platform/system-error.ts";

/** Compressed bytes that are looked at. */
const PEEKED = 512;
/** As many become this many bytes of any profile; what becomes more is taken in pieces. */
const USUAL = 16 * 1024;
/** A piece becomes a thousand times as much at most. */
const PIECE = 64;
const MOST_OF_PIECE = 1040 * PIECE;

/** The first bytes after decompression; all bytes as they are where they are not gzip; none where that is broken. */
export function beginningOf(bytes: Uint8Array): Inflated {
  if (!isGzip(bytes)) return { bytes, isCut: false };
  const usual = inflate(bytes.subarray(0, PEEKED), USUAL);
  if (usual !== undefined) return { bytes: usual, isCut: bytes.length > PEEKED };
  for (let length = PIECE; length < PEEKED; length += PIECE) {
    const some = inflate(bytes.subarray(0, length), USUAL + MOST_OF_PIECE);
    // The tables of a block come first, and yield no output.
    if (some !== undefined && some.length > 0) return { bytes: some, isCut: true };
  }
  return { bytes: new Uint8Array(), isCut: true };
}

/** As far as the bytes go; undefined where that is more than `max`. */
function inflate(bytes: Uint8Array, max: number): Uint8Array | undefined {
  try {
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: max });
  } catch (error) {
    return codeOf(error) === "ERR_BUFFER_TOO_LARGE" ? undefined : new Uint8Array();
  }
}
