/** Cuts what was read of a file into lines. */
import type { FileHandle } from "node:fs/promises";
import { decodeBytes } from "../core/text.ts";

/** The longest line in bytes; a longer one is split into pieces of at most this, so that memory is bounded and nothing is lost. */
export const MAX_LINE = 1024 * 1024;

/** Lines that are cut at once: each is worked on before anything else gets its turn, and two bytes suffice for one. */
export const MAX_LINES = 5000;

/** Bytes that must be looked at to know that a line is too long: the longest line and its end. */
export const LINE_BUFFER = MAX_LINE + 2;

const NEWLINE = 0x0a;
const RETURN = 0x0d;

export interface Cut {
  /** Without their ends; a carriage return before the newline belongs to the end. */
  readonly lines: readonly string[];
  /** Where each line ends, its end included, in bytes. */
  readonly ends: readonly number[];
  /** Bytes that the lines take, ends included. */
  readonly consumed: number;
  /** The only piece is the beginning of a line that is longer than `MAX_LINE`. */
  readonly split: boolean;
  /** There are `MAX_LINES` lines, and there may be more after them. */
  readonly full: boolean;
}

/** The first `MAX_LINES` complete lines of `bytes`, of which there are at most `LINE_BUFFER`; of a line that is too long a piece. */
export function cutLines(bytes: Buffer): Cut {
  const lines: string[] = [];
  const ends: number[] = [];
  let from = 0;
  let tooLong = bytes.length >= LINE_BUFFER;
  for (let at = bytes.indexOf(NEWLINE); at >= 0 && ends.length < MAX_LINES; at = bytes.indexOf(NEWLINE, from)) {
    const end = at > from && bytes[at - 1] === RETURN ? at - 1 : at;
    if (end - from > MAX_LINE) {
      tooLong = true;
      break;
    }
    lines.push(decodeBytes(bytes, from, end));
    from = at + 1;
    ends.push(from);
  }
  const full = ends.length === MAX_LINES;
  if (from > 0 || !tooLong) return { lines, ends, consumed: from, split: false, full };
  const end = characterEnd(bytes, MAX_LINE);
  return { lines: [decodeBytes(bytes, 0, end)], ends: [end], consumed: end, split: true, full: false };
}

/** The line at the end of a file that nobody will finish. */
export function lastLine(bytes: Buffer): string {
  return decodeBytes(bytes, 0, bytes.at(-1) === RETURN ? bytes.length - 1 : bytes.length);
}

/** The last place at or before `limit` that is not inside a character. */
function characterEnd(bytes: Buffer, limit: number): number {
  let start = limit - 1;
  while (start > limit - 4 && (bytes[start]! & 0xc0) === 0x80) start--;
  const first = bytes[start]!;
  const width = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return start + width > limit ? start : limit;
}

/** The end of the last complete line before `size`, looked for in the last stretch; else `size`. */
export async function lastLineEnd(handle: FileHandle, size: number): Promise<number> {
  const bytes = Buffer.alloc(Math.min(size, LINE_BUFFER));
  const from = size - bytes.length;
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
  const newline = bytes.subarray(0, bytesRead).lastIndexOf(0x0a);
  return newline >= 0 ? from + newline + 1 : from === 0 ? 0 : size;
}
