/** The outcome of one sample, as a row of the table shows it. */
import { formatRfc3339, type Nanos, type Outcome } from "@sluice/engine";
import type { SampleOutcome } from "../model/run.ts";

/** `heldUntil`: the end of its stay where it is held. */
export function describeOutcome(outcome: Outcome, heldUntil: Nanos | undefined): SampleOutcome {
  const { status, settled, outputs, drops, heldBy, changedBy, missedBy, errors } = outcome;
  return {
    status,
    settled,
    outputs: outputs.length,
    mergedFrom: outputs.find(({ entry }) => entry.origins.length > 1)?.entry.origins,
    drops: drops.map(({ path, stage, reason }) => ({ path, stage, reason })),
    heldBy,
    heldUntil: heldUntil === undefined ? undefined : formatRfc3339(heldUntil),
    changedBy,
    missedBy,
    errors,
  };
}
