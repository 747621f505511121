/**
 * The OpenMetrics 1.0 text format. Numbers that are not counts carry a fraction or an exponent, help texts escape
 * quotes, a counter whose name does not end in `_total` is of unknown type (its name is the user's), and the text ends
 * with a mark. These rules are those of Prometheus's client library.
 */
import { formatName, formatSeries } from "./names.ts";
import { formatSampleValue, type LabelPair, type MetricFamily, type Sample } from "./registry.ts";

/** The content type of `formatOpenMetrics`. */
export const OPENMETRICS_CONTENT_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

const TOTAL = "_total";

/** The families as lines, each ended by a newline, with `# EOF` after the last. */
export function formatOpenMetrics(families: readonly MetricFamily[]): string {
  let text = "";
  for (const line of openMetricsLines(families)) text += line;
  return text;
}

/** The same in pieces. */
export function* openMetricsLines(families: readonly MetricFamily[]): Generator<string, void> {
  for (const family of families) {
    const total = family.type === "counter" && family.name.endsWith(TOTAL);
    const shown = formatName(total ? family.name.slice(0, -TOTAL.length) : family.name);
    const help = family.help.replace(/\\/g, "\\\\").replace(/\n/g, "\\n").replace(/"/g, '\\"');
    yield `# HELP ${shown} ${help}\n# TYPE ${shown} ${family.type === "counter" && !total ? "unknown" : family.type}\n`;
    for (const sample of family.samples) yield `${formatSample(family, sample)}\n`;
  }
  yield "# EOF\n";
}

function formatSample(family: MetricFamily, sample: Sample): string {
  const bucket = sample.suffix === "_bucket";
  const labels = bucket ? sample.labels.map(formatBound) : sample.labels;
  const value = bucket || sample.suffix === "_count" ? String(sample.value) : formatNumber(sample.value);
  return `${formatSeries(family.name + sample.suffix, labels)} ${value}`;
}

/** A bucket's bound as OpenMetrics writes it; `le` is always the last label of a bucket. */
function formatBound(pair: LabelPair, index: number, labels: readonly LabelPair[]): LabelPair {
  if (index < labels.length - 1 || pair[1] === "+Inf") return pair;
  return [pair[0], formatNumber(Number(pair[1]))];
}

function formatNumber(value: number): string {
  const text = formatSampleValue(value);
  return Number.isFinite(value) && !/[.e]/.test(text) ? `${text}.0` : text;
}
