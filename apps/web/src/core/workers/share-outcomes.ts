/**
 * Equal outcomes as one object: most entries of a run have one of a few, and an outcome that says the same as before
 * stays the same object, so that only rows which changed are rendered.
 */
import type { SampleOutcome } from "../model/run.ts";

/** With more distinct outcomes than this, searching the previous run for equal ones costs more than it saves. */
const MAX_KEPT = 1000;

/**
 * Gives for each outcome the first that was equal to it. What a worker hands to the page is copied once for each object: ten
 * thousand of them hold the page up.
 */
export function shareOutcomes(): (outcome: SampleOutcome) => SampleOutcome {
  const known = new Map<string, SampleOutcome>();
  return (outcome) => {
    const key = JSON.stringify(outcome);
    const same = known.get(key);
    if (same === undefined) known.set(key, outcome);
    return same ?? outcome;
  };
}

/** The outcomes of a run, with those of the run `before` in the place of equal ones: rows that say the same stay as they are. */
export function keepOutcomes(
  before: readonly SampleOutcome[],
  now: readonly SampleOutcome[],
): readonly SampleOutcome[] {
  const [old, fresh] = [new Set(before), new Set(now)];
  if (old.size > MAX_KEPT || fresh.size > MAX_KEPT) return now;
  const share = shareOutcomes();
  for (const outcome of old) share(outcome);
  const kept = new Map([...fresh].map((outcome) => [outcome, share(outcome)]));
  return now.map((outcome) => kept.get(outcome) ?? outcome);
}
