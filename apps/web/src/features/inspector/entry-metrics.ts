/** The effect of one entry on metrics, by series. */
import type { MetricEffect } from "@sluice/engine";
import { type MetricTable, seriesKey } from "./exposition.ts";

/** `+1`, `−2`, `= 5`, `0.25` observed: by the key of the series, by the name of the metric. */
export type EntryMetrics = ReadonlyMap<string, ReadonlyMap<string, string>>;

export function entryMetrics(effects: readonly MetricEffect[]): EntryMetrics {
  const sums = new Map<string, Map<string, { set: boolean; observed: number[]; value: number }>>();
  for (const { name, labels, operation, value } of effects) {
    let ofMetric = sums.get(name);
    if (ofMetric === undefined) {
      ofMetric = new Map();
      sums.set(name, ofMetric);
    }
    const key = seriesKey(Object.entries(labels));
    const one = ofMetric.get(key) ?? { set: false, observed: [], value: 0 };
    ofMetric.set(key, one);
    if (operation === "set") {
      one.set = true;
      one.value = value;
    } else if (operation === "observe") one.observed.push(value);
    else one.value += operation === "dec" || operation === "sub" ? -value : value;
  }
  return new Map(
    [...sums].map(([name, ofMetric]) => [name, new Map([...ofMetric].map(([key, one]) => [key, inWords(one)]))]),
  );
}

function inWords({ set, observed, value }: { set: boolean; observed: readonly number[]; value: number }): string {
  if (observed.length > 0) return observed.map(formatNumber).join(", ");
  if (set) return `= ${formatNumber(value)}`;
  return value < 0 ? `−${formatNumber(-value)}` : `+${formatNumber(value)}`;
}

export const formatNumber = (value: number): string =>
  Number.isFinite(value) ? value.toLocaleString("en", { maximumFractionDigits: 3 }) : String(value);

/** The tables with the series that the entry changed first; `alone`: with nothing else. */
export function withEntryFirst(
  tables: readonly MetricTable[],
  changed: EntryMetrics,
  alone: boolean,
): readonly MetricTable[] {
  if (changed.size === 0) return alone ? [] : tables;
  return tables.flatMap((table) => {
    const ofMetric = changed.get(table.name);
    if (ofMetric === undefined) return alone ? [] : [table];
    const [first, rest] = [true, false].map((is) => table.series.filter(({ key }) => ofMetric.has(key) === is));
    return [{ ...table, series: alone ? first! : [...first!, ...rest!] }];
  });
}
