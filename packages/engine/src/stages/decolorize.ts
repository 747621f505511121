/** `stage.decolorize`: strips ANSI escape sequences from the line. */
import { stripAnsi } from "@sluice/languages/ansi";
import { defineStage } from "../pipeline/stage-spec.ts";

export const decolorize = defineStage({
  name: "decolorize",
  summary: "Removes ANSI escape sequences, such as colors, from the line.",
  words: ["colors", "colours", "ansi", "escape sequences", "strip", "terminal"],
  rules: ["The rest of the line is not changed, nor are labels and extracted values."],
  category: "transform",
  state: "none",
  makesLines: true,
  fields: {},
  examples: [
    {
      title: "Colours of a terminal",
      config: `stage.decolorize { }
`,
      input: [{ line: "\u001b[31mERROR\u001b[0m disk full" }, { line: "plain" }],
      output: [{ line: "ERROR disk full" }, { line: "plain" }],
    },
    {
      title: "Before parsing",
      config: `stage.decolorize { }

stage.logfmt {
  mapping = { level = "" }
}
`,
      input: [{ line: "\u001b[33mlevel=\u001b[1mwarn\u001b[0m" }],
      output: [{ line: "level=warn", extracted: { level: "warn" } }],
    },
  ],
  flow: () => ({ setsLine: true }),
  create: (_args, env) => ({
    process(entry, out) {
      const { line } = entry;
      entry.line = stripAnsi(line);
      env.note.trace?.(
        entry.line === line
          ? { code: "no-match", text: "Unchanged: the line has no escape sequences" }
          : { code: "matched", text: `Removed ${line.length - entry.line.length} characters of escape sequences` },
      );
      out.emit(entry);
    },
  }),
});
