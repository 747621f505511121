/**
 * `stage.structured_metadata`: extracted values and labels become structured metadata. Extracted values come first, so a
 * label of the same source wins; labels that were taken leave the label set. An existing name is replaced in place.
 */

import { goString } from "@sluice/languages/govalue";
import type { Regex } from "@sluice/languages/re2";
import type { Entry, MetadataPair } from "../base/entry.ts";
import type { ExtractedValue } from "../base/extracted.ts";
import type { Env, Out, Stage } from "../pipeline/stage.ts";
import { label, metadata, valuesRead } from "../pipeline/stage-flow.ts";
import { defineStage, type StageArgs } from "../pipeline/stage-spec.ts";
import { regexField, stringMapField } from "../schema/field.ts";
import { hasNoText, shown } from "./shared/explain-text.ts";
import { isLabelName, isLabelValue } from "./shared/label-text.ts";

export const structuredMetadata = defineStage({
  name: "structured_metadata",
  summary: "Adds structured metadata from extracted values and labels.",
  words: ["trace id", "high cardinality", "attributes", "user id", "span", "rename"],
  rules: [
    "A key names the metadata; its value names what is read, and an empty value means the same name.",
    "A label of that name is taken too, over an extracted value, and leaves the label set.",
    "With `regex`, every extracted value and every remaining label whose name matches is taken as well.",
    "Metadata of a name that is there already is replaced.",
  ],
  category: "label",
  state: "none",
  fields: {
    values: stringMapField({
      names: "extracted",
      doc: "Name of the metadata and the extracted value or label to read.",
      default: new Map(),
      example: '{ trace_id = "" }',
    }),
    regex: regexField({
      over: "names",
      doc: "RE2 expression for names of extracted values and labels to take; it is not anchored.",
      default: "",
      example: '"^k8s_"',
    }),
  },
  check(args, report) {
    for (const name of args.values.keys()) {
      if (!isLabelName(name)) report.error("invalid-label-name", `invalid label name: ${name}`, "values");
    }
    if (args.values.size === 0 && args.regex.text === "") {
      report.warning("values-empty", "stage.structured_metadata without values and regex adds nothing");
    }
  },
  examples: [
    {
      title: "Trace ids from JSON",
      config: `stage.json {
  expressions = { trace_id = "" }
}

stage.structured_metadata {
  values = { trace_id = "" }
}
`,
      input: [{ line: '{"trace_id":"t1"}' }],
      output: [{ structured_metadata: [["trace_id", "t1"]] }],
    },
    {
      title: "Labels with many values move to metadata",
      config: `stage.structured_metadata {
  values = { pod = "" }
  regex  = "^k8s_"
}
`,
      input: [{ line: "a", labels: { app: "shop", k8s_node: "n1", pod: "shop-1" } }],
      output: [
        {
          labels: { app: "shop" },
          structured_metadata: [
            ["pod", "shop-1"],
            ["k8s_node", "n1"],
          ],
        },
      ],
    },
  ],
  flow: ({ values, regex }) => ({
    reads: [...valuesRead(values, "extracted"), ...valuesRead(values, "label")],
    sets: [...values.keys()].map((key) => metadata(key, { argument: "values", key })),
    removes: [...values].map(([key, name]) => label(name || key, { argument: "values", key })),
    readsAny: regex.text === "" ? undefined : ["extracted", "label"],
    setsAny: regex.text === "" ? undefined : ["label", "metadata"],
  }),
  create: (args, env): Stage => new StructuredMetadataStage(args, env),
});

class StructuredMetadataStage implements Stage {
  readonly #env: Env;
  /** Names of metadata with what each reads. */
  readonly #pairs: readonly MetadataPair[];
  readonly #regex: Regex | undefined;

  constructor(args: StageArgs<typeof structuredMetadata>, env: Env) {
    this.#env = env;
    this.#pairs = [...args.values].map(([name, source]) => [name, source || name]);
    this.#regex = args.regex.ifGiven;
  }

  process(entry: Entry, out: Out): void {
    if (this.#env.note.trace !== undefined) this.#noteMissing(entry);
    const taken: MetadataPair[] = [];
    this.#takeExtracted(entry, taken);
    this.#takeLabels(entry, taken);
    if (taken.length > 0) entry.metadata = merge(entry.metadata, taken);
    else if (this.#env.note.trace !== undefined) this.#noteNoMatch(entry);
    out.emit(entry);
  }

  /**
   * Asked before anything is taken, since labels that are taken go. Entries of one log differ in what they have: only one that
   * has nothing of it is missed.
   */
  #noteMissing({ extracted, labels }: Entry): void {
    const isMissing = (source: string) => !extracted.has(source) && !labels.has(source);
    const missed = this.#pairs.every(([, source]) => isMissing(source));
    for (const [name, source] of this.#pairs) {
      if (!isMissing(source)) continue;
      this.#env.note.trace?.({
        code: "source-missing",
        missed,
        text: `Left out: ${shown(source)} is neither an extracted value nor a label`,
        evidence: { name, source },
      });
    }
  }

  #noteNoMatch({ extracted, labels }: Entry): void {
    const regex = this.#regex;
    if (regex === undefined) return;
    for (const name of extracted.names()) if (regex.test(name)) return;
    for (const [name] of labels) if (regex.test(name)) return;
    this.#env.note.trace?.({
      code: "no-match",
      missed: true,
      text: `Unchanged: no extracted value and no label has a name that matches ${shown(regex.pattern)}`,
      evidence: { expression: regex.pattern },
    });
  }

  #takeExtracted(entry: Entry, taken: MetadataPair[]): void {
    for (const [name, source] of this.#pairs) {
      const value = entry.extracted.get(source);
      if (value !== undefined) this.#takeValue(name, value, taken);
    }
    if (this.#regex === undefined) return;
    for (const [name, value] of entry.extracted) if (this.#regex.test(name)) this.#takeValue(name, value, taken);
  }

  #takeValue(name: string, value: ExtractedValue, taken: MetadataPair[]): void {
    const text = goString(value);
    if (text !== undefined && isLabelValue(text)) {
      taken.push([name, text]);
      return;
    }
    this.#env.note.debug?.({
      code: text === undefined ? "cannot-convert" : "invalid-label-value",
      missed: true,
      text: `Left out: ${text === undefined ? hasNoText(name, value) : `${shown(name)} holds bytes that are not UTF-8`}`,
      evidence: { name, value },
      message: text === undefined ? "failed to convert extracted label value to string" : "invalid label value parsed",
      fields: { name, value },
    });
  }

  #takeLabels(entry: Entry, taken: MetadataPair[]): void {
    let rest = entry.labels;
    for (const [name, source] of this.#pairs) {
      const value = entry.labels.get(source);
      if (value === undefined) continue;
      taken.push([name, value]);
      rest = rest.without(source);
    }
    if (this.#regex !== undefined) {
      for (const [name, value] of rest) {
        if (!this.#regex.test(name)) continue;
        taken.push([name, value]);
        rest = rest.without(name);
      }
    }
    entry.labels = rest;
  }
}

/** `metadata` with each of `taken` at the place of the first pair of its name, or after the others. */
function merge(metadata: readonly MetadataPair[], taken: readonly MetadataPair[]): readonly MetadataPair[] {
  if (metadata.length === 0 && taken.length === 1) return taken;
  const merged = metadata.slice();
  for (const pair of taken) {
    let at = 0;
    while (at < merged.length && merged[at]![0] !== pair[0]) at++;
    merged[at] = pair;
  }
  return merged;
}
