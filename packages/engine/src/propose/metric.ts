/** A metric of what is read: a histogram of durations or sizes, or else a counter of entries by their labels. */
import { writeStage } from "../detect/index.ts";
import { bucketsFor } from "../metrics/buckets.ts";
import { writeText } from "../syntax/index.ts";
import type { PlannedStage } from "./plan.ts";
import { present, type Value } from "./rows.ts";

const DURATION =
  /^(?:duration|latency|elapsed|took|request_time|response_time|upstream_response_time|time_taken|runtime|resp_time|duration_?ms|latency_?ms|elapsed_?ms|duration_?seconds|response_?time_?ms|query_time)$/i;

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
