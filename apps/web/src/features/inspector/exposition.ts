/** Reads the text form of metrics back into one table for each metric. */

export interface Series {
  /** All of its labels, in the form of `seriesKey`. */
  readonly key: string;
  /** In the order of the table's `labels`; undefined if the series lacks one. */
  readonly labels: readonly (string | undefined)[];
  /** For a histogram or summary: the number of observations. */
  readonly value: number;
  readonly histogram?: {
    readonly sum: number;
    /** The number in each of the table's `bounds`. */
    readonly buckets: readonly number[];
  };
}

export interface MetricTable {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  /** Labels with the same value in all series: they get no column. */
  readonly shared: readonly (readonly [name: string, value: string])[];
  readonly labels: readonly string[];
  /** Upper bounds of a histogram's buckets. */
  readonly bounds: readonly string[];
  /** Largest first. */
  readonly series: readonly Series[];
}

/** A key that does not depend on the order of the labels. */
export const seriesKey = (labels: Iterable<readonly [name: string, value: string]>): string =>
  JSON.stringify([...labels].sort(([a], [b]) => (a < b ? -1 : 1)));

interface Reading {
  name: string;
  type: string;
  help: string;
  readonly rows: { readonly name: string; readonly labels: Map<string, string>; readonly value: number }[];
}

/** Tables of `text`, the engine's exposition, in its order. */
export function readExposition(text: string): MetricTable[] {
  const metrics = new Map<string, Reading>();
  const of = (name: string): Reading => {
    const known = metrics.get(name);
    if (known !== undefined) return known;
    const fresh: Reading = { name, type: "untyped", help: "", rows: [] };
    metrics.set(name, fresh);
    return fresh;
  };
  for (const line of text.split("\n")) {
    const comment = /^# (HELP|TYPE) (\S+) ?(.*)$/.exec(line);
    if (comment !== null) {
      const metric = of(comment[2]!);
      if (comment[1] === "HELP") metric.help = unquote(comment[3]!);
      else metric.type = comment[3]!;
      continue;
    }
    const row = readRow(line);
    if (row === undefined) continue;
    const family = /^(.*)_(?:bucket|sum|count)$/.exec(row.name)?.[1];
    of(family !== undefined && metrics.get(family)?.type === "histogram" ? family : row.name).rows.push(row);
  }
  return [...metrics.values()].map((reading) => withoutShared(tableOf(reading)));
}

/** Removes columns whose label has the same value in every row. */
function withoutShared(table: Omit<MetricTable, "shared">): MetricTable {
  const series = table.series.toSorted((a, b) => b.value - a.value);
  const [first] = series;
  const isShared = table.labels.map(
    (_, i) => series.length > 1 && series.every((one) => one.labels[i] === first?.labels[i]),
  );
  const columns = <T>(of: readonly T[]): T[] => of.filter((_, i) => !isShared[i]);
  return {
    ...table,
    shared: table.labels.flatMap((name, i) => (isShared[i] ? [[name, first?.labels[i] ?? ""] as const] : [])),
    labels: columns(table.labels),
    series: series.map((one) => ({ ...one, labels: columns(one.labels) })),
  };
}

function readRow(line: string): Reading["rows"][number] | undefined {
  const match = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S+)(?: \S+)?$/.exec(line);
  if (match === null) return undefined;
  const labels = new Map<string, string>();
  for (const [, name, value] of (match[2] ?? "").matchAll(/([A-Za-z_]\w*)="((?:[^"\\]|\\.)*)"/g))
    labels.set(name!, unquote(value!));
  return { name: match[1]!, labels, value: readNumber(match[3]!) };
}

const readNumber = (text: string): number =>
  text === "+Inf" ? Number.POSITIVE_INFINITY : text === "-Inf" ? Number.NEGATIVE_INFINITY : Number(text);

const unquote = (text: string): string =>
  text.replace(/\\(.)/g, (_, character: string) => (character === "n" ? "\n" : character));

function tableOf({ name, type, help, rows }: Reading): Omit<MetricTable, "shared"> {
  const isHistogram = type === "histogram";
  const labels = [...new Set(rows.flatMap((row) => [...row.labels.keys()]))].filter(
    (label) => !(isHistogram && label === "le"),
  );
  const bounds = isHistogram ? [...new Set(rows.flatMap((row) => row.labels.get("le") ?? []))] : [];
  if (!isHistogram) {
    const series = rows.map((row) => ({
      key: seriesKey(row.labels),
      labels: labels.map((label) => row.labels.get(label)),
      value: row.value,
    }));
    return { name, type, help, labels, bounds, series };
  }
  const byLabels = new Map<
    string,
    { key: string; labels: (string | undefined)[]; sum: number; count: number; upTo: number[] }
  >();
  for (const row of rows) {
    const values = labels.map((label) => row.labels.get(label));
    const id = JSON.stringify(values);
    const one = byLabels.get(id) ?? {
      key: seriesKey([...row.labels].filter(([label]) => label !== "le")),
      labels: values,
      sum: 0,
      count: 0,
      upTo: [],
    };
    byLabels.set(id, one);
    if (row.name === `${name}_sum`) one.sum = row.value;
    else if (row.name === `${name}_count`) one.count = row.value;
    else one.upTo[bounds.indexOf(row.labels.get("le") ?? "")] = row.value;
  }
  const series = [...byLabels.values()].map(
    ({ key, labels: own, sum, count, upTo }): Series => ({
      key,
      labels: own,
      value: count,
      histogram: { sum, buckets: bounds.map((_, i) => (upTo[i] ?? 0) - (upTo[i - 1] ?? 0)) },
    }),
  );
  return { name, type, help, labels, bounds, series };
}
