/** What a profile is by how its bytes begin. Compressed ones are decompressed before. */
import type { BodyFormat } from "./request-record.ts";

/** `FLR\0`: a recording of Java's flight recorder. */
const JFR = [0x46, 0x4c, 0x52, 0x00];
/** Bytes that are looked at. */
const BEGINNING = 4096;

/** Whether bytes begin as gzip does. */
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Looks at the beginning of `bytes`, which may be all that there is; undefined for nothing and for JSON. */
export function detectFormat(bytes: Uint8Array): BodyFormat | undefined {
  if (bytes.length === 0) return undefined;
  if (JFR.every((byte, i) => bytes[i] === byte)) return "jfr";
  const begin = bytes.subarray(0, BEGINNING);
  // A pprof message has control characters in its first field already.
  if (begin.some((byte) => byte < 9 || (byte > 13 && byte < 32) || byte === 127)) return "pprof";
  const text = String.fromCharCode(...begin);
  if (/^\s*[[{]/.test(text)) return undefined;
  return /\s\d+(?:\.\d+)?\s*$/m.test(text) ? "folded" : "lines";
}
