/**
 * `stage.label_keep`: reduces the label set to the named labels. The reduced set of each label set is remembered, so
 * that an entry of a known stream costs one look-up.
 */
import type { LabelSet } from "../base/label-set.ts";
import { defineStage } from "../pipeline/stage-spec.ts";
import { stringListField } from "../schema/field.ts";
import { shown } from "./shared/explain-text.ts";

export const labelKeep = defineStage({
  name: "label_keep",
  summary: "Removes all labels but the named ones.",
  words: ["allowlist", "filter labels", "remove other labels", "fewer streams", "cardinality"],
  rules: [
    "Names are compared exactly; they are not expressions.",
    "Internal labels such as `__tenant_id__` go too unless they are named.",
    "Values in the extracted map stay.",
  ],
  category: "label",
  state: "none",
  fields: {
    values: stringListField({
      names: "label",
      doc: "Names of the labels to keep; with none of them every label goes.",
      default: [],
      example: '["app", "env"]',
    }),
  },
  check(args, report, given) {
    if (!given("values")) {
      report.warning(
        "values-missing",
        'stage.label_keep without values removes every label; Alloy refuses it: missing required attribute "values"',
      );
    } else if (args.values.length === 0) {
      report.warning(
        "values-empty",
        "stage.label_keep with empty values removes every label; Alloy refuses it: labelallow stage config cannot be empty",
        "values",
      );
    }
  },
  examples: [
    {
      title: "Keep what names the stream",
      config: `stage.label_keep {
  values = ["app", "env"]
}
`,
      input: [{ line: "a", labels: { app: "shop", env: "prod", pod: "shop-1" } }],
      output: [{ line: "a", labels: { app: "shop", env: "prod" } }],
    },
    {
      title: "Internal labels go as well",
      config: `stage.label_keep {
  values = ["app"]
}
`,
      input: [{ line: "a", labels: { __path__: "/var/log/a", app: "shop" } }],
      output: [{ line: "a", labels: { app: "shop" } }],
    },
  ],
  flow: ({ values }) => ({ keepsLabels: values }),
  create({ values }, env) {
    const kept = new Set(values);
    const reduced = new WeakMap<LabelSet, LabelSet>();
    return {
      process(entry, out) {
        const before = entry.labels;
        let set = reduced.get(before);
        if (set === undefined) {
          set = before.filter((name) => kept.has(name));
          reduced.set(before, set);
        }
        entry.labels = set;
        if (set === before) {
          env.note.trace?.({
            code: "labels-kept",
            text:
              before.size === 0
                ? "Unchanged: the entry has no labels"
                : `Unchanged: it has no label other than ${values.map(shown).join(", ")}`,
            evidence: { values },
          });
        }
        out.emit(entry);
      },
    };
  },
});
