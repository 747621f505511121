/** A metric of what is read: a histogram of durations or sizes, or else a counter of entries by their labels. */
import { goFloat } from "@sluice/languages/govalue";
import { writeStage } from "../detect/index.ts";
import { bucketsFor } from "../metrics/buckets.ts";
import { writeText } from "../syntax/index.ts";
import { isDurationName } from "../vocabulary/index.ts";
import type { PlannedStage } from "./plan.ts";
import { present, type Value } from "./rows.ts";
import { textStage } from "./text-stage.ts";

export function findMetric(values: readonly Value[], labels: readonly string[]): PlannedStage | undefined {
  const often = [...values].sort((a, b) => present(b).length - present(a).length);
  for (const value of often) {
    if (!isDurationName(value.name)) continue;
    const numbers = present(value).map(toNumber);
    const known = numbers.filter((number) => number !== undefined);
    if (known.length < 3 || known.length < numbers.length * 0.95) continue;
    // What is a number in one entry has a unit in another: which one that number has, nothing says.
    const all = values.filter(({ name }) => name === value.name).flatMap(present);
    const units = all.filter(hasUnit).length;
    if (units > 0 && all.some((text) => !hasUnit(text) && toNumber(text) !== 0)) continue;
    return histogram(value, bucketsFor(known), units > 0);
  }
  return labels.includes("level")
    ? counter(values.filter(({ name }) => name === "level").map(({ stage }) => stage))
    : undefined;
}

/** As `stage.metrics` reads it: a number, or a duration in seconds. */
function toNumber(text: string): number | undefined {
  const read = goFloat(text);
  return read.ok && Number.isFinite(read.value) && read.value >= 0 ? read.value : undefined;
}

const hasUnit = (text: string): boolean => /[a-zµμ]$/.test(text);

function histogram({ name, stage }: Value, buckets: readonly number[], inSeconds: boolean): PlannedStage {
  return {
    id: "metric",
    layer: "metric",
    says: `Measure ${name} in a histogram`,
    evidence: [`${buckets.length} buckets, ${buckets[0]} to ${buckets.at(-1)}${inSeconds ? " seconds" : ""}`],
    byDefault: true,
    needs: [stage],
    branch: undefined,
    write: () =>
      // Logfmt's values may be numbers and booleans here, and are texts in Alloy.
      (/:logfmt(?:@|$)/.test(stage) ? `${textStage(name)}\n` : "") +
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
