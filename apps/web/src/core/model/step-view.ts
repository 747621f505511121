/**
 * What the inspection shows for one entry: each stage of the pipeline in order with what it did, the stages that the
 * entry did not reach among them.
 */
import { combineStatuses, type EntryJson, type ReasonJson, type StepJson, type ValuePlace } from "@sluice/engine";
import { counted } from "../text/counted.ts";
import { diffPairs, type PairChange, type Pairs } from "../text/diff-pairs.ts";
import { diffText, type TextPart } from "../text/diff-text.ts";
import type { StageItem } from "./analysis.ts";

export type StepViewStatus = StepJson["status"];

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
  /** Input entries of the result, if they differ from those that went in. */
  readonly origins: readonly number[] | undefined;
}

export interface StepView {
  /** Unique among the views of an entry. */
  readonly key: string;
  readonly path: string;
  readonly stage: string;
  readonly depth: number;
  readonly status: StepViewStatus;
  /** What called the stage: the entry itself, another entry, time, or the end of the input. */
  readonly cause: StepJson["cause"] | "other";
  /** Index of the entry that called it, if that was another one. */
  readonly by: number | undefined;
  /** The place of the results in `diffs`: after the stage, or before it if nothing came out. */
  readonly place: ValuePlace;
  /** Of each entry that came out; of the one that went in where none did. */
  readonly diffs: readonly EntryDiff[];
  readonly reasons: readonly ReasonJson[];
  readonly step: StepJson | undefined;
  /** What changed, in a few words: `timestamp, 2 labels, 11 values extracted`. */
  readonly changes: string;
}

/** Views of input entry `sample` for every stage of `stages`, in order; a stage that was called several times has several. */
/** What a view says of a stage itself. */
export type SteppedStage = Pick<StageItem, "path" | "name" | "depth">;

export function makeStepViews(stages: readonly SteppedStage[], steps: readonly StepJson[], sample: number): StepView[] {
  const byPath = new Map<string, StepJson[]>();
  for (const step of steps) {
    const list = byPath.get(step.path);
    if (list === undefined) byPath.set(step.path, [step]);
    else list.push(step);
  }
  return stages.flatMap((stage): StepView[] => {
    const own = byPath.get(stage.path);
    if (own === undefined) return [notReached(stage)];
    return own.map((step, i) => viewOf(stage, step, own[i - 1], sample, `${stage.path}#${i}`));
  });
}

/** The path of the stage that is shown: the selected one, else the first. */
export const shownPath = (views: readonly StepView[], selected: string | null): string | undefined =>
  (views.find(({ path }) => path === selected) ?? views[0])?.path;

/** A stage as one cell: with the one status of all its calls for the entry. */
export interface StageCell extends Pick<StepView, "path" | "stage" | "status"> {}

export function stageCells(views: readonly StepView[]): StageCell[] {
  const byPath = new Map<string, StepView[]>();
  for (const view of views) {
    const list = byPath.get(view.path);
    if (list === undefined) byPath.set(view.path, [view]);
    else list.push(view);
  }
  return [...byPath].map(([path, own]) => ({
    path,
    stage: own[0]!.stage,
    status: combineStatuses(own.map(({ status }) => status)),
  }));
}

function notReached(stage: SteppedStage): StepView {
  return {
    key: `${stage.path}#0`,
    path: stage.path,
    stage: stage.name,
    depth: stage.depth,
    status: "not_reached",
    cause: "process",
    by: undefined,
    place: { side: "before", path: stage.path },
    diffs: [],
    reasons: [],
    step: undefined,
    changes: "",
  };
}

/** `earlier`: the call of the same stage before this one, which the entry may have been held since. */
function viewOf(
  stage: SteppedStage,
  step: StepJson,
  earlier: StepJson | undefined,
  sample: number,
  key: string,
): StepView {
  const concerns = ({ origins }: EntryJson) => origins.includes(sample);
  const own = step.before !== undefined && concerns(step.before);
  const emitted = step.emitted.filter(concerns);
  const after = emitted.length > 0 ? emitted : step.dropped.map(({ entry }) => entry).filter(concerns);
  const before = own
    ? step.before
    : ((earlier?.before !== undefined && concerns(earlier.before) ? earlier.before : undefined) ?? after[0]);
  const diffs =
    before === undefined ? [] : (after.length === 0 ? [before] : after).map((entry) => diffEntries(before, entry));
  return {
    key,
    path: stage.path,
    stage: step.stage,
    depth: stage.depth,
    status: step.status,
    cause: own || step.before === undefined ? step.cause : "other",
    by: own ? undefined : step.before?.origins[0],
    place: { side: emitted.length > 0 ? "after" : "before", path: stage.path },
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
  if (diff.extracted.changed > 0) parts.push(`${counted(diff.extracted.changed, "value")} extracted`);
  return parts.join(", ");
}

/** A time as people read it: date and time apart, both in UTC. */
export function splitTimestamp(rfc3339: string): { date: string; time: string } {
  const [date = rfc3339, time = ""] = rfc3339.split("T");
  return { date, time };
}
