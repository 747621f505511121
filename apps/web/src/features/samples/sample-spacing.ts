/** The time between samples: checks and changes it. */
import type { RunResult } from "../../core/model/run.ts";
import type { SampleEntry } from "../../core/model/samples.ts";

/** Whether no time passes between the samples, so that stages that depend on time see them all at once. */
export const areAtOnce = (samples: readonly SampleEntry[]): boolean =>
  samples.length > 1 && samples.slice(1).every(({ advance }) => advance === undefined);

/** Samples with these times between them; undefined: no time passes. */
export const withAdvances = (
  samples: readonly SampleEntry[],
  advanceOf: (index: number) => string | undefined,
): SampleEntry[] =>
  samples.map(({ advance: _, ...sample }, i) => {
    const advance = advanceOf(i);
    return advance === undefined ? sample : { ...sample, advance };
  });

export interface RateDrops {
  readonly path: string;
  readonly dropped: number;
}

/** The first stage that dropped samples for exceeding a rate, if they are all sent at once. */
export function dropsByRate(result: RunResult | null, samples: readonly SampleEntry[]): RateDrops | undefined {
  if (result === null || !areAtOnce(samples)) return undefined;
  const drops = result.samples.flatMap((one) => one.drops.filter(({ stage }) => stage === "limit"));
  const [first] = drops;
  return first && { path: first.path, dropped: drops.filter(({ path }) => path === first.path).length };
}
