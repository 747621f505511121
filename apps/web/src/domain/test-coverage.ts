/** Words about the paths that tests take. */
import type { Coverage, CoveredStage } from "@sluice/engine";

/** Labels that a row has room for. */
const MAX_LABELS = 3;

/** What of a stage the tests take: `matched and missed`, `5 of 6 buckets`. */
export function coveredWords({ paths }: CoveredStage): string {
  const taken = paths.filter(({ tests }) => tests > 0);
  if (taken.length === 0) return "not reached";
  const labels = taken.flatMap(({ label }) => (label === "" ? [] : [label]));
  if (paths.length <= MAX_LABELS) return labels.join(" and ");
  const what = paths.every(({ label }) => label.includes("bucket ")) ? "buckets" : "paths";
  return `${taken.length} of ${paths.length} ${what}`;
}

export interface MissedPath {
  readonly stage: CoveredStage;
  /** `7 metrics, bucket 0.5 to 1: no value falls in it`. */
  readonly text: string;
}

/** What no test takes. A stage to which none comes is told once, and what is in it not at all. */
export function missedPaths({ stages }: Coverage): readonly MissedPath[] {
  const away = stages.filter(({ tests }) => tests === 0);
  const isWithin = (stage: CoveredStage) =>
    away.some(({ pipeline, path }) => pipeline === stage.pipeline && stage.path.startsWith(`${path}.`));
  return stages.flatMap((stage): MissedPath[] => {
    const { path, stage: name, paths, tests } = stage;
    if (tests === 0 && paths.every((one) => one.tests === 0))
      return isWithin(stage) ? [] : [{ stage, text: `${path} ${name}: no entry comes to it` }];
    return paths
      .filter((one) => one.tests === 0)
      .map(({ label, missing }) => ({
        stage,
        text: `${path} ${name}${label === "" ? "" : `, ${label}`}: ${missing}`,
      }));
  });
}
