/**
 * Byte offsets and lines of a source text, for the printer: it estimates its place in the source by adding up the bytes that
 * it wrote, and compares that with the places of comments, so only bytes give the same results.
 */
import { isAscii, utf8Length } from "@sluice/languages/base";
import { createLineFinderFrom, type LineFinder } from "../line-finder.ts";

export interface SourcePositions {
  /** Byte offset of a UTF-16 offset. */
  byteOf(offset: number): number;
  /** Line, from 1, of a byte offset. */
  lineOf(byte: number): number;
}

/** Everything on one line: for nodes without a source text. */
export const ONE_LINE: SourcePositions = { byteOf: (offset) => offset, lineOf: () => 1 };

/** Positions in `text`. */
export function createSourcePositions(text: string): SourcePositions {
  const ascii = isAscii(text);
  const bytes = ascii ? undefined : byteOffsets(text);
  const byteOf = (offset: number): number => (bytes ? bytes[Math.min(offset, text.length)]! : offset);
  const starts = [0];
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) starts.push(byteOf(i + 1));
  const lines: LineFinder = createLineFinderFrom(starts);
  return { byteOf, lineOf: (byte) => lines.lineAt(byte) };
}

/** For each UTF-16 offset, the end of the text included, its byte offset. */
function byteOffsets(text: string): Uint32Array {
  const offsets = new Uint32Array(text.length + 1);
  let byte = 0;
  let at = 0;
  for (const char of text) {
    for (let i = 0; i < char.length; i++) offsets[at++] = byte;
    byte += utf8Length(char);
  }
  offsets[at] = byte;
  return offsets;
}
