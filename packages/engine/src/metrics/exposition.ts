/**
 * Metric families as text: the Prometheus text format 0.0.4. Names outside the classic alphabet are quoted, as Prometheus 3
 * reads them, or written with underscores for readers that did not ask for UTF-8 names. The reader's Accept header decides,
 * as in Prometheus's own client library.
 */

import { formatName, formatSeries, underscoreInSteps } from "./names.ts";
import { OPENMETRICS_CONTENT_TYPE, openMetricsLines } from "./openmetrics.ts";
import { formatSampleValue, type MetricFamily } from "./registry.ts";

/** The content type of `formatPrometheus`. */
const PROMETHEUS_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** The families as lines, each ended by a newline. */
export function formatPrometheus(families: readonly MetricFamily[]): string {
  let text = "";
  for (const line of prometheusLines(families)) text += line;
  return text;
}

function* prometheusLines(families: readonly MetricFamily[]): Generator<string, void> {
  for (const family of families) {
    const shown = formatName(family.name);
    const help = family.help.replace(/\\/g, "\\\\").replace(/\n/g, "\\n");
    yield `# HELP ${shown} ${help}\n# TYPE ${shown} ${family.type}\n`;
    for (const sample of family.samples)
      yield `${formatSeries(family.name + sample.suffix, sample.labels)} ${formatSampleValue(sample.value)}\n`;
  }
}

/** How a reader gets the metrics. */
export interface Exposition {
  readonly contentType: string;
  /** The text in pieces, since as a whole it can be longer than any text may be. Empty ones are only stops. */
  pieces(families: readonly MetricFamily[]): Generator<string, void>;
}

/**
 * The exposition for an HTTP Accept header: OpenMetrics 1.0 if it is requested with the highest weight, else the Prometheus
 * text format; quoted UTF-8 names only for a reader that sends `escaping=allow-utf-8`.
 */
export function chooseExposition(accept: string | undefined): Exposition {
  for (const { type, parameters } of parseAccept(accept ?? "")) {
    const version = parameters.get("version") ?? "";
    const utf8 = parameters.get("escaping") === "allow-utf-8";
    if (type === "application/openmetrics-text" && ["", "0.0.1", "1.0.0"].includes(version)) {
      return exposition(OPENMETRICS_CONTENT_TYPE, openMetricsLines, utf8);
    }
    if (type === "text/plain" && ["", "0.0.4"].includes(version)) {
      return exposition(PROMETHEUS_CONTENT_TYPE, prometheusLines, utf8);
    }
  }
  return exposition(PROMETHEUS_CONTENT_TYPE, prometheusLines, false);
}

function exposition(contentType: string, lines: Exposition["pieces"], utf8: boolean): Exposition {
  return {
    contentType: `${contentType}; escaping=${utf8 ? "allow-utf-8" : "underscores"}`,
    *pieces(families) {
      let shown = families;
      if (!utf8) {
        const work = underscoreInSteps(families);
        let step = work.next();
        for (; !step.done; step = work.next()) yield "";
        shown = step.value;
      }
      yield* lines(shown);
    },
  };
}

interface AcceptedType {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly weight: number;
}

/** Accept headers are short; what is longer is not read. */
const MAX_ACCEPT = 4096;

/** The types of an Accept header, best first; equal weights keep their order. */
function parseAccept(accept: string): AcceptedType[] {
  const types = accept
    .slice(0, MAX_ACCEPT)
    .split(",")
    .map((part) => {
      const [type = "", ...rest] = part.split(";").map((piece) => piece.trim());
      const parameters = new Map(
        rest.map((piece) => {
          const [name = "", value = ""] = piece.split("=", 2).map((side) => side.trim());
          return [name.toLowerCase(), value.replace(/^"(.*)"$/, "$1")] as const;
        }),
      );
      const weight = parameters.has("q") ? Number(parameters.get("q")) : 1;
      return { type: type.toLowerCase(), parameters, weight: Number.isFinite(weight) ? weight : 0 };
    });
  return types.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
}
