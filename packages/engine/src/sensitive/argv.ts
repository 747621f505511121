/**
 * Commands whose arguments stand apart: quoted one by one in a list of JSON and in `a0="curl" a1="-u" a2="…"` of Linux's audit,
 * or in hexadecimal digits. They are read as a command line, and what is found in one argument has its place there.
 */
import type { DecodedText } from "../base/secrets/decoded-text.ts";
import { contentOf, type NestedText, type QuotedText } from "../base/secrets/nested-texts.ts";
import { HEX_COMMAND, mayHoldCommand } from "./phrase-hints.ts";
import { findCommands, type PhraseFound } from "./phrases.ts";

/** Between the quotes of two arguments. */
const BETWEEN = /(?:[ \t]{0,20},\s{0,20}|[ \t]{1,20})(?:a\d{1,4}=)?(?=\\*["'])/y;
/** What would end an argument in a command line. */
const ENDS = /[\s"'`<>\\]/g;
const MAX_ARGUMENTS = 200;
/** Units of an argument that is read. */
const MAX_ARGUMENT = 4000;

export function findInArguments({ reading, quoted, masked }: NestedText): readonly PhraseFound[] {
  const found: PhraseFound[] = [];
  for (let first = 0; first + 1 < quoted.length; ) {
    const run = runFrom(first, quoted, masked);
    first += run.length;
    if (run.length > 2 || run.some(({ inner }) => /[-/]/.test(reading.text[inner.start] ?? "")))
      found.push(...inCommand(run.map((one) => contentOf(reading.text, one))));
  }
  found.push(...inHex(masked));
  return found;
}

function runFrom(first: number, quoted: readonly QuotedText[], masked: string): readonly QuotedText[] {
  let next = first + 1;
  for (; next < quoted.length && next - first < MAX_ARGUMENTS; next++) {
    BETWEEN.lastIndex = quoted[next - 1]!.outer.end;
    if (!BETWEEN.test(masked) || BETWEEN.lastIndex !== quoted[next]!.outer.start) break;
  }
  return quoted.slice(first, next);
}

/** Arguments are parted by NUL. */
const HEX = new RegExp(`\\b${HEX_COMMAND}((?:[0-9A-Fa-f]{2}){4,8000})(?!\\w)`, "g");

function* inHex(text: string): Iterable<PhraseFound> {
  if (!text.includes(HEX_COMMAND)) return;
  for (const { 0: whole, 1: digits = "", index } of text.matchAll(HEX)) {
    const from = index + whole.length - digits.length;
    const parts: DecodedText[] = [];
    let at = 0;
    for (const argument of textOfHex(digits).split("\0", MAX_ARGUMENTS)) {
      const first = from + 2 * at;
      parts.push({ text: argument, spanOf: (start, end) => ({ start: first + 2 * start, end: first + 2 * end }) });
      at += argument.length + 1;
    }
    for (const one of inCommand(parts)) yield { ...one, quoted: false };
  }
}

/** A character for each byte. */
export const textOfHex = (digits: string): string =>
  digits.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)));

function inCommand(contents: readonly DecodedText[]): readonly PhraseFound[] {
  if (contents.some(({ text }) => text.length > MAX_ARGUMENT)) return [];
  const parts: { readonly content: DecodedText; readonly start: number }[] = [];
  let command = "";
  for (const content of contents) {
    if (command !== "") command += " ";
    parts.push({ content, start: command.length });
    command += content.text.replace(ENDS, "\u00b7");
  }
  if (!mayHoldCommand(command)) return [];
  return findCommands(command).flatMap((one): PhraseFound[] => {
    const part = parts.findLast(({ start }) => start <= one.start);
    if (part === undefined || one.end > part.start + part.content.text.length) return [];
    // Nothing but the argument's end ends it.
    const [from, to] = [one.start - part.start, part.content.text.length];
    return [{ ...one, ...part.content.spanOf(from, to), value: part.content.text.slice(from, to), quoted: true }];
  });
}
