/** What became of one sample, as a row of the table shows it. */
import { formatRfc3339, type Nanos, type Outcome, type Step, stepStatus } from "@sluice/engine";
import type { SampleOutcome, SampleStatus } from "../domain/run.ts";

/** `heldUntil`: the end of its stay where it is held. */
export function describeOutcome(outcome: Outcome, steps: readonly Step[], heldUntil: Nanos | undefined): SampleOutcome {
  const merged = outcome.outputs.find(({ entry }) => entry.origins.length > 1);
  return {
    status: statusOf(outcome, merged !== undefined),
    settled: outcome.status === "passed" ? "out" : outcome.status,
    outputs: outcome.outputs.length,
    mergedFrom: merged?.entry.origins,
    drops: outcome.drops.map(({ path, stage, reason }) => ({ path, stage, reason })),
    heldBy: outcome.heldBy,
    heldUntil: heldUntil === undefined ? undefined : formatRfc3339(heldUntil),
    changedBy: outcome.changedBy,
    missedBy: [...new Set(steps.filter(missed).map((step) => step.path))],
    errors: [...new Set(steps.filter((step) => step.error !== undefined).map((step) => step.path))],
  };
}

function statusOf(outcome: Outcome, merged: boolean): SampleStatus {
  if (outcome.errors > 0) return "error";
  if (outcome.status !== "passed") return outcome.status;
  if (merged) return "merged";
  if (outcome.outputs.length > 1) return "split";
  return outcome.changedBy.length > 0 ? "passed" : "unchanged";
}

/** Reasons by which a stage says that an entry did not give it what it looks for. */
const MISSES = new Set(["source-missing", "no-match", "cannot-convert", "parse-failed"]);

function missed(step: Step): boolean {
  return stepStatus(step) === "unchanged" && step.reasons.some((reason) => MISSES.has(reason.code));
}
