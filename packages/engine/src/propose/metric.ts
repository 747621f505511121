/** A metric of what is read: a histogram of durations or sizes, or else a counter of entries by their labels. */
import { writeStage } from "../detect/index.ts";
import { writeText } from "../syntax/index.ts";
import type { PlannedStage } from "./plan.ts";
import { present, type Value } from "./rows.ts";

const DURATION =
  /^(?:duration|latency|elapsed|took|request_time|response_time|upstream_response_time|time_taken|runtime|resp_time|duration_?ms|latency_?ms|elapsed_?ms|duration_?seconds|response_?time_?ms|query_time)$/i;
const BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];
const MAX_BUCKETS = 9;

export function findMetric(values: readonly Value[], labels: readonly string[]): PlannedStage | undefined {
  for (const value of values) {
    if (!DURATION.test(value.name)) continue;
    const numbers = present(value).map(toNumber);
    const known = numbers.filter((number) => number !== undefined);
    if (known.length < 3 || known.length < numbers.length * 0.95) continue;
    return histogram(value, bucketsFor(known));
  }
  return labels.includes("level")
    ? counter(values.filter(({ name }) => name === "level").map(({ stage }) => stage))
    : undefined;
}

/** As `stage.metrics` reads it: a number, or a duration in seconds. */
function toNumber(text: string): number | undefined {
  if (/^\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(text)) return Number(text);
  const found = /^(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)$/.exec(text);
  const units: Readonly<Record<string, number>> = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };
  return found === null ? undefined : Number(found[1]) * units[found[2]!]!;
}

/** 1, 2.5 and 5 times powers of ten, from the smallest to the largest of the values. */
function bucketsFor(values: readonly number[]): number[] {
  const sorted = values.filter((value) => value > 0).sort((a, b) => a - b);
  if (sorted.length === 0) return BUCKETS;
  const [low, high] = [sorted[Math.floor(sorted.length * 0.05)]!, sorted[Math.floor(sorted.length * 0.99)]!];
  const buckets: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++)
    for (const step of [1, 2.5, 5]) buckets.push(Number((step * 10 ** power).toPrecision(2)));
  const fitting = buckets.filter((bucket) => bucket >= low / 2 && bucket <= high * 2.5);
  const every = Math.max(1, Math.ceil(fitting.length / MAX_BUCKETS));
  const chosen = fitting.filter((_, i) => i % every === 0);
  return chosen.length < 2 ? BUCKETS : chosen;
}

function histogram({ name, stage }: Value, buckets: readonly number[]): PlannedStage {
  return {
    id: "metric",
    layer: "metric",
    says: `Measure ${name} in a histogram`,
    evidence: [`${buckets.length} buckets, ${buckets[0]} to ${buckets.at(-1)}`],
    byDefault: true,
    needs: [stage],
    branch: undefined,
    write: () =>
      writeStage(
        "metrics",
        {},
        `metric.histogram {\n  name = ${writeText(name)}\n  prefix = "log_"\n  description = ${writeText(`${name} of entries`)}\n  source = ${writeText(name)}\n  buckets = [${buckets.join(", ")}]\n}\n`,
      ),
  };
}

const counter = (stages: readonly string[]): PlannedStage => ({
  id: "metric",
  layer: "metric",
  says: "Count entries by their labels",
  evidence: [],
  byDefault: true,
  needs: stages.slice(0, 1),
  branch: undefined,
  write: () =>
    writeStage(
      "metrics",
      {},
      `metric.counter {\n  name = "entries_total"\n  prefix = "log_"\n  description = "entries by level"\n  match_all = true\n  action = "inc"\n}\n`,
    ),
});
