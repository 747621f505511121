/**
 * Reads stacks as text: `main;parse;read 12` (folded, from flame graph tools: the last blank ends the stack, and a count
 * is an integer), or one stack per line without a number, which counts as one sample. In folded stacks, other lines are
 * skipped and counted; a text with too many of them is not a profile.
 */
import { isBlankLine, isFolded, isStackLine, readFoldedLine } from "@sluice/engine/profiles";
import { checkLimit, PROFILE_LIMITS, ProfileError } from "./limits.ts";
import { IntList, LabelSets, Names, type Profile } from "./profile.ts";

export interface FoldedProfile extends Profile {
  /** Whether its lines have counts. */
  readonly counted: boolean;
  /** Lines that are not a stack with a count; undefined: there are none. */
  readonly skipped: SkippedLines | undefined;
}

export interface SkippedLines {
  readonly count: number;
  /** Why the first of them was skipped: a sentence. */
  readonly first: string;
}

/** A text has no stacks: the message names the place that shows it. */
export class NotStacks extends ProfileError {}

/** The most characters of a quoted line. */
const MAX_TOLD = 60;

/** Throws a `NotStacks` for any other text, and a `ProfileError` if it is empty or too large. */
export function readFolded(text: string): FoldedProfile {
  const found = countLines(text);
  if (found.lines === 0) throw new ProfileError("The text has no stacks: it has only empty lines and comments.");
  const counted = isFolded(found);
  if (!counted && found.notStack !== undefined) throw new NotStacks(found.notStack);
  if (!counted && !found.hasSemicolon)
    throw new NotStacks("No line has a count at its end, or names between semicolons.");
  const names = new Names();
  const frames = new IntList();
  const offsets = new IntList();
  const values: number[] = [];
  offsets.push(0);
  for (const { line } of linesOf(text)) {
    const weighed = counted ? readFoldedLine(line) : { stack: line, count: 1 };
    if (weighed === undefined) continue;
    // Stop at the limit: a line can consist of separators only.
    const stack = weighed.stack.split(";", PROFILE_LIMITS.depth + 1);
    checkLimit("samples", values.length + 1);
    checkLimit("depth", stack.length);
    for (const name of stack) frames.push(names.numberOf(name.trim() === "" ? "<unknown>" : name.trim()));
    checkLimit("frames", frames.length);
    checkLimit("entries", names.list.length);
    offsets.push(frames.length);
    values.push(weighed.count);
  }
  return {
    sampleTypes: [{ type: "samples", unit: "count" }],
    defaultType: 0,
    time: undefined,
    durationNanos: undefined,
    period: undefined,
    comments: [],
    functions: names.list,
    frames: frames.toArray(),
    offsets: offsets.toArray(),
    values: Float64Array.from(values),
    labels: new Int32Array(values.length),
    labelSets: new LabelSets().list,
    counted,
    skipped:
      counted && found.notCounted !== undefined
        ? { count: found.lines - found.counted, first: found.notCounted }
        : undefined,
  };
}

/** Lines with content, with their numbers from 1. */
function* linesOf(text: string): Generator<{ readonly line: string; readonly number: number }> {
  let number = 0;
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end < 0 ? text.length : end).trim();
    at = end < 0 ? text.length : end + 1;
    number++;
    if (!isBlankLine(line)) yield { line, number };
  }
}

function countLines(text: string) {
  const found = { lines: 0, counted: 0, hasStack: false, hasSemicolon: false };
  /** For each kind, why the first line that is not of it is not. */
  let notCounted: string | undefined;
  let notStack: string | undefined;
  for (const { line, number } of linesOf(text)) {
    found.lines++;
    const weighed = readFoldedLine(line);
    if (weighed !== undefined) found.counted++;
    else notCounted ??= whyNot(line, number, "does not end in a space and a whole number");
    if (!isStackLine(line)) notStack ??= whyNot(line, number, "is not a stack, and has no count at its end");
    found.hasStack ||= weighed?.stack.includes(";") === true;
    found.hasSemicolon ||= line.includes(";");
  }
  // If some lines have counts, one without says more than one with.
  return { ...found, notCounted, notStack: found.counted > 0 ? (notCounted ?? notStack) : notStack };
}

function whyNot(line: string, number: number, what: string): string {
  const told = line.length > MAX_TOLD ? `${line.slice(0, MAX_TOLD)}…` : line;
  return `Line ${number.toLocaleString("en")} ${what}: ${told}`;
}
