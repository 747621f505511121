/** `stage.output`: an extracted value becomes the line. */
import { sourceRead } from "../pipeline/stage-flow.ts";
import { defineStage } from "../pipeline/stage-spec.ts";
import { stringField } from "../schema/field.ts";
import { readSource } from "./shared/source-text.ts";

export const output = defineStage({
  name: "output",
  summary: "Makes an extracted value the line.",
  words: ["set the line", "message only", "rewrite the line", "unwrap", "shorten"],
  rules: [
    "A number is written in plain decimal, a boolean as a word.",
    "A value that is missing, null, a list or an object leaves the line unchanged.",
  ],
  category: "transform",
  state: "none",
  fields: {
    source: stringField({
      names: "extracted",
      doc: "Extracted value that becomes the line.",
      required: true,
      example: '"message"',
    }),
  },
  check(args, report) {
    if (args.source === "")
      report.error("empty-source", "output source value is required if output is specified", "source");
  },
  examples: [
    {
      title: "Keep the rest of the line",
      config: `stage.regex {
  expression = "^\\\\S+ (?P<rest>.*)$"
}

stage.output {
  source = "rest"
}
`,
      input: [{ line: "INFO ready to serve" }, { line: "single" }],
      output: [{ line: "ready to serve" }, { line: "single" }],
    },
    {
      title: "Numbers are written in plain decimal",
      config: `stage.output {
  source = "n"
}
`,
      input: [
        { line: "old", extracted: { n: 1e21 } },
        { line: "old", extracted: { n: null } },
      ],
      output: [{ line: "1000000000000000000000" }, { line: "old" }],
    },
  ],
  flow: ({ source }) => ({ reads: sourceRead(source), readsText: true, setsLine: true }),
  create: ({ source }, env) => ({
    process(entry, out) {
      const text = readSource(entry, source, env);
      if (text !== undefined) entry.line = text;
      out.emit(entry);
    },
  }),
});
