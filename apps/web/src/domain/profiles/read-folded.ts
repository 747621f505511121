/**
 * Reads stacks as text: `main;parse;read 12` (folded, as flame graph tools write them), or a stack on each line without
 * a number, which counts as one sample. What has a line of neither kind is some other text.
 */
import { isBlankLine, isStackLine, readFoldedLine } from "@sluice/engine/profiles";
import { checkLimit, PROFILE_LIMITS, ProfileError } from "./limits.ts";
import { IntList, LabelSets, Names, type Profile } from "./profile.ts";

export interface FoldedProfile extends Profile {
  /** Whether its lines have counts. */
  readonly counted: boolean;
}

/** A text has no stacks: the message says where that shows. */
export class NotStacks extends ProfileError {}

/** Characters of a line that is told. */
const MAX_TOLD = 60;

/** Throws a `NotStacks` for some other text, and a `ProfileError` where there is nothing in it, or too much. */
export function readFolded(text: string): FoldedProfile {
  const names = new Names();
  const frames = new IntList();
  const offsets = new IntList();
  const values: number[] = [];
  let counted: boolean | undefined;
  offsets.push(0);
  let number = 0;
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end < 0 ? text.length : end).trim();
    at = end < 0 ? text.length : end + 1;
    number++;
    if (isBlankLine(line)) continue;
    // The first line says which of the two it is.
    const weighed = counted === false ? undefined : readFoldedLine(line);
    counted ??= weighed !== undefined;
    if (weighed === undefined && (counted || !isStackLine(line))) throw new NotStacks(whyNot(line, number, counted));
    // No further than where the limit is passed: a line can be nothing but separators.
    const stack = (weighed?.stack ?? line).split(";", PROFILE_LIMITS.depth + 1);
    checkLimit("samples", values.length + 1);
    checkLimit("depth", stack.length);
    for (const name of stack) frames.push(names.numberOf(name.trim() === "" ? "<unknown>" : name.trim()));
    checkLimit("frames", frames.length);
    checkLimit("entries", names.list.length);
    offsets.push(frames.length);
    values.push(weighed?.count ?? 1);
  }
  if (values.length === 0)
    throw new ProfileError("The text has no stacks: it has nothing but empty lines and comments.");
  if (counted === false && frames.length === values.length)
    throw new NotStacks("No line has a count at its end, or names between semicolons.");
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
    counted: counted === true,
  };
}

function whyNot(line: string, number: number, counted: boolean): string {
  const told = line.length > MAX_TOLD ? `${line.slice(0, MAX_TOLD)}…` : line;
  const missing = counted
    ? "does not end in a space and a count, as those before it do"
    : "is not a stack, and has no count at its end";
  return `Line ${number.toLocaleString("en")} ${missing}: ${told}`;
}
