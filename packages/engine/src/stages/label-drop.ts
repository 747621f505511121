/** `stage.label_drop`: removes labels by name. The extracted map keeps its copies. */
import { label } from "../pipeline/stage-flow.ts";
import { defineStage } from "../pipeline/stage-spec.ts";
import { stringListField } from "../schema/field.ts";
import { elsewhere, shown } from "./shared/explain-text.ts";

export const labelDrop = defineStage({
  name: "label_drop",
  summary: "Removes labels.",
  words: ["delete label", "remove label", "remove field", "fewer streams", "cardinality"],
  rules: ["Names are compared exactly; they are not expressions.", "Values in the extracted map stay."],
  category: "label",
  state: "none",
  fields: {
    values: stringListField({
      names: "label",
      doc: "Names of the labels to remove.",
      default: [],
      example: '["pod", "filename"]',
    }),
  },
  check(args, report, given) {
    if (!given("values")) {
      report.warning(
        "values-missing",
        'stage.label_drop without values removes nothing; Alloy refuses it: missing required attribute "values"',
      );
    } else if (args.values.length === 0) {
      report.warning(
        "values-empty",
        "stage.label_drop with empty values removes nothing; Alloy refuses it: labeldrop stage config cannot be empty",
        "values",
      );
    }
  },
  examples: [
    {
      title: "Remove a label with many values",
      config: `stage.label_drop {
  values = ["pod"]
}
`,
      input: [{ line: "a", labels: { app: "shop", pod: "shop-1" } }],
      output: [{ line: "a", labels: { app: "shop" } }],
    },
    {
      title: "A label that is not there",
      config: `stage.label_drop {
  values = ["zone"]
}
`,
      input: [{ line: "a", labels: { app: "shop" } }],
      output: [{ line: "a", labels: { app: "shop" } }],
    },
  ],
  flow: ({ values }) => ({ removes: values.map((name) => label(name, { argument: "values" })) }),
  create({ values }, env) {
    return {
      process(entry, out) {
        const before = entry.labels;
        let set = before;
        for (const name of values) set = set.without(name);
        entry.labels = set;
        if (set === before) {
          const [one] = values.length === 1 ? values : [];
          env.note.trace?.({
            code: "labels-missing",
            text:
              values.length === 0
                ? "Unchanged: the stage names no label"
                : `Unchanged: the entry has no label ${values.map(shown).join(" or ")}${one === undefined ? "" : elsewhere(one, entry, "label")}`,
            evidence: { values },
          });
        }
        out.emit(entry);
      },
    };
  },
});
