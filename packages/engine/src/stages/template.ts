/**
 * `stage.template`: a template's result becomes an extracted value. A failure leaves the value unchanged; an empty result
 * deletes it.
 */

import { LimitError } from "@sluice/languages/base";
import type { Template, TemplateHost } from "@sluice/languages/gotemplate";
import { goString } from "@sluice/languages/govalue";
import type { Entry } from "../base/entry.ts";
import type { Env, Out, Stage } from "../pipeline/stage.ts";
import { extractedValue, templateReads } from "../pipeline/stage-flow.ts";
import { defineStage, type StageArgs } from "../pipeline/stage-spec.ts";
import { stringField, templateField } from "../schema/field.ts";
import { shown } from "./shared/explain-text.ts";
import { EntryTemplateData, noteNoValue, noteTemplateFailed, templateHost } from "./shared/template-data.ts";

export const template = defineStage({
  name: "template",
  summary: "Sets an extracted value to the result of a template.",
  words: [
    "uppercase",
    "lowercase",
    "rename",
    "format",
    "compute",
    "normalize level",
    "map values",
    "copy",
    "concatenate",
    "trim",
    "hash",
    "mutate",
  ],
  rules: [
    "`.Value` is the current value of `source`, `.Entry` the line, and `.name` any extracted value; all are text.",
    "Values that are null, lists or objects are absent from the template.",
    "A template that fails leaves the value unchanged; an empty result deletes it.",
  ],
  category: "transform",
  state: "none",
  fields: {
    source: stringField({
      names: "extracted",
      doc: "Extracted value to set; it is created if it is missing.",
      required: true,
      example: '"level"',
    }),
    template: templateField({ doc: "The template.", required: true, example: '"{{ ToLower .Value }}"' }),
  },
  check(args, report) {
    if (args.source === "") report.error("empty-source", "template source value is required", "source");
  },
  examples: [
    {
      title: "Levels in lower case",
      config: `stage.template {
  source   = "level"
  template = "{{ ToLower .Value }}"
}
`,
      input: [{ line: "a", extracted: { level: "WARN" } }],
      output: [{ extracted: { level: "warn" } }],
    },
    {
      title: "A value from others, and one that goes away",
      config: `stage.template {
  source   = "where"
  template = "{{ .namespace }}/{{ .pod }}"
}

stage.template {
  source   = "pod"
  template = ""
}
`,
      input: [{ line: "a", extracted: { namespace: "shop", pod: "web-1" } }],
      output: [{ extracted: { namespace: "shop", where: "shop/web-1" } }],
    },
  ],
  flow: ({ source, template }) => {
    const { reads = [], readsAny } = templateReads(template.compiled, "template", ["Value", "Entry"]);
    const own = extractedValue(source, { argument: "source" });
    return { reads: [{ ...own, optional: true }, ...reads], readsAny, sets: [own] };
  },
  create: (args, env): Stage => new TemplateStage(args, env),
});

class TemplateStage implements Stage {
  readonly #env: Env;
  readonly #source: string;
  readonly #template: Template;
  readonly #text: string;
  readonly #host: TemplateHost;
  readonly #data = new EntryTemplateData();

  constructor(args: StageArgs<typeof template>, env: Env) {
    this.#env = env;
    this.#source = args.source;
    this.#template = args.template.compiled;
    this.#text = args.template.text;
    this.#host = templateHost(env);
  }

  process(entry: Entry, out: Out): void {
    this.#data.entry = entry;
    this.#data.value = goString(entry.extracted.get(this.#source));
    this.#data.line = entry.line;
    const result = this.#template.execute(this.#data, this.#host);
    if (result.ok) {
      if (this.#env.note.trace !== undefined)
        noteNoValue(result.text, shown(this.#source), "template", this.#template, this.#text, this.#data, this.#env);
      this.#store(entry, result.text);
    } else if (result.limit !== undefined) throw new LimitError(result.limit, result.message);
    else noteTemplateFailed(result.message, this.#env, this.#template, this.#data);
    out.emit(entry);
  }

  #store(entry: Entry, text: string): void {
    if (text !== "") {
      entry.extracted.set(this.#source, text);
      return;
    }
    const deleted = entry.extracted.delete(this.#source);
    this.#env.note.trace?.({
      code: "empty-result",
      text: deleted
        ? `Deleted ${shown(this.#source)}: the template's result is empty`
        : `Unchanged: the template's result is empty, and ${shown(this.#source)} was not set`,
    });
  }
}
