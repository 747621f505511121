/** `stage.static_labels`: fixed labels for every entry. Pairs with an empty value are skipped, not removed. */
import { label } from "../pipeline/stage-flow.ts";
import { defineStage } from "../pipeline/stage-spec.ts";
import { stringMapField } from "../schema/field.ts";
import { checkLabelsToSet } from "./shared/label-text.ts";

export const staticLabels = defineStage({
  name: "static_labels",
  summary: "Sets fixed labels on every entry.",
  words: ["add label", "fixed label", "constant", "environment", "cluster", "tag"],
  rules: [
    "An existing label of the same name is overwritten.",
    "A label with an empty value is left out; it does not remove an existing one.",
    "The labels do not enter the extracted map.",
  ],
  category: "label",
  state: "none",
  fields: {
    values: stringMapField({
      holds: "text",
      doc: "Label names and their values.",
      default: new Map(),
      example: '{ env = "prod" }',
    }),
  },
  check: checkLabelsToSet("static_labels"),
  examples: [
    {
      title: "The same labels on every entry",
      config: `stage.static_labels {
  values = { env = "prod", team = "shop" }
}
`,
      input: [{ line: "a", labels: { env: "unknown" } }],
      output: [{ line: "a", labels: { env: "prod", team: "shop" } }],
    },
    {
      title: "An empty value changes nothing",
      config: `stage.static_labels {
  values = { env = "" }
}
`,
      input: [{ line: "a", labels: { env: "prod" } }],
      output: [{ line: "a", labels: { env: "prod" } }],
    },
  ],
  flow: ({ values }) => ({
    sets: [...values].filter(([, value]) => value !== "").map(([key]) => label(key, { argument: "values", key })),
  }),
  create: (args) => {
    const pairs = [...args.values].filter(([, value]) => value !== "");
    return {
      process(entry, out) {
        let set = entry.labels;
        for (const [name, value] of pairs) set = set.with(name, value);
        entry.labels = set;
        out.emit(entry);
      },
    };
  },
});
