/** Bytes from outside as text. */
import { decodeRaw } from "@sluice/engine";

/** The text of `bytes[from..to)`; each byte that is not UTF-8 stays a raw byte. */
export function decodeBytes(bytes: Buffer, from: number, to: number): string {
  const text = bytes.toString("utf8", from, to);
  // The platform replaces several bytes at once; only then is the slower way needed.
  return text.includes("\ufffd") ? decodeRaw(bytes.subarray(from, to)) : text;
}
