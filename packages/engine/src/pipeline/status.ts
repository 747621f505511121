/**
 * What a step did to one entry: one word. Text, JSON, the server's answers and the page all present this word; a test
 * for each (`presenters.test.ts`) compares statuses and counts with the engine's over all vectors. What a step did to
 * metrics is a fact beside it, not a status.
 */

import type { Return } from "./held-entries.ts";
import { carries, type Snapshot, sameContent } from "./snapshot.ts";
import type { Step } from "./trace.ts";

/** In the order in which they count where several hold. */
export const STATUSES = [
  /** The stage failed; the entry continued unchanged. */
  "error",
  "dropped",
  /** It is inside, or a part of it. */
  "held",
  /** It left together with others as one entry. */
  "merged",
  /** Several entries left that come from it. */
  "split",
  /** The stage could not do its work with it, or a part of its work. */
  "missed",
  "changed",
  /** It had been held, and left. */
  "released",
  "unchanged",
  /** It did not reach the stage. */
  "not_reached",
] as const;

export type StepStatus = (typeof STATUSES)[number];

/** Those that can hold of a sample, from its first stage to the last. */
type SampleStatus = Exclude<StepStatus, "released" | "not_reached">;

/** What became of one sample, in one word: as of one step, but one that left, changed, has `passed`. */
export type OutcomeStatus = Exclude<SampleStatus, "changed"> | "passed";

/** The one status of a sample, of those that hold of it. */
export function outcomeStatus(holds: Readonly<Record<Exclude<SampleStatus, "unchanged">, boolean>>): OutcomeStatus {
  const first = STATUSES.find((status): status is keyof typeof holds => holds[status as keyof typeof holds]);
  return first === "changed" ? "passed" : (first ?? "unchanged");
}

/** What `step` did to input entry `sample`, which may be another one than that which came in. */
export function stepStatus(step: Step, sample: number): StepStatus {
  return step.before?.origins.includes(sample) ? arrivalStatus(step) : leavingStatus(step, sample);
}

/** What `step` did to the entry that came in; undefined for a wake and a flush. */
export const ownStatus = (step: Step): StepStatus | undefined =>
  step.before === undefined ? undefined : arrivalStatus(step);

function arrivalStatus(step: Step): StepStatus {
  const before = step.before!;
  if (step.error !== undefined) return "error";
  if (step.dropped.some(({ entry }) => carries(entry, before))) return "dropped";
  if (step.held) return "held";
  if (step.united.some((after) => carries(after, before))) return "merged";
  if (step.split > 0) return "split";
  if (step.reasons.some(({ missed, about }) => missed && about === undefined)) return "missed";
  const after = step.emitted.find((one) => carries(one, before));
  return after === undefined || sameContent(before, after) ? "unchanged" : "changed";
}

/** What became of an entry that was held and leaves by itself: what leaves is compared with what came. */
export function returnStatus({ came, left, missed }: Return): "missed" | "changed" | "released" {
  if (missed) return "missed";
  return sameContent(came, left) ? "released" : "changed";
}

/** Of an entry that had been inside before. */
function leavingStatus(step: Step, sample: number): StepStatus {
  const concerns = ({ origins }: Snapshot) => origins.includes(sample);
  if (step.error !== undefined && step.before === undefined) return "error";
  if (step.dropped.some(({ entry }) => concerns(entry))) return "dropped";
  if (step.united.some(concerns)) return "merged";
  const returned = step.returned.find(({ left }) => concerns(left));
  if (returned !== undefined) return returnStatus(returned);
  return step.emitted.some(concerns) ? "released" : "unchanged";
}

/** The one status of several steps of a stage for one entry: what was held and has left is not held any more. */
export function combineStatuses(statuses: readonly StepStatus[]): StepStatus {
  const over = statuses.filter((status, i) => status !== "held" || i === statuses.length - 1);
  return STATUSES.find((status) => over.includes(status)) ?? "not_reached";
}
