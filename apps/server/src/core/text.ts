/** Bytes from outside as text. */
import { decodeGo, decodeRaw } from "@sluice/engine";

/** The text of `bytes[from..to)`; each byte that is not UTF-8 stays a raw byte. */
export function decodeBytes(bytes: Buffer, from: number, to: number): string {
  return decode(bytes, from, to, decodeRaw);
}

/** The same with a U+FFFD for each byte that is not UTF-8: where Go reads JSON, or labels as text. */
export function decodeReplacing(bytes: Buffer, from: number, to: number): string {
  return decode(bytes, from, to, decodeGo);
}

function decode(bytes: Buffer, from: number, to: number, decodeAll: (bytes: Buffer) => string): string {
  const text = bytes.toString("utf8", from, to);
  // The platform replaces several bytes at once; only then is the slower way needed.
  return text.includes("\ufffd") ? decodeAll(bytes.subarray(from, to)) : text;
}

/** A text up to this length is decoded at once. Bytes. */
export const PIECE = 64 * 1024;

/** The same for a text of any length: it stops after each piece. No piece ends within a character. */
export function* decodeInPieces(bytes: Buffer, from: number, to: number): Generator<void, string> {
  let text = "";
  for (let start = from; start < to; ) {
    let end = Math.min(to, start + PIECE);
    // A character has at most three bytes that continue it; more of them are none, and may be cut.
    for (let i = 0; i < 3 && end < to && (bytes[end]! & 0xc0) === 0x80; i++) end--;
    text += decodeBytes(bytes, start, end);
    start = end;
    if (start < to) yield;
  }
  return text;
}
