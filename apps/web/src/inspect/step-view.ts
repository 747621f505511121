/**
 * What the inspection shows for one entry: each stage of the pipeline in order with what it did, the stages that the
 * entry did not reach among them.
 */
import type { EntryJson, Reason, StepJson } from "@sluice/engine";
import type { StageItem } from "../language/protocol.ts";
import { diffPairs, type PairChange, type Pairs } from "./diff-pairs.ts";
import { diffText, type TextPart } from "./diff-text.ts";

/** `counted`: the entry is as it was, and metrics changed. */
export type StepViewStatus = StepJson["status"] | "counted" | "not reached";

/** One facet of an entry across a stage. */
export interface MapFacet {
  readonly changes: readonly PairChange[];
  /** How many are not `same`. */
  readonly changed: number;
}

export interface EntryDiff {
  readonly line: {
    readonly changed: boolean;
    readonly parts: readonly TextPart[];
    readonly before: string;
    readonly after: string;
  };
  readonly timestamp: { readonly changed: boolean; readonly before: string; readonly after: string };
  readonly labels: MapFacet;
  readonly metadata: MapFacet;
  readonly extracted: MapFacet;
  /** Input entries that the result comes from, where they are not those that went in. */
  readonly origins: readonly number[] | undefined;
}

export interface StepView {
  /** Unique among the views of an entry. */
  readonly key: string;
  readonly path: string;
  readonly stage: string;
  readonly depth: number;
  readonly status: StepViewStatus;
  /** Which call it was, where it was not the entry itself that came. */
  readonly cause: StepJson["cause"];
  /** Of each entry that came out; of the one that went in where none did. */
  readonly diffs: readonly EntryDiff[];
  readonly reasons: readonly Reason[];
  readonly step: StepJson | undefined;
  /** What changed, in a few words: `time, 2 labels, 11 extracted`. */
  readonly changes: string;
}

/** Views for every stage of `stages`, in order; a stage that was called several times has several. */
export function makeStepViews(stages: readonly StageItem[], steps: readonly StepJson[]): StepView[] {
  const byPath = new Map<string, StepJson[]>();
  for (const step of steps) {
    const list = byPath.get(step.path);
    if (list === undefined) byPath.set(step.path, [step]);
    else list.push(step);
  }
  return stages.flatMap((stage): StepView[] => {
    const own = byPath.get(stage.path);
    if (own === undefined) return [notReached(stage)];
    return own.map((step, i) => viewOf(stage, step, `${stage.path}#${i}`));
  });
}

function notReached(stage: StageItem): StepView {
  return {
    key: `${stage.path}#0`,
    path: stage.path,
    stage: stage.name,
    depth: stage.depth,
    status: "not reached",
    cause: "process",
    diffs: [],
    reasons: [],
    step: undefined,
    changes: "",
  };
}

function viewOf(stage: StageItem, step: StepJson, key: string): StepView {
  const before = step.before ?? step.emitted[0];
  const after = step.emitted.length > 0 ? step.emitted : step.dropped.map(({ entry }) => entry);
  const diffs =
    before === undefined ? [] : (after.length === 0 ? [before] : after).map((entry) => diffEntries(before, entry));
  return {
    key,
    path: stage.path,
    stage: step.stage,
    depth: stage.depth,
    status: step.status === "unchanged" && step.metrics.length > 0 ? "counted" : step.status,
    cause: step.cause,
    diffs,
    reasons: step.reasons,
    step,
    changes: diffs.length === 1 ? describeChanges(diffs[0]!) : "",
  };
}

/** What is different in `after`. */
export function diffEntries(before: EntryJson, after: EntryJson): EntryDiff {
  const sameOrigins =
    before.origins.length === after.origins.length && before.origins.every((id, i) => id === after.origins[i]);
  return {
    line: {
      changed: before.line !== after.line,
      parts: diffText(before.line, after.line),
      before: before.line,
      after: after.line,
    },
    timestamp: { changed: before.timestamp !== after.timestamp, before: before.timestamp, after: after.timestamp },
    labels: facet(Object.entries(before.labels), Object.entries(after.labels)),
    metadata: facet(before.structured_metadata, after.structured_metadata),
    extracted: facet(Object.entries(before.extracted), Object.entries(after.extracted)),
    origins: sameOrigins ? undefined : after.origins,
  };
}

function facet(before: Pairs, after: Pairs): MapFacet {
  const changes = diffPairs(before, after);
  return { changes, changed: changes.filter((change) => change.kind !== "same").length };
}

function describeChanges(diff: EntryDiff): string {
  const parts: string[] = [];
  if (diff.line.changed) parts.push("line");
  if (diff.timestamp.changed) parts.push("timestamp");
  if (diff.labels.changed > 0) parts.push(counted(diff.labels.changed, "label"));
  if (diff.metadata.changed > 0) parts.push(`${diff.metadata.changed} metadata`);
  if (diff.extracted.changed > 0) parts.push(`${diff.extracted.changed} extracted`);
  return parts.join(", ");
}

const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;

/** A time as people read it: date and time apart, both in UTC. */
export function splitTimestamp(rfc3339: string): { date: string; time: string } {
  const [date = rfc3339, time = ""] = rfc3339.split("T");
  return { date, time };
}

/** The entries that came out for input entry `index`, from its last steps: what no later stage took further. */
export function outputsOf(stages: readonly StageItem[], steps: readonly StepJson[]): readonly EntryJson[] {
  const last = stages.findLast((stage) => stage.depth === 0);
  if (last === undefined) return [];
  return steps.filter((step) => step.path === last.path).flatMap((step) => step.emitted);
}
