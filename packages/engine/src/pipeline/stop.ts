/**
 * Where a stage stopped in a text that it could not read completely: in an expression, a pattern, a layout, or the grammar of
 * JSON or logfmt. A reason carries a function that finds the place. It is called only when a trace is written, since it takes
 * longer than the stage itself and most entries are never viewed.
 */
import { inWords } from "@sluice/languages/base";

/** Offsets are UTF-16. */
export interface Stop {
  /** The text that was read. */
  readonly text: string;
  /** What was read of it begins at `from` and ends at `at`, where it could not go on. */
  readonly from: number;
  readonly at: number;
  /** What it was read by, if that has a text: everything before `next` was found, and what follows was not. */
  readonly rule?: { readonly text: string; readonly next: readonly [start: number, end: number] } | undefined;
  /** What would have been right there, in words; texts in backticks. */
  readonly expected: string;
  /** That is nowhere in the text from there on, so `at` is no particular place. */
  readonly nowhere: boolean;
}

/** As JSON: with one sentence that says it all. */
export interface StopJson extends Stop {
  readonly summary: string;
}

/** With its sentence. */
export const stopToJson = (stop: Stop): StopJson => ({ ...stop, summary: describeStop(stop) });

const MAX_FOUND = 16;
const MAX_RULE = 60;

/** The text where it stopped, up to the next blank; empty at the end. */
export function foundAt({ text, at }: Stop): string {
  const rest = text.slice(at, at + MAX_FOUND);
  return /^\s*[^\s]*/.exec(rest)![0];
}

/** ``Stopped matching after `^(\S+) `, at character 12 of 268: expected `- `, found `08:01:02` `` */
export function describeStop(stop: Stop): string {
  const { text, at, rule, expected, nowhere } = stop;
  const read = rule?.text.slice(0, rule.next[0]) ?? "";
  const after = read === "" ? "" : ` after \`${read.length > MAX_RULE ? `…${read.slice(-MAX_RULE)}` : read}\``;
  if (nowhere)
    return `Stopped matching${after || " at the beginning"}: ${expected} is nowhere in the ${at === 0 ? "text" : "rest of the text"}`;
  const found = foundAt(stop);
  const place =
    at >= text.length
      ? "at the end of the text"
      : `at character ${countPoints(text, at) + 1} of ${countPoints(text, text.length)}`;
  return `Stopped matching${after === "" ? " " : `${after}, `}${place}: expected ${expected}${found === "" ? "" : `, found ${inWords(found)}`}`;
}

function countPoints(text: string, end: number): number {
  let count = 0;
  for (let at = 0; at < end; count++) at += text.codePointAt(at)! > 0xffff ? 2 : 1;
  return count;
}
