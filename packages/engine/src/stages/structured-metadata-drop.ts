/** `stage.structured_metadata_drop`: removes structured metadata by name. */
import { metadata } from "../pipeline/stage-flow.ts";
import { defineStage } from "../pipeline/stage-spec.ts";
import { stringListField } from "../schema/field.ts";
import { elsewhere, shown } from "./shared/explain-text.ts";

export const structuredMetadataDrop = defineStage({
  name: "structured_metadata_drop",
  summary: "Removes structured metadata.",
  words: ["delete metadata", "remove metadata", "attributes"],
  rules: ["Names are compared exactly; every pair of a name goes.", "Labels and the extracted map stay."],
  category: "label",
  state: "none",
  fields: {
    values: stringListField({
      names: "metadata",
      doc: "Names of the structured metadata to remove.",
      required: true,
      example: '["user_id"]',
    }),
  },
  check(args, report) {
    if (args.values.length === 0) {
      report.error("values-empty", "structured_metadata_drop stage config cannot be empty", "values");
    }
  },
  examples: [
    {
      title: "Remove what must not be stored",
      config: `stage.structured_metadata_drop {
  values = ["user_id"]
}
`,
      input: [
        {
          line: "a",
          structured_metadata: [
            ["trace_id", "t1"],
            ["user_id", "u1"],
          ],
        },
      ],
      output: [{ line: "a", structured_metadata: [["trace_id", "t1"]] }],
    },
    {
      title: "Every pair of a name goes",
      config: `stage.structured_metadata_drop {
  values = ["tag"]
}
`,
      input: [
        {
          line: "a",
          structured_metadata: [
            ["tag", "x"],
            ["tag", "y"],
          ],
        },
      ],
      output: [{ line: "a", structured_metadata: [] }],
    },
  ],
  flow: ({ values }) => ({ removes: values.map((name) => metadata(name, { argument: "values" })) }),
  create({ values }, env) {
    const dropped = new Set(values);
    return {
      process(entry, out) {
        if (entry.metadata.some(([name]) => dropped.has(name))) {
          entry.metadata = entry.metadata.filter(([name]) => !dropped.has(name));
        } else {
          const [one] = values.length === 1 ? values : [];
          env.note.trace?.({
            code: "metadata-missing",
            text: `Unchanged: the structured metadata has no ${values.map(shown).join(" or ")}${one === undefined ? "" : elsewhere(one, entry, "metadata")}`,
            evidence: { values },
          });
        }
        out.emit(entry);
      },
    };
  },
});
