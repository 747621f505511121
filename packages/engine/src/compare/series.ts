/** The series that a pipeline's `stage.metrics` made, by name and labels. */
import type { Nanos } from "@sluice/languages/base";
import type { Sample } from "../metrics/family.ts";
import { formatSampleValue, type MetricRegistry } from "../metrics/registry.ts";
import type { Dialect } from "../pipeline/stage.ts";

/**
 * `name{label="value"}` → its value; for a histogram that of all its samples. Counters of the pipeline itself (drops, cut
 * lines) are not among them. At most `most`.
 */
export function customSeries(
  metrics: MetricRegistry,
  dialect: Dialect,
  now: Nanos,
  most: number,
): Map<string, readonly Sample[]> {
  const found = new Map<string, Sample[]>();
  const own = `${dialect === "loki" ? "loki" : "logs"}_process_`;
  for (const { name, samples } of metrics.collect(now)) {
    if (name.startsWith(own) && !name.startsWith(`${own}custom_`)) continue;
    for (const sample of samples) {
      const shown = sample.labels
        .filter(([label]) => label !== "le")
        .map(([label, value]) => `${label}=${JSON.stringify(value)}`);
      const key = `${name}{${shown.join(", ")}}`;
      const known = found.get(key);
      if (known !== undefined) known.push(sample);
      else if (found.size >= most) return found;
      else found.set(key, [sample]);
    }
  }
  return found;
}

/** Whether two series have the same value; histograms also the same buckets. */
export const sameValue = (a: readonly Sample[], b: readonly Sample[]): boolean => valueKey(a) === valueKey(b);

const valueKey = (samples: readonly Sample[]): string =>
  samples.map(({ suffix, labels, value }) => `${suffix} ${labels.at(-1)?.[1] ?? ""} ${value}`).join("\n");

/** `12`; of a histogram `12 observed, sum 3.4`. */
export function describeValue(samples: readonly Sample[]): string {
  const of = (wanted: string) => samples.find(({ suffix }) => suffix === wanted)?.value;
  const [count, sum] = [of("_count"), of("_sum")];
  if (count === undefined || sum === undefined) return formatSampleValue(samples[0]?.value ?? 0);
  return `${formatSampleValue(count)} observed, sum ${formatSampleValue(sum)}`;
}
