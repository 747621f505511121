/** Results of an expression, or of bucket bounds, on the entries of a preview. */
export { entriesBefore, type ProbedEntry, type TextSource } from "./entries.ts";
export { type GroupSpan, withOldGroupNames } from "./group-spans.ts";
export { type Spread, spreadOf } from "./numbers.ts";
export { type Probe, type ProbedText, type ProbeEnv, type ProbeMark, type ProbeQuestion, probe } from "./probe.ts";
