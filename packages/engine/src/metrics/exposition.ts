/** Metric families as text: the Prometheus text format 0.0.4. Names that need it are quoted as Prometheus 3 does. */
import { formatSampleValue, type LabelPair, type MetricFamily } from "./registry.ts";

const PLAIN_NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const PLAIN_LABEL = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

const escapeHelp = (text: string) => text.replace(/\\/g, "\\\\").replace(/\n/g, "\\n");
const escapeValue = (text: string) => text.replace(/\\/g, "\\\\").replace(/\n/g, "\\n").replace(/"/g, '\\"');

/** The content type of `formatPrometheus`. */
export const PROMETHEUS_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** The families as lines, each ended by a newline. */
export function formatPrometheus(families: readonly MetricFamily[]): string {
  let text = "";
  for (const family of families) {
    const shown = PLAIN_NAME.test(family.name) ? family.name : `"${escapeValue(family.name)}"`;
    text += `# HELP ${shown} ${escapeHelp(family.help)}\n# TYPE ${shown} ${family.type}\n`;
    for (const sample of family.samples) text += `${formatSeries(family.name + sample.suffix, sample.labels)} ${formatSampleValue(sample.value)}\n`;
  }
  return text;
}

function formatSeries(name: string, labels: readonly LabelPair[]): string {
  const plain = PLAIN_NAME.test(name);
  const parts = labels.map(([label, value]) => `${PLAIN_LABEL.test(label) ? label : `"${escapeValue(label)}"`}="${escapeValue(value)}"`);
  if (!plain) parts.unshift(`"${escapeValue(name)}"`);
  return parts.length === 0 ? name : `${plain ? name : ""}{${parts.join(",")}}`;
}
