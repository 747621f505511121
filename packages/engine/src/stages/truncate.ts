/**
 * `stage.truncate`: cuts what is too long: the line, labels, structured metadata or extracted texts. Rules run in their
 * order, and each one that cuts notes it in the extracted value `truncated`, so that several rules and stages add up.
 */

import { compareBytes, truncateUtf8, utf8Length } from "@sluice/languages/base";
import { goString } from "@sluice/languages/govalue";
import type { Entry } from "../base/entry.ts";
import { type Env, metricPrefix, type Out, type Stage, type StageCounters } from "../pipeline/stage.ts";
import { extractedValue } from "../pipeline/stage-flow.ts";
import { defineStage, type StageArgs } from "../pipeline/stage-spec.ts";
import { block, bytesField, enumField, stringField, stringListField } from "../schema/field.ts";
import { shown } from "./shared/explain-text.ts";

const SOURCE_TYPES = [
  { value: "line", doc: "The line." },
  { value: "label", doc: "Labels." },
  { value: "structured_metadata", doc: "Structured metadata." },
  { value: "extracted", doc: "Extracted values that are texts." },
] as const;

type SourceType = (typeof SOURCE_TYPES)[number]["value"];

/** The extracted value that lists what was cut. */
const TRUNCATED = "truncated";

export const truncate = defineStage({
  name: "truncate",
  summary: "Cuts lines, labels, structured metadata and extracted values to a size.",
  words: ["cut", "shorten", "max length", "long lines", "limit size", "trim"],
  rules: [
    "A value longer than `limit` minus the suffix is cut to that length and gets the suffix, so that the result has at most `limit` bytes.",
    "Bytes of UTF-8 are counted; a character that is cut in the middle leaves a replacement character.",
    "Rules run in order, each on the result of those before it.",
    "The extracted value `truncated` lists the kinds of place that were cut, sorted and separated by commas.",
    "Each cut is counted in `logs_process_truncated_fields_total` under the kind of place; where `sources` names a label or an extracted value twice, a cut that adds a suffix counts twice.",
  ],
  category: "transform",
  state: "none",
  fields: {},
  blocks: {
    rule: block({
      doc: "What to cut, and to which size.",
      occurs: "at-least-one",
      fields: {
        limit: bytesField({
          doc: "Maximum size of a value, suffix included.",
          required: true,
          example: '"8KB"',
          unit: "bytes",
        }),
        suffix: stringField({
          holds: "text",
          doc: "Text added to what was cut; shorter than the limit.",
          default: "",
          example: '"..."',
        }),
        source_type: enumField(SOURCE_TYPES, { doc: "What is cut.", default: "line" }),
        sources: stringListField({
          names: "extracted",
          doc: "Names of what is cut; all when empty. Not with `line`.",
          default: [],
          example: '["message"]',
        }),
      },
      check(args, report) {
        if (args.limit <= 0) report.error("limit-not-positive", "limit must be greater than zero", "limit");
        else if (args.source_type === "line" && args.sources.length > 0) {
          report.error("sources-for-line", "sources cannot be set when source_type is 'line'", "sources");
        } else if (args.suffix !== "" && utf8Length(args.suffix) >= args.limit) {
          report.error("suffix-too-long", "suffix length cannot be greater than or equal to limit", "suffix");
        }
      },
    }),
  },
  examples: [
    {
      title: "Long lines",
      config: `stage.truncate {
  rule {
    limit  = "12B"
    suffix = "..."
  }
}
`,
      input: [{ line: "a line that is too long" }, { line: "short" }],
      output: [{ line: "a line th...", extracted: { truncated: "line" } }, { line: "short" }],
    },
    {
      title: "Labels and metadata",
      config: `stage.truncate {
  rule {
    limit       = "4B"
    source_type = "label"
    sources     = ["app"]
  }

  rule {
    limit       = "3B"
    source_type = "structured_metadata"
  }
}
`,
      input: [
        { line: "x", labels: { app: "storefront", env: "production" }, structured_metadata: [["trace", "abcdef"]] },
      ],
      output: [
        {
          labels: { app: "stor", env: "production" },
          structured_metadata: [["trace", "abc"]],
          extracted: { truncated: "label,structured_metadata" },
        },
      ],
    },
  ],
  flow: ({ rule }) => {
    const cut = rule.flatMap(({ args: { source_type, sources }, index }) =>
      source_type === "line"
        ? []
        : [{ kind: source_type === "structured_metadata" ? ("metadata" as const) : source_type, sources, index }],
    );
    const all = cut.filter(({ sources }) => sources.length === 0).map(({ kind }) => kind);
    const named = cut.flatMap(({ kind, sources, index }) =>
      sources.map((name) => ({ kind, name, argument: "sources", block: index, optional: true })),
    );
    return {
      setsLine: rule.some(({ args: { source_type } }) => source_type === "line"),
      reads: named,
      sets: [...named.map(({ kind, name }) => ({ kind, name })), extractedValue(TRUNCATED)],
      readsAny: all,
      setsAny: all,
    };
  },
  create: (args, env): Stage => new TruncateStage(args, env),
});

interface Rule {
  readonly type: SourceType;
  /** Bytes that remain of what is cut. */
  readonly limit: number;
  readonly suffix: string;
  /**
   * Undefined: all. A label or an extracted value that is named twice is processed twice, and counted twice if the suffix
   * makes it too long again, as in the original.
   */
  readonly sources: readonly string[] | undefined;
}

class TruncateStage implements Stage {
  readonly #env: Env;
  readonly #rules: readonly Rule[];
  readonly #counters: StageCounters;

  constructor(args: StageArgs<typeof truncate>, env: Env) {
    this.#env = env;
    this.#rules = args.rule.map(({ args: { limit, suffix, source_type, sources } }) => ({
      type: source_type,
      limit: limit - utf8Length(suffix),
      suffix,
      sources: sources.length === 0 ? undefined : sources,
    }));
    this.#counters = env.metrics.counter(
      `${metricPrefix(env.dialect)}truncated_fields_total`,
      "A count of all log lines, labels, extracted values, or structured_metadata truncated as a result of a pipeline stage",
      ["field"],
    );
  }

  process(entry: Entry, out: Out): void {
    let cut: Set<string> | undefined;
    for (const rule of this.#rules) {
      if (this.#apply(rule, entry)) {
        cut ??= new Set();
        cut.add(rule.type);
      }
      if (cut !== undefined) listKinds(entry, cut);
    }
    if (cut === undefined) this.#env.note.trace?.({ code: "short-enough", text: "Unchanged: nothing is too long" });
    out.emit(entry);
  }

  #apply(rule: Rule, entry: Entry): boolean {
    switch (rule.type) {
      case "line":
        return this.#cutLine(rule, entry);
      case "label":
        return this.#cutLabels(rule, entry);
      case "structured_metadata":
        return this.#cutMetadata(rule, entry);
      case "extracted":
        return this.#cutExtracted(rule, entry);
    }
  }

  #cutLine(rule: Rule, entry: Entry): boolean {
    const cut = this.#cut(rule, entry.line, "line");
    if (cut === undefined) return false;
    entry.line = cut;
    return true;
  }

  #cutLabels(rule: Rule, entry: Entry): boolean {
    let changed = false;
    if (rule.sources === undefined) {
      for (const [name, value] of entry.labels) if (this.#cutLabel(rule, entry, name, value)) changed = true;
    } else {
      for (const name of rule.sources)
        if (this.#cutLabel(rule, entry, name, entry.labels.get(name) ?? "")) changed = true;
    }
    return changed;
  }

  #cutLabel(rule: Rule, entry: Entry, name: string, value: string): boolean {
    const cut = this.#cut(rule, value, name);
    if (cut === undefined) return false;
    entry.labels = entry.labels.with(name, cut);
    return true;
  }

  #cutMetadata(rule: Rule, entry: Entry): boolean {
    let changed = false;
    const metadata = entry.metadata.map((pair) => {
      if (rule.sources?.includes(pair[0]) === false) return pair;
      const cut = this.#cut(rule, pair[1], pair[0]);
      if (cut === undefined) return pair;
      changed = true;
      return [pair[0], cut] as const;
    });
    if (changed) entry.metadata = metadata;
    return changed;
  }

  #cutExtracted(rule: Rule, entry: Entry): boolean {
    const { extracted } = entry;
    let changed = false;
    for (const name of rule.sources ?? extracted.names()) {
      if (!extracted.isText(name)) continue;
      const cut = this.#cut(rule, goString(extracted.get(name))!, name);
      if (cut === undefined) continue;
      extracted.set(name, cut);
      changed = true;
    }
    return changed;
  }

  /** The shorter text; undefined when `text` is short enough. Counts. */
  #cut(rule: Rule, text: string, name: string): string | undefined {
    if (text.length * 3 <= rule.limit) return undefined;
    const bytes = utf8Length(text);
    if (bytes <= rule.limit) return undefined;
    this.#counters.with(rule.type).inc();
    this.#env.note.debug?.({
      code: "truncated",
      text: `Cut ${PLACES[rule.type]}${rule.type === "line" ? "" : ` ${shown(name)}`} from ${bytes} bytes to ${rule.limit}`,
      evidence: { name, bytes, limit: rule.limit },
      message: `${rule.type} has been truncated`,
      fields: { limit: rule.limit, name },
    });
    return truncateUtf8(text, rule.limit) + rule.suffix;
  }
}

const PLACES: Readonly<Record<SourceType, string>> = {
  line: "the line",
  label: "the label",
  structured_metadata: "the structured metadata",
  extracted: "the extracted value",
};

/** Adds the kinds to those that the extracted value lists already. */
function listKinds(entry: Entry, cut: Set<string>): void {
  const { extracted } = entry;
  if (extracted.isText(TRUNCATED)) for (const kind of goString(extracted.get(TRUNCATED))!.split(",")) cut.add(kind);
  extracted.set(TRUNCATED, [...cut].sort(compareBytes).join(","));
}
