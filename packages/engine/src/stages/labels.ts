/**
 * `stage.labels`: extracted values (or structured metadata) become labels. The pairs are resolved once; an entry follows
 * cached transitions of its label set. An empty text is set as an empty label, as in the original.
 */

import { goString } from "@sluice/languages/govalue";
import type { Entry } from "../base/entry.ts";
import type { Env, Out, Stage } from "../pipeline/stage.ts";
import { label, valuesRead } from "../pipeline/stage-flow.ts";
import { defineStage, type StageArgs } from "../pipeline/stage-spec.ts";
import { enumField, stringMapField } from "../schema/field.ts";
import { elsewhere, hasNoText, notSet, shown } from "./shared/explain-text.ts";
import { checkLabelsToSet, isLabelValue } from "./shared/label-text.ts";

const SOURCE_TYPES = [
  { value: "extracted", doc: "The extracted map." },
  { value: "structured_metadata", doc: "The entry's structured metadata; of a repeated name the first value counts." },
] as const;

export const labels = defineStage({
  name: "labels",
  summary: "Sets labels from extracted values.",
  words: ["rename", "add label", "promote", "index", "stream label", "tag"],
  rules: [
    "A key names the label; its value names what is read, and an empty value means the label's own name.",
    "A label whose source is missing, null, a list or an object is not changed.",
    "An existing label of the same name is overwritten.",
  ],
  category: "label",
  state: "none",
  fields: {
    values: stringMapField({
      names: "extracted",
      doc: "Label to set and the extracted value to read.",
      default: new Map(),
      example: '{ level = "", app = "application" }',
    }),
    source_type: enumField(SOURCE_TYPES, { doc: "Where the values are read.", default: "extracted" }),
  },
  check: checkLabelsToSet("labels"),
  examples: [
    {
      title: "A label from a parsed field",
      config: `stage.logfmt {
  mapping = { lvl = "level" }
}

stage.labels {
  values = { level = "lvl" }
}
`,
      input: [
        { line: "level=warn msg=slow", labels: { app: "shop" } },
        { line: "msg=quiet", labels: { app: "shop" } },
      ],
      output: [{ labels: { app: "shop", level: "warn" } }, { labels: { app: "shop" } }],
    },
    {
      title: "From structured metadata",
      config: `stage.labels {
  values      = { trace = "" }
  source_type = "structured_metadata"
}
`,
      input: [{ line: "x", structured_metadata: [["trace", "t1"]] }],
      output: [{ labels: { trace: "t1" }, structured_metadata: [["trace", "t1"]] }],
    },
  ],
  flow: ({ values, source_type }) => ({
    reads: valuesRead(values, source_type === "structured_metadata" ? "metadata" : "extracted"),
    sets: [...values.keys()].map((key) => label(key, { argument: "values", key })),
  }),
  create: (args, env): Stage => new LabelsStage(args, env),
});

class LabelsStage implements Stage {
  readonly #env: Env;
  readonly #names: readonly string[];
  readonly #sources: readonly string[];
  readonly #metadata: boolean;

  constructor(args: StageArgs<typeof labels>, env: Env) {
    this.#env = env;
    this.#names = [...args.values.keys()];
    this.#sources = [...args.values].map(([name, source]) => source || name);
    this.#metadata = args.source_type === "structured_metadata";
  }

  process(entry: Entry, out: Out): void {
    let set = entry.labels;
    for (let i = 0; i < this.#names.length; i++) {
      const source = this.#sources[i]!;
      const value = this.#metadata ? this.#readMetadata(entry, source) : this.#readExtracted(entry, source);
      if (value !== undefined) set = set.with(this.#names[i]!, value);
    }
    entry.labels = set;
    out.emit(entry);
  }

  #readExtracted(entry: Entry, source: string): string | undefined {
    const value = entry.extracted.get(source);
    const text = goString(value);
    if (text !== undefined) return this.#accept(source, text);
    if (value === undefined) {
      this.#env.note.trace?.({
        code: "source-missing",
        missed: true,
        text: `Left out: ${notSet(source, this.#env, entry)}`,
        evidence: { source },
      });
      return undefined;
    }
    this.#env.note.debug?.({
      code: "cannot-convert",
      missed: true,
      text: `Left out: ${hasNoText(source, value)}`,
      evidence: { source, value },
      message: "failed to convert extracted label value to string",
      fields: { err: `can't convert ${JSON.stringify(value)} to string` },
    });
    return undefined;
  }

  #readMetadata(entry: Entry, source: string): string | undefined {
    const found = entry.metadata.find(([name]) => name === source);
    if (found !== undefined) return this.#accept(source, found[1]);
    this.#env.note.trace?.({
      code: "source-missing",
      missed: true,
      text: `Left out: the structured metadata has no ${shown(source)}${elsewhere(source, entry, "metadata")}`,
      evidence: { source },
    });
    return undefined;
  }

  /** Loki and Prometheus take an empty label for none. */
  #noteEmpty(source: string): void {
    this.#env.note.trace?.({
      code: "empty-value",
      text: `Set an empty label: ${shown(source)} is empty, and Loki takes a label without a value for none`,
      evidence: { source },
    });
  }

  #accept(source: string, text: string): string | undefined {
    if (isLabelValue(text)) {
      if (text === "") this.#noteEmpty(source);
      return text;
    }
    this.#env.note.debug?.({
      code: "invalid-label-value",
      missed: true,
      text: `Left out: ${shown(source)} holds bytes that are not UTF-8`,
      evidence: { source, value: text },
      message: "invalid label value parsed",
      fields: { value: text },
    });
    return undefined;
  }
}
