/** Steps of the virtual clock after the last sample. The document keeps them, so that a run after an edit repeats them. */
import { formatDuration } from "@sluice/languages/goduration";
import { readDuration } from "./sample-time.ts";

export type ClockStep =
  /** Time passes; a Go duration. */
  | { readonly kind: "advance"; readonly by: string }
  /** Time passes until the next deadline of a stage. */
  | { readonly kind: "deadline" }
  /** The input ends: everything held is released. */
  | { readonly kind: "end" };

/** Steps at most; waits in a row count as one. */
export const MAX_STEPS = 500;

/** `steps` and one more; undefined when there are too many. */
export function addStep(steps: readonly ClockStep[], step: ClockStep): readonly ClockStep[] | undefined {
  const last = steps.at(-1);
  if (last?.kind === "end") return steps;
  if (step.kind === "advance" && last?.kind === "advance") {
    const sum = (readDuration(last.by) ?? 0n) + (readDuration(step.by) ?? 0n);
    return [...steps.slice(0, -1), { kind: "advance", by: formatDuration(sum) }];
  }
  return steps.length >= MAX_STEPS ? undefined : [...steps, step];
}

/** `2 deadlines, then 1m3s, then the end` */
export function describeSteps(steps: readonly ClockStep[]): string {
  const parts: string[] = [];
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i]!;
    if (step.kind === "advance") parts.push(step.by);
    else if (step.kind === "end") parts.push("the end of the input");
    else {
      let run = 1;
      while (steps[i + 1]?.kind === "deadline") {
        run++;
        i++;
      }
      parts.push(run === 1 ? "1 deadline" : `${run} deadlines`);
    }
  }
  return parts.join(", then ");
}
