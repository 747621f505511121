/** Cuts what was read of a file into lines. */
import type { FileHandle } from "node:fs/promises";
import { type TextEncoding, UTF_8 } from "./text-encoding.ts";

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
  /** Lines with bytes that are none of their encoding. */
  readonly malformed: number;
}

/**
 * The first `MAX_LINES` complete lines of `bytes`, of which there are at most `LINE_BUFFER`; of a line that is too long a
 * piece. `mark` bytes at the beginning are no part of the first line's text.
 */
export function cutLines(bytes: Buffer, encoding: TextEncoding = UTF_8, mark = 0): Cut {
  const { width } = encoding;
  const lines: string[] = [];
  const ends: number[] = [];
  let malformed = 0;
  const onMalformed = (): void => void malformed++;
  let from = 0;
  let textFrom = mark;
  let tooLong = bytes.length >= LINE_BUFFER;
  for (
    let at = newlineFrom(bytes, 0, encoding);
    at >= 0 && ends.length < MAX_LINES;
    at = newlineFrom(bytes, from, encoding)
  ) {
    const end = withoutReturn(bytes, textFrom, at, encoding);
    if (end - from > MAX_LINE) {
      tooLong = true;
      break;
    }
    lines.push(encoding.decode(bytes, textFrom, end, onMalformed));
    from = at + width;
    textFrom = from;
    ends.push(from);
  }
  const full = ends.length === MAX_LINES;
  if (from > 0 || !tooLong) return { lines, ends, consumed: from, split: false, full, malformed };
  const end = encoding.characterEnd(bytes, MAX_LINE);
  const line = encoding.decode(bytes, mark, end, onMalformed);
  return { lines: [line], ends: [end], consumed: end, split: true, full: false, malformed };
}

/** Where the next newline begins, in whole units from the beginning on; -1 where there is none. */
function newlineFrom(bytes: Buffer, from: number, { width, newline }: TextEncoding): number {
  if (width === 1) return bytes.indexOf(NEWLINE, from);
  let at = bytes.indexOf(newline, from);
  while (at >= 0 && at % width !== 0) at = bytes.indexOf(newline, at + 1);
  return at;
}

/** Where a line's text ends that begins at `from` and whose newline is at `at`. */
function withoutReturn(bytes: Buffer, from: number, at: number, { width, carriageReturn }: TextEncoding): number {
  if (width === 1) return at > from && bytes[at - 1] === RETURN ? at - 1 : at;
  return at >= from + width && bytes.subarray(at - width, at).equals(carriageReturn) ? at - width : at;
}

/** The line at the end of a file that nobody will finish, after `mark` bytes that are no part of it. */
export function lastLine(bytes: Buffer, encoding: TextEncoding = UTF_8, mark = 0): string {
  return encoding.decode(bytes, mark, withoutReturn(bytes, mark, bytes.length, encoding));
}

/** The end of the last complete line before `size`, looked for in the last stretch; else `size`. */
export async function lastLineEnd(handle: FileHandle, size: number, encoding: TextEncoding = UTF_8): Promise<number> {
  const { width, newline } = encoding;
  const whole = size - (size % width);
  const bytes = Buffer.alloc(Math.min(whole, LINE_BUFFER));
  const from = whole - bytes.length;
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
  const read = bytes.subarray(0, bytesRead);
  let at = read.lastIndexOf(newline);
  while (at > 0 && at % width !== 0) at = read.lastIndexOf(newline, at - 1);
  return at >= 0 ? from + at + width : from === 0 ? 0 : whole;
}
