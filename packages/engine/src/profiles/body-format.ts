/** The format of a profile, by its first bytes. Compressed ones are decompressed before. */
import { decodeUtf8 } from "@sluice/languages/base";

export const BODY_FORMATS = ["pprof", "folded", "lines", "jfr", "text"] as const;
/**
 * What a profile is by its first bytes: text with a stack and a count on each line is folded, with stacks alone it is lines,
 * and any other text is none.
 */
export type BodyFormat = (typeof BODY_FORMATS)[number];

/** `FLR\0`: a recording of Java's flight recorder. */
const JFR = [0x46, 0x4c, 0x52, 0x00];
/** Number of bytes that are examined. */
const BEGINNING = 4096;
/** Number of examined fields of a pprof message, and the highest field number, with room for later ones. */
const FIELDS = 16;
const MAX_FIELD = 31;
/** The last blank ends the stack; a count is an integer. */
const FOLDED = /^(.*\S)\s+(\d+)$/;
/** What ends as a count does, whether it is one or not. */
const ENDS_IN_NUMBER = /\s[-+]?\d\S*$/;

/** Looks at the beginning of `bytes`; undefined for nothing, JSON, and bytes that are no profile. `isCut`: more follows. */
export function detectFormat(bytes: Uint8Array, isCut = false): BodyFormat | undefined {
  if (bytes.length === 0) return undefined;
  if (JFR.every((byte, i) => bytes[i] === byte)) return "jfr";
  const begin = bytes.subarray(0, BEGINNING);
  const cut = isCut || bytes.length > BEGINNING;
  // A pprof message has control characters in its first field already.
  if (begin.some((byte) => byte < 9 || (byte > 13 && byte < 32) || byte === 127))
    return isPprof(begin, cut) ? "pprof" : undefined;
  return textFormat(decodeUtf8(begin), cut);
}

/** A line of folded stacks, without white space around it: the stack and its count; undefined: it is none. */
export function readFoldedLine(line: string): { readonly stack: string; readonly count: number } | undefined {
  const [, stack, count] = FOLDED.exec(line) ?? [];
  const number = Number(count);
  return stack === undefined || !Number.isSafeInteger(number) ? undefined : { stack, count: number };
}

/** Whether a line is a stack without a count: names between semicolons, or a single name. */
export function isStackLine(line: string): boolean {
  if (ENDS_IN_NUMBER.test(line)) return false;
  if (!line.includes(";")) return !/\s/.test(line);
  return !/(?:^|;)\s*(?:;|$)/.test(line);
}

/** Lines that say nothing of a stack. */
export const isBlankLine = (line: string): boolean => line === "" || line.startsWith("#");

/** Kinds of the non-empty lines of a text, as far as they were examined. */
export interface StackLines {
  readonly lines: number;
  /** That are a stack and a count. */
  readonly counted: number;
  /** One of those has names between semicolons. */
  readonly hasStack: boolean;
}

/** Whether a text is folded stacks: its lines are, or most of them are and show it. Other lines are skipped. */
export const isFolded = ({ lines, counted, hasStack }: StackLines): boolean =>
  counted > 0 && (counted === lines || (hasStack && counted * 2 >= lines));

function textFormat(text: string, cut: boolean): BodyFormat | undefined {
  const lines = text.split("\n");
  // What is left of a line that was cut says nothing, unless it is all that there is.
  if (cut && lines.length > 1) lines.pop();
  const told = lines.map((line) => line.trim()).filter((line) => !isBlankLine(line));
  const counted = told.flatMap((line) => readFoldedLine(line) ?? []);
  const hasStack = counted.some(({ stack }) => stack.includes(";"));
  if (isFolded({ lines: told.length, counted: counted.length, hasStack })) return "folded";
  if (told.some((line) => line.includes(";")) && told.every(isStackLine)) return "lines";
  return /^\s*[[{]/.test(text) ? undefined : "text";
}

/** Whether the first fields are such as a pprof message has. */
function isPprof(begin: Uint8Array, cut: boolean): boolean {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; shift < 70 && at < begin.length; shift += 7) {
      const byte = begin[at++]!;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    return cut && at >= begin.length ? 0 : Number.NaN;
  };
  for (let fields = 0; fields < FIELDS && at < begin.length; fields++) {
    const tag = varint();
    const [field, type] = [Math.floor(tag / 8), tag % 8];
    if (cut && at >= begin.length) return true;
    if (!(field >= 1 && field <= MAX_FIELD)) return false;
    if (type === 2) {
      const length = varint();
      at += length;
    } else if (type === 0) {
      if (Number.isNaN(varint())) return false;
    } else return false;
    if (!(at <= begin.length)) return cut && !Number.isNaN(at);
  }
  return true;
}
