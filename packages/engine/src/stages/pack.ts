/**
 * `stage.pack`: wraps the line and chosen values into a JSON object. The keys are laid out once, in the order of their
 * bytes; only values are escaped for each entry. Packed values come from the extracted map, which holds the labels that an
 * entry came in with; labels set on the way are not in it, as in the original.
 */

import { compareBytes, formatRfc3339 } from "@sluice/languages/base";
import { goString } from "@sluice/languages/govalue";
import { encodeGoString } from "@sluice/languages/json";
import type { Entry } from "../base/entry.ts";
import type { ExtractedValue } from "../base/extracted.ts";
import type { Env, Out, Stage } from "../pipeline/stage.ts";
import { extractedValue, label } from "../pipeline/stage-flow.ts";
import { defineStage, type StageArgs } from "../pipeline/stage-spec.ts";
import { boolField, stringListField } from "../schema/field.ts";
import { elsewhere, hasNoText, shown } from "./shared/explain-text.ts";

export const pack = defineStage({
  name: "pack",
  summary: "Wraps the line and chosen extracted values and labels into a JSON object.",
  words: ["wrap", "embed labels", "bundle", "fewer streams", "encode"],
  rules: [
    "The line is stored under `_entry`, after the packed values in the order of their names.",
    "Values are read from the extracted map, which also holds the labels that the entry came in with; a label set by a stage on the way is not packed.",
    "A packed label leaves the label set.",
    "Missing values, null, lists and objects are left out.",
    "With `ingest_timestamp` the entry's time becomes the current time.",
  ],
  category: "transform",
  state: "none",
  fields: {
    labels: stringListField({
      names: "extracted",
      doc: "Extracted values and labels to pack.",
      required: true,
      example: '["pod", "container"]',
    }),
    ingest_timestamp: boolField({ doc: "Set the entry's time to the current time.", default: true }),
  },
  examples: [
    {
      title: "Labels with many values move into the line",
      config: `stage.pack {
  labels           = ["pod", "container"]
  ingest_timestamp = false
}
`,
      input: [{ line: "started", labels: { app: "shop", pod: "shop-7f9", container: "web" } }],
      output: [{ line: '{"container":"web","pod":"shop-7f9","_entry":"started"}', labels: { app: "shop" } }],
    },
    {
      title: "Extracted values, and the current time",
      config: `stage.pack {
  labels = ["user", "n"]
}
`,
      now: "2024-03-10T12:00:00Z",
      input: [{ line: 'say "hi"', extracted: { user: "ann", n: 5 }, timestamp: "2020-01-01T00:00:00Z" }],
      output: [{ line: '{"n":"5","user":"ann","_entry":"say \\"hi\\""}', timestamp: "2024-03-10T12:00:00Z" }],
    },
  ],
  flow: ({ labels, ingest_timestamp }) => ({
    reads: labels.flatMap((name) => [
      extractedValue(name, { argument: "labels", optional: true }),
      label(name, { argument: "labels", optional: true }),
    ]),
    removes: labels.map((name) => label(name, { argument: "labels" })),
    setsLine: true,
    setsTime: ingest_timestamp ? "to now" : undefined,
  }),
  create: (args, env): Stage => new PackStage(args, env),
});

class PackStage implements Stage {
  readonly #env: Env;
  readonly #names: readonly string[];
  /** `"name":`, for each name. */
  readonly #keys: readonly string[];
  readonly #ingest: boolean;

  constructor(args: StageArgs<typeof pack>, env: Env) {
    this.#env = env;
    this.#names = [...new Set(args.labels)].sort(compareBytes);
    this.#keys = this.#names.map((name) => `${encodeGoString(name)}:`);
    this.#ingest = args.ingest_timestamp;
  }

  process(entry: Entry, out: Out): void {
    let packed = "{";
    let { labels } = entry;
    for (let i = 0; i < this.#names.length; i++) {
      const name = this.#names[i]!;
      const value = entry.extracted.get(name);
      const text = goString(value);
      if (text === undefined) {
        this.#leaveOut(entry, name, value);
        continue;
      }
      packed += `${this.#keys[i]}${encodeGoString(text)},`;
      labels = labels.without(name);
    }
    entry.line = `${packed}"_entry":${encodeGoString(entry.line)}}`;
    entry.labels = labels;
    if (this.#ingest) this.#setTime(entry);
    out.emit(entry);
  }

  #setTime(entry: Entry): void {
    const now = this.#env.clock.now();
    if (entry.timestamp !== now) {
      this.#env.note.trace?.({
        code: "time-overwritten",
        text: `Timestamp set to ${formatRfc3339(now)}, the current time, since \`ingest_timestamp\` is true`,
        evidence: { before: formatRfc3339(entry.timestamp) },
      });
    }
    entry.timestamp = now;
  }

  #leaveOut(entry: Entry, name: string, value: ExtractedValue | undefined): void {
    if (value === undefined) {
      this.#env.note.trace?.({
        code: "source-missing",
        missed: true,
        text: `Left out: ${shown(name)} is not in the extracted map${elsewhere(name, entry, "extracted")}`,
        evidence: { name },
      });
      return;
    }
    this.#env.note.debug?.({
      code: "cannot-convert",
      missed: true,
      text: `Left out: ${hasNoText(name, value)}`,
      evidence: { name },
      message: "value cannot be converted to a string and cannot be packed",
      fields: { key: name, err: `can't convert ${JSON.stringify(value)} to string` },
    });
  }
}
