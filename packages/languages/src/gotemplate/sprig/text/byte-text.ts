/** Text by bytes, and bytes that are not a character. */
import { isAscii } from "../../../base/text.ts";
import { fromBytes, toBytes } from "../../values/go-string.ts";

/** `text[start:end]` by bytes; the offsets must be in range. */
export function sliceBytes(text: string, start: number, end: number): string {
  if (isAscii(text)) return text.slice(start, end);
  return fromBytes(toBytes(text).subarray(start, end));
}

/** A byte that is part of no character, as go-string.ts writes it. */
const RAW_BYTE = /(?<![\ud800-\udbff])[\udc80-\udcff]/g;

/** The text with U+FFFD for each raw byte, as Go's functions that go from rune to rune leave it. */
export const withoutRawBytes = (text: string): string => (isAscii(text) ? text : text.replace(RAW_BYTE, "\ufffd"));

/** Code points; each raw byte becomes U+FFFD, as in Go's conversion to runes. */
export const runesOf = (text: string): string[] => [...withoutRawBytes(text)];
