/**
 * `stage.split_json`: an entry that holds a JSON array becomes one entry for each element, each with the element's own
 * spelling as its line. All of them share the origin of the entry that they come from.
 */

import { splitTopLevelArray } from "@sluice/languages/json";
import type { Entry } from "../base/entry.ts";
import type { DropReason, Env, Out, Stage } from "../pipeline/stage.ts";
import { sourceRead } from "../pipeline/stage-flow.ts";
import { defineStage, type StageArgs } from "../pipeline/stage-spec.ts";
import { stringField } from "../schema/field.ts";
import { shown } from "./shared/explain-text.ts";
import { readSource } from "./shared/source-text.ts";

export const splitJson = defineStage({
  name: "split_json",
  summary: "Splits an entry whose text is a JSON array into one entry for each element.",
  words: ["split array", "unnest", "explode", "one entry each", "batch"],
  rules: [
    "Each new entry's line is the element as written, without blanks around it; labels, time, metadata and extracted values are those of the entry.",
    "Only the outermost array is split.",
    "A text that is not exactly one JSON array passes unchanged.",
    "A text of more than 100,000 elements, or of more than 1,000,000 values in all, passes unchanged.",
    "Nothing is left of an empty array.",
  ],
  category: "transform",
  state: "none",
  makesLines: true,
  fields: {
    source: stringField({
      names: "extracted",
      doc: "Extracted value to split; without it the line is split.",
      example: '"records"',
    }),
  },
  check(args, report) {
    if (args.source === "") report.error("empty-source", "source cannot be empty", "source");
  },
  examples: [
    {
      title: "A batch in one line",
      config: `stage.split_json { }
`,
      input: [{ line: '[{"n":1}, {"n":2}]', labels: { app: "shop" } }, { line: "no array" }],
      output: [
        { line: '{"n":1}', labels: { app: "shop" } },
        { line: '{"n":2}', labels: { app: "shop" } },
        { line: "no array" },
      ],
    },
    {
      title: "Records inside an envelope",
      config: `stage.json {
  expressions = { records = "Records" }
}

stage.split_json {
  source = "records"
}
`,
      input: [{ line: '{"Records":[{"id":"a"},{"id":"b"}]}' }],
      output: [{ line: '{"id":"a"}' }, { line: '{"id":"b"}' }],
    },
  ],
  flow: ({ source }) => ({ reads: sourceRead(source), setsLine: true }),
  create: (args, env): Stage => new SplitJsonStage(args, env),
});

const EMPTY: DropReason = { reason: "split_json_stage", code: "empty-array" };

class SplitJsonStage implements Stage {
  readonly #env: Env;
  readonly #source: string | undefined;

  constructor(args: StageArgs<typeof splitJson>, env: Env) {
    this.#env = env;
    this.#source = args.source;
  }

  process(entry: Entry, out: Out): void {
    const text = readSource(entry, this.#source, this.#env);
    if (text === undefined) {
      out.emit(entry);
      return;
    }
    const elements = splitTopLevelArray(text);
    if (elements === undefined) this.#pass(entry, text, out);
    else if (elements.length === 0) this.#dropEmpty(entry, out);
    else this.#emitElements(entry, elements, out);
  }

  #emitElements(entry: Entry, elements: readonly string[], out: Out): void {
    this.#env.note.trace?.({
      code: "split",
      text: `Split into ${elements.length === 1 ? "one entry" : `${elements.length} entries`}`,
      evidence: { elements: elements.length },
    });
    this.#env.explain?.split(elements.length);
    const last = elements.length - 1;
    // Copies for all but the last, made before the entry itself is sent.
    for (let i = 0; i < last; i++) out.emit(entry.split(elements[i]!));
    entry.line = elements[last]!;
    out.emit(entry);
  }

  #dropEmpty(entry: Entry, out: Out): void {
    this.#env.note.trace?.({ code: EMPTY.code, text: "Dropped: the array is empty" });
    out.drop(entry, EMPTY);
  }

  #pass(entry: Entry, text: string, out: Out): void {
    this.#env.note.debug?.({
      code: "parse-failed",
      missed: true,
      text: `Unchanged: ${shown(text)} is not a JSON array`,
      evidence: { input: text },
      message: "failed to unmarshal top-level JSON array",
      fields: { input: text },
    });
    out.emit(entry);
  }
}
