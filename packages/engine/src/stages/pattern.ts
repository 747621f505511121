/**
 * `stage.pattern`: captures of Loki's pattern language become extracted values. Captures after a literal that is missing
 * stay unset; only when all were reached are they laid out as one group.
 */

import type { Pattern } from "@sluice/languages/pattern";
import type { Entry } from "../base/entry.ts";
import { NameGroup } from "../base/extracted.ts";
import type { Env, Out, Stage } from "../pipeline/stage.ts";
import { readOrMissed } from "../pipeline/stage-coverage.ts";
import { capturesSet, sourceRead } from "../pipeline/stage-flow.ts";
import { defineStage, type StageArgs } from "../pipeline/stage-spec.ts";
import { boolField, patternField, stringField } from "../schema/field.ts";
import { shown } from "./shared/explain-text.ts";
import { isLabelValue, noteInvalidCapture } from "./shared/label-text.ts";
import { readSource } from "./shared/source-text.ts";
import { patternStop } from "./shared/stops.ts";

export const pattern = defineStage({
  name: "pattern",
  summary: "Extracts values with a pattern of literal text and captures such as `<ip>`.",
  words: ["parse", "grok", "dissect", "extract fields", "access log"],
  rules: [
    "`<name>` captures up to the first occurrence of the literal after it; `<_>` matches without capturing.",
    "A pattern that begins with a literal must match from the start of the text; what follows the last literal is ignored.",
    "When a literal is missing, the capture before it takes the rest, and later ones are not set.",
    "With `labels_from_groups`, each capture also sets the label of its name, over an existing one.",
    "An empty text never matches.",
  ],
  category: "parse",
  state: "none",
  fields: {
    pattern: patternField({
      doc: "Pattern with at least one named capture.",
      required: true,
      example: '"<ip> - <user> [<_>] <status>"',
    }),
    source: stringField({
      names: "extracted",
      doc: "Extracted value to match; without it the line is matched.",
      example: '"message"',
    }),
    labels_from_groups: boolField({ doc: "Also set each named capture as a label.", default: false }),
  },
  check(args, report) {
    if (args.pattern.text === "") report.error("empty-pattern", "pattern is required", "pattern");
    if (args.source === "") report.error("empty-source", "empty source", "source");
  },
  examples: [
    {
      title: "An access log",
      config: `stage.pattern {
  pattern = "<ip> - <_> [<_>] \\"<method> <path> <_>\\" <status> <_>"
}
`,
      input: [{ line: '203.0.113.7 - - [10/Mar/2024:12:00:00 +0000] "GET /cart HTTP/1.1" 200 512' }],
      output: [{ extracted: { ip: "203.0.113.7", method: "GET", path: "/cart", status: "200" } }],
    },
    {
      title: "Captures as labels",
      config: `stage.pattern {
  pattern            = "level=<level> <_>"
  labels_from_groups = true
}
`,
      input: [{ line: "level=warn disk full" }, { line: "no match" }],
      output: [{ labels: { level: "warn" } }, { labels: {} }],
    },
  ],
  flow: ({ pattern, source, labels_from_groups }) => ({
    reads: sourceRead(source),
    sets: capturesSet(pattern.compiled.names, "pattern", labels_from_groups),
  }),
  coverage: () => readOrMissed("matched"),
  create: (args, env): Stage => new PatternStage(args, env),
});

class PatternStage implements Stage {
  readonly #env: Env;
  readonly #text: string;
  readonly #pattern: Pattern;
  readonly #group: NameGroup;
  readonly #source: string | undefined;
  readonly #labels: boolean;

  constructor(args: StageArgs<typeof pattern>, env: Env) {
    this.#env = env;
    this.#text = args.pattern.text;
    this.#pattern = args.pattern.compiled;
    this.#group = new NameGroup(this.#pattern.names);
    this.#source = args.source;
    this.#labels = args.labels_from_groups;
  }

  process(entry: Entry, out: Out): void {
    const text = this.#source === undefined ? entry.line : readSource(entry, this.#source, this.#env);
    if (text !== undefined) this.#match(entry, text);
    out.emit(entry);
  }

  #match(entry: Entry, text: string): void {
    const values = this.#pattern.match(text);
    if (values === undefined) {
      this.#env.note.debug?.({
        code: "no-match",
        missed: true,
        text: `Unchanged: ${shown(text)} does not match ${shown(this.#text)}`,
        evidence: { input: text, pattern: this.#text },
        stopped: () => patternStop(this.#pattern, this.#text, text),
        message: "pattern did not match",
        fields: { input: text, pattern: this.#text },
      });
      return;
    }
    const { names } = this.#pattern;
    if (values.at(-1) !== undefined) entry.extracted.setGroup(this.#group, values, 0);
    else {
      for (let i = 0; i < names.length; i++) {
        const value = values[i];
        if (value !== undefined) entry.extracted.set(names[i]!, value);
      }
    }
    if (this.#labels) this.#setLabels(entry, values);
    if (this.#env.note.trace !== undefined) this.#noteMatch(text, values);
  }

  #setLabels(entry: Entry, values: readonly (string | undefined)[]): void {
    const { names } = this.#pattern;
    let { labels } = entry;
    for (let i = 0; i < names.length; i++) {
      const value = values[i];
      if (value === undefined) continue;
      if (isLabelValue(value)) labels = labels.with(names[i]!, value);
      else noteInvalidCapture(names[i]!, value, "invalid label value from pattern capture", this.#env);
    }
    entry.labels = labels;
  }

  #noteMatch(text: string, values: readonly (string | undefined)[]): void {
    const reached = this.#pattern.names.filter((_, i) => values[i] !== undefined);
    const missed = this.#pattern.names.filter((_, i) => values[i] === undefined);
    const rest =
      missed.length === 0 ? "" : `; ${missed.join(", ")} ${missed.length === 1 ? "was" : "were"} not reached`;
    this.#env.note.trace?.({
      code: "matched",
      // A literal that the text lacks leaves the captures after it unset.
      missed: missed.length > 0,
      text: `Matched: ${shown(this.#text)} gave ${reached.length === 0 ? "no named capture" : reached.join(", ")}${rest}`,
      evidence: { reached, missed },
      stopped: missed.length > 0 ? () => patternStop(this.#pattern, this.#text, text) : undefined,
    });
  }
}
