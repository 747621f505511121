/**
 * Deliberate differences from Alloy that a configuration shows: each is reported when the configuration is exported. Every
 * sentence of the reference about Alloy belongs to one of them, or is in `NOT_TOLD` with the reason; a test finds the others.
 * Specs report names and components that Alloy lacks (`notInAlloy`, `alias`).
 */

import type { ComponentSpec } from "../../components/component-spec.ts";
import { logsSourceFile } from "../../components/sources/source-file.ts";
import { logsSourceSyslog } from "../../components/sources/source-syslog.ts";
import { metricPrefix } from "../../pipeline/stage.ts";
import { allStages, type StageNode } from "../../pipeline/stage-spec.ts";
import { argsBy } from "../../schema/args-by.ts";
import { blockAt } from "../../schema/decoded-blocks.ts";
import type { ArgsOf, Blocks, Fields } from "../../schema/field.ts";
import { logfmt } from "../../stages/logfmt.ts";
import { metrics } from "../../stages/metrics/metrics.ts";
import { template } from "../../stages/template.ts";
import type { BlockStatement } from "../../syntax/ast.ts";
import { componentBlocks } from "../graph/graph.ts";
import type { OpenedDocument } from "../open-document.ts";
import { type ExportNote, sentence } from "./export-note.ts";

export interface AlloyDifference {
  readonly id: string;
  /** What the reference says of it, in part. */
  readonly documented: readonly string[];
  find(document: OpenedDocument): Iterable<ExportNote>;
}

/** The components of one kind, with their arguments and blocks. */
function* componentsOf<F extends Fields, B extends Blocks>(
  { components, file }: OpenedDocument,
  spec: ComponentSpec<F, B>,
): Generator<{ args: ArgsOf<F, B>; block: BlockStatement; title: string }> {
  const blocks = new Map(componentBlocks(file).map(({ id, block }) => [id, block]));
  for (const component of components) {
    const block = blocks.get(component.id);
    const args = argsBy(spec, component);
    if (args !== undefined && block !== undefined)
      yield { args, block, title: `${block.name} ${JSON.stringify(block.label)}` };
  }
}

const attributeOf = (block: BlockStatement, name: string) => block.body.find((one) => one.name === name);
const WILDCARD = /[*?]/;

const paths: AlloyDifference = {
  id: "paths-with-wildcards",
  documented: [
    "Alloy reads plain paths here and finds files with local.file_match",
    "Alloy does so with `enabled` only, Sluice always",
    "Whether Alloy looks paths up; without it, Alloy takes them literally",
  ],
  *find(document) {
    for (const { args, block, title } of componentsOf(document, logsSourceFile)) {
      if (args.file_match.args.enabled) continue;
      const found = args.targets
        .flatMap((target) => target.get("__path__") ?? [])
        .filter((path) => WILDCARD.test(path));
      if (found.length === 0) continue;
      const which = `${JSON.stringify(found[0])}${found.length === 1 ? "" : ` and ${found.length - 1} more`}`;
      yield {
        kind: "differs",
        what: `paths of ${title}`,
        why: `Sluice finds the files that match ${which}; Alloy takes a path literally and reads none of them. Add file_match { enabled = true }, or take the targets from local.file_match.`,
        span: (attributeOf(block, "targets") ?? block).span,
      };
    }
  },
};

const years: AlloyDifference = {
  id: "times-without-a-year",
  documented: ["Without it, such a message gets its time of arrival; in Alloy it gets the year 0"],
  *find(document) {
    for (const { args, block, title } of componentsOf(document, logsSourceSyslog)) {
      for (const one of args.listener) {
        const listener = one.args;
        if (listener.syslog_format !== "rfc3164" || !listener.use_incoming_timestamp) continue;
        if (listener.rfc3164_default_to_current_year) continue;
        const own = blockAt(block.body, one);
        yield {
          kind: "differs",
          what: `times of ${title}`,
          why: "Times of RFC 3164 have no year: Sluice gives such a message its time of arrival, and Alloy gives it the year 0. Set rfc3164_default_to_current_year = true.",
          span: (attributeOf(own, "use_incoming_timestamp") ?? own).span,
        };
      }
    }
  },
};

/** The metrics of a `stage.metrics`, each with its place. */
function metricsOf(stage: StageNode) {
  const args = argsBy(metrics, stage);
  if (args === undefined) return [];
  return (["metric.counter", "metric.gauge", "metric.histogram"] as const).flatMap((kind) =>
    args[kind].map(({ args: own }) => ({ kind, own })),
  );
}

const isMetrics = ({ spec }: StageNode): boolean => spec.name === metrics.name;

const metricNames: AlloyDifference = {
  id: "names-of-metrics",
  documented: ["`logs_process_custom_` (`loki_process_custom_` in Alloy's dialect)"],
  *find({ pipelines }) {
    for (const { dialect, stages } of pipelines) {
      if (dialect !== "logs") continue;
      for (const stage of allStages(stages)) {
        const named = isMetrics(stage) ? metricsOf(stage).filter(({ own }) => own.prefix === "") : [];
        if (named.length === 0) continue;
        const name = named[0]!.own.name;
        yield {
          kind: "differs",
          what: `names of ${named.length === 1 ? "a metric" : `${named.length} metrics`}`,
          why: `${metricPrefix("logs")}custom_${name} is ${metricPrefix("loki")}custom_${name} in Alloy. Set prefix, or change the name in dashboards and alerts.`,
          span: stage.span,
        };
      }
    }
  },
};

const collidingMetrics: AlloyDifference = {
  id: "metrics-of-one-name",
  documented: ["In Alloy every scrape fails then"],
  *find({ pipelines }) {
    const first = new Map<string, string>();
    for (const { dialect, stages } of pipelines) {
      for (const stage of allStages(stages)) {
        if (!isMetrics(stage)) continue;
        for (const { kind, own } of metricsOf(stage)) {
          const name = (own.prefix || `${metricPrefix(dialect)}custom_`) + own.name;
          const is = `${kind} ${own.description}`;
          if ((first.get(name) ?? is) === is) first.set(name, is);
          else
            yield {
              kind: "differs",
              what: `the metric ${name}`,
              why: "Another metric of this name has another kind or description. Sluice shows one of them; in Alloy every scrape fails then. Rename one of them.",
              span: stage.span,
            };
        }
      }
    }
  },
};

const booleans: AlloyDifference = {
  id: "booleans-of-logfmt",
  documented: ["In Alloy all values are texts, so that a metric does not count a boolean"],
  *find({ pipelines }) {
    for (const { stages } of pipelines) {
      const read = new Set<string>();
      for (const stage of allStages(stages)) {
        for (const name of argsBy(logfmt, stage)?.mapping.keys() ?? []) read.add(name);
        // A template that all entries pass makes a text of any value.
        if (stages.includes(stage)) read.delete(argsBy(template, stage)?.source ?? "");
        if (isMetrics(stage)) {
          const sources = metricsOf(stage).filter(({ own, kind }) => {
            const counts = "action" in own ? ["add", "sub", "set"].includes(own.action) : kind === "metric.histogram";
            return counts && read.has(own.source || own.name);
          });
          if (sources.length === 0) continue;
          const name = sources[0]!.own.source || sources[0]!.own.name;
          yield {
            kind: "differs",
            what: `the metric ${sources[0]!.own.name}`,
            why: `Where ${JSON.stringify(name)} is true or false, Sluice counts 1 or 0, and Alloy counts nothing. Numbers count alike.`,
            span: stage.span,
          };
        }
      }
    }
  },
};

/** What warnings say of a configuration that does something else in Alloy, by their code. */
const WARNED: Readonly<Record<string, { readonly what: string; readonly documented: readonly string[] }>> = {
  "differs-in-alloy": {
    what: "another name in Alloy",
    documented: [
      "a name that its documentation promises and Alloy does not have",
      "so that the pipeline does the same in Alloy",
    ],
  },
  "pattern-taken-literally": {
    what: "a pattern of files",
    documented: ["Alloy also reads `{a,b}` and `[ab]` as patterns; Sluice takes them literally"],
  },
  "buckets-not-rising": { what: "the buckets of a histogram", documented: ["Alloy crashes on the first one"] },
};

const warned: AlloyDifference = {
  id: "told-by-a-warning",
  documented: Object.values(WARNED).flatMap(({ documented }) => documented),
  *find({ diagnostics }) {
    for (const { code, message, span } of diagnostics) {
      const known = Object.hasOwn(WARNED, code) ? WARNED[code] : undefined;
      if (known !== undefined) yield { kind: "differs", what: known.what, why: sentence(message), span };
    }
  },
};

export const ALLOY_DIFFERENCES: readonly AlloyDifference[] = [
  paths,
  years,
  metricNames,
  collidingMetrics,
  booleans,
  warned,
];

/** Sentences of the reference about Alloy that an export does not report, with the reason. */
export const NOT_TOLD: Readonly<Record<string, string>> = {
  "Alloy has no such argument": "such an argument is left out, with a note",
  "Alloy takes it only with `--stability.level=": "a note names the level that the target's release asks for",
  "Whether Alloy accepts HTTP/2 without TLS": "the configuration says it, so Alloy does it",
  "Also in Alloy, not supported yet": "the configuration says it, so Alloy does it",
  "Only in Alloy: here the log goes to standard error": "the configuration says it, so Alloy does it",
  "as in Alloy": "both do the same",
  "What is accepted is what Alloy accepts": "both do the same",
  "in Alloy, those of its machine or image": "which zones differ between two machines cannot be known here",
};
