/**
 * `stage.regex`: named groups of a match become extracted values. A group that took no part gives the empty text, over
 * an existing value too, as Go's match does; of groups that share a name the last wins. Group names are laid out once, so
 * that an entry costs one match and one assignment for each group.
 */

import type { Regex } from "@sluice/languages/re2";
import type { Entry } from "../base/entry.ts";
import { NameGroup } from "../base/extracted.ts";
import type { Env, Out, Stage } from "../pipeline/stage.ts";
import { readOrMissed } from "../pipeline/stage-coverage.ts";
import { capturesSet, namedGroups, sourceRead } from "../pipeline/stage-flow.ts";
import { defineStage, type StageArgs } from "../pipeline/stage-spec.ts";
import { boolField, regexField, stringField } from "../schema/field.ts";
import { noteNoMatch, shown } from "./shared/explain-text.ts";
import { isLabelName, isLabelValue, noteInvalidCapture } from "./shared/label-text.ts";
import { readSource } from "./shared/source-text.ts";

export const regex = defineStage({
  name: "regex",
  summary: "Matches the line, or an extracted value, against an RE2 expression and extracts its named groups.",
  words: ["parse", "grok", "extract fields", "named groups", "capture", "regexp", "re2"],
  rules: [
    "The expression is not anchored; only its first match counts.",
    "Each named group is written to the extracted map; groups without a name are not extracted.",
    "A group that took no part in the match gives the empty text.",
    "With `labels_from_groups`, each named group also sets the label of its name, over an existing one.",
    "An entry that does not match passes unchanged.",
  ],
  category: "parse",
  state: "none",
  fields: {
    expression: regexField({
      doc: "RE2 expression with named groups.",
      required: true,
      example: '"^(?P<ip>\\\\S+) (?P<user>\\\\S+)"',
    }),
    source: stringField({
      names: "extracted",
      doc: "Extracted value to match; without it the line is matched.",
      example: '"message"',
    }),
    labels_from_groups: boolField({ doc: "Also set each named group as a label.", default: false }),
  },
  check(args, report) {
    if (args.expression.text === "") report.error("empty-expression", "expression is required", "expression");
    if (args.source === "") report.error("empty-source", "empty source", "source");
  },
  examples: [
    {
      title: "Named groups become extracted values",
      config: `stage.regex {
  expression = "^(?P<ip>[0-9.]+) \\\\S+ (?P<user>\\\\S+)"
}
`,
      input: [{ line: "203.0.113.7 - ann [10/Mar/2024]" }, { line: "started", extracted: { ip: "old" } }],
      output: [
        { line: "203.0.113.7 - ann [10/Mar/2024]", extracted: { ip: "203.0.113.7", user: "ann" } },
        { line: "started", extracted: { ip: "old" } },
      ],
    },
    {
      title: "Labels straight from a file name",
      config: `stage.regex {
  expression         = "/(?P<app>[^/]+)/[^/]+\\\\.log$"
  source             = "filename"
  labels_from_groups = true
}
`,
      input: [{ line: "started", labels: { filename: "/var/log/shop/out.log" } }],
      output: [{ line: "started", labels: { app: "shop", filename: "/var/log/shop/out.log" } }],
    },
  ],
  flow: ({ expression, source, labels_from_groups }) => ({
    reads: sourceRead(source),
    sets: capturesSet(namedGroups(expression.compiled), "expression", labels_from_groups),
    patterns: { expression: "captures" },
  }),
  coverage: () => readOrMissed("matched"),
  create: (args, env): Stage => new RegexStage(args, env),
});

class RegexStage implements Stage {
  readonly #env: Env;
  readonly #regex: Regex;
  readonly #source: string | undefined;
  readonly #group: NameGroup;
  readonly #labels: boolean;

  constructor(args: StageArgs<typeof regex>, env: Env) {
    this.#env = env;
    this.#regex = args.expression.compiled;
    this.#source = args.source;
    this.#labels = args.labels_from_groups;
    const names: string[] = [];
    const indexes: number[] = [];
    for (const [index, name] of this.#regex.groupNames.entries()) {
      if (index === 0 || !name) continue;
      names.push(name);
      indexes.push(index);
    }
    const adjacent = indexes.every((index, i) => index === i + 1);
    this.#group = new NameGroup(names, adjacent ? undefined : indexes.map((index) => index - 1));
  }

  process(entry: Entry, out: Out): void {
    const text = this.#source === undefined ? entry.line : readSource(entry, this.#source, this.#env);
    if (text !== undefined) this.#match(entry, text);
    out.emit(entry);
  }

  #match(entry: Entry, text: string): void {
    const match = this.#regex.exec(text);
    if (match === null) {
      noteNoMatch(text, this.#regex, this.#env, true);
      return;
    }
    entry.extracted.setGroup(this.#group, match, 1);
    if (this.#labels) this.#setLabels(entry, match);
    this.#env.note.trace?.({
      code: "matched",
      text: `Matched: ${shown(match[0] ?? "")} gave ${this.#group.names.length === 0 ? "no named group" : this.#group.names.join(", ")}`,
      evidence: { match: match[0] ?? "" },
    });
  }

  #setLabels(entry: Entry, match: ArrayLike<string | undefined>): void {
    const { names, indexes } = this.#group;
    let labels = entry.labels;
    for (let i = 0; i < names.length; i++) {
      const name = names[i]!;
      const value = match[1 + (indexes === undefined ? i : indexes[i]!)] ?? "";
      if (isLabelName(name) && isLabelValue(value)) labels = labels.with(name, value);
      else noteInvalidCapture(name, value, "invalid label value from regex capture group", this.#env);
    }
    entry.labels = labels;
  }
}
