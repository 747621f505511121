/** Words for the coverage of tests. */
import type { Coverage, CoveredPath, CoveredStage } from "@sluice/engine";

/** The most labels that fit into a row. */
const MAX_LABELS = 3;

/** The paths of a stage that the tests take: `matched and missed`, `5 of 6 buckets`. */
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

/** The paths that no test takes. A stage that no test reaches is listed once, without the stages inside it. */
export function missedPaths({ stages }: Coverage): readonly MissedPath[] {
  const away = stages.filter(({ tests }) => tests === 0);
  const isWithin = (stage: CoveredStage) =>
    away.some(({ pipeline, path }) => pipeline === stage.pipeline && stage.path.startsWith(`${path}.`));
  return stages.flatMap((stage): MissedPath[] => {
    const { path, stage: name, paths, tests } = stage;
    if (tests === 0 && paths.every((one) => one.tests === 0))
      return isWithin(stage) ? [] : [{ stage, text: `${path} ${name}: no entry reaches it` }];
    const missed = paths.filter((one) => one.tests === 0);
    return groupBuckets(missed).map(({ label, missing }) => ({
      stage,
      text: `${path} ${name}${label === "" ? "" : `, ${label}`}: ${missing}`,
    }));
  });
}

/** Buckets of one histogram in one line: `took, buckets up to 1, 2 to 5`. */
function groupBuckets(paths: readonly CoveredPath[]): readonly Pick<CoveredPath, "label" | "missing">[] {
  const groups = new Map<string, { missing: string; ranges: string[] }>();
  for (const { label, missing } of paths) {
    const [, before = label, range] = /^(.*?)bucket (.*)$/s.exec(label) ?? [];
    const group = groups.get(before) ?? { missing, ranges: [] };
    groups.set(before, group);
    if (range !== undefined) group.ranges.push(range);
  }
  return [...groups].map(([before, { missing, ranges }]) => {
    if (ranges.length === 0) return { label: before, missing };
    if (ranges.length === 1) return { label: `${before}bucket ${ranges[0]}`, missing };
    const shown = ranges.slice(0, MAX_LABELS).join(", ");
    const more = ranges.length > MAX_LABELS ? ` and ${ranges.length - MAX_LABELS} more` : "";
    return { label: `${before}buckets ${shown}${more}`, missing: missing.replace(" falls in it", " falls in them") };
  });
}
