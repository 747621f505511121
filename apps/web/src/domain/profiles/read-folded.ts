/**
 * Reads stacks as text: `main;parse;read 12` (folded, as flame graph tools write them), or a stack on each line without
 * a number, which counts as one sample.
 */
import { checkLimit, PROFILE_LIMITS, ProfileError } from "./limits.ts";
import { IntList, LabelSets, Names, type Profile } from "./profile.ts";

const WEIGHT = /^(.*\S)\s+(\d+(?:\.\d+)?)$/;

export function readFolded(text: string): Profile {
  const names = new Names();
  const frames = new IntList();
  const offsets = new IntList();
  const values: number[] = [];
  offsets.push(0);
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end < 0 ? text.length : end).trim();
    at = end < 0 ? text.length : end + 1;
    if (line === "" || line.startsWith("#")) continue;
    const weighed = WEIGHT.exec(line);
    // No further than where the limit is passed: a line can be nothing but separators.
    const stack = (weighed?.[1] ?? line).split(";", PROFILE_LIMITS.depth + 1);
    checkLimit("samples", values.length + 1);
    checkLimit("depth", stack.length);
    for (const name of stack) frames.push(names.numberOf(name.trim() === "" ? "<unknown>" : name.trim()));
    checkLimit("frames", frames.length);
    checkLimit("entries", names.list.length);
    offsets.push(frames.length);
    values.push(weighed === null ? 1 : Number(weighed[2]));
  }
  if (values.length === 0)
    throw new ProfileError("The text has no stacks: it has nothing but empty lines and comments.");
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
  };
}
