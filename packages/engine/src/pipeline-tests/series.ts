/** Series of metrics as tests name them: as the text exposition writes them, in any order of labels. */
import { formatSeries } from "../metrics/names.ts";
import type { LabelPair, MetricRegistry } from "../metrics/registry.ts";

export interface Series {
  readonly name: string;
  readonly labels: readonly LabelPair[];
}

/** `name{a="b"}`, `name` or `{"my name",a="b"}`; undefined where it is none of these. */
export function readSeries(text: string): Series | undefined {
  const [, name = "", body] = /^\s*([a-zA-Z_:][a-zA-Z0-9_:]*)?\s*(?:\{([\s\S]*)\})?\s*$/.exec(text) ?? [];
  const labels: LabelPair[] = [];
  let found = name;
  let rest = body?.trim() ?? "";
  while (rest !== "") {
    const part =
      /^(?:([a-zA-Z_][a-zA-Z0-9_]*)|"((?:[^"\\]|\\.)*)")\s*(?:=\s*"((?:[^"\\]|\\[\s\S])*)")?\s*(?:,|$)\s*/.exec(rest);
    if (part === null) return undefined;
    const [whole, plain, quoted, value] = part;
    if (value !== undefined) labels.push([plain ?? unescaped(quoted!), unescaped(value)]);
    else if (quoted !== undefined && found === "") found = unescaped(quoted);
    else return undefined;
    rest = rest.slice(whole.length);
  }
  return found === "" ? undefined : { name: found, labels };
}

const unescaped = (text: string): string => text.replace(/\\([\s\S])/g, (_, c: string) => (c === "n" ? "\n" : c));

/** Metrics of a pipeline are named after its component, in Sluice's dialect and in Alloy's. */
const inOneDialect = (name: string): string => name.replace(/^loki_process_/, "logs_process_");

/** The same for series that differ in the order of their labels alone, or in the dialect of their pipeline. */
export function seriesKey({ name, labels }: Series): string {
  const pairs = labels.map(([label, value]) => [label, label === "metric" ? inOneDialect(value) : value] as const);
  return JSON.stringify([inOneDialect(name), pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))]);
}

/** All series of a registry by their key, each with its text and value. */
export function collectSeries(registry: MetricRegistry, now: bigint): Map<string, { text: string; value: number }> {
  const found = new Map<string, { text: string; value: number }>();
  for (const { name, samples } of registry.collect(now))
    for (const { suffix, labels, value } of samples)
      found.set(seriesKey({ name: name + suffix, labels }), { text: formatSeries(name + suffix, labels), value });
  return found;
}

/** A value as the exposition writes it: also `+Inf` and `NaN`. */
export function readSeriesValue(text: string): number | undefined {
  const word = /^([+-]?)\.?inf$/i.exec(text);
  if (word !== null) return word[1] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (/^\.?nan$/i.test(text)) return Number.NaN;
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : undefined;
}
