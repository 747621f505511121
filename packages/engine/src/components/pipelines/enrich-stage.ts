/** What `logs.enrich` does to an entry, as a step. */
import type { LabelSet } from "../../base/label-set.ts";
import type { Env, Stage } from "../../pipeline/stage.ts";
import { readOrMissed } from "../../pipeline/stage-coverage.ts";
import { label } from "../../pipeline/stage-flow.ts";
import { defineStage } from "../../pipeline/stage-spec.ts";
import { stringField } from "../../schema/field.ts";
import { shown } from "../../stages/shared/explain-text.ts";
import { enrichFields, TargetLabels } from "./target-labels.ts";

export const enrichStage = defineStage({
  name: "enrich",
  summary: "Adds labels of the target that an entry belongs to.",
  rules: [
    "An existing label of the same name is overwritten.",
    "An entry without a target passes unchanged, as do all while no targets are known.",
    "A preview knows the targets that are written in the configuration, and no others.",
  ],
  category: "label",
  state: "none",
  fields: {
    ...enrichFields,
    logs_match_label: stringField({
      names: "label",
      doc: "Label of an entry whose value is looked up. Empty: `target_match_label`.",
      default: "",
      example: '"hostname"',
    }),
  },
  examples: [],
  flow: (args) => ({
    reads: [
      label(matchLabel(args), { argument: args.logs_match_label === "" ? "target_match_label" : "logs_match_label" }),
    ],
    sets: args.labels_to_copy.map((name) => label(name, { argument: "labels_to_copy", optional: true })),
    setsAny: args.labels_to_copy.length === 0 ? ["label"] : undefined,
  }),
  coverage: () => readOrMissed("enriched"),
  create: (args, env): Stage => {
    const targets = new TargetLabels(args);
    const by = matchLabel(args);
    return {
      process(entry, out) {
        const { labels } = entry;
        entry.labels = enriched(labels, by, targets);
        if (env.note.trace !== undefined) explain(env, labels, entry.labels, by, targets);
        out.emit(entry);
      },
    };
  },
});

/** The label of an entry that is looked up. */
export const matchLabel = ({
  logs_match_label: own,
  target_match_label: same,
}: {
  readonly logs_match_label: string;
  readonly target_match_label: string;
}): string => (own === "" ? same : own);

/** The labels with those of the target. */
export function enriched(labels: LabelSet, by: string, targets: TargetLabels): LabelSet {
  let set = labels;
  for (const [name, value] of targets.of(labels.get(by) ?? "") ?? []) set = set.with(name, value);
  return set;
}

function explain({ note }: Env, before: LabelSet, after: LabelSet, by: string, targets: TargetLabels): void {
  const value = before.get(by);
  if (value === undefined)
    note.trace?.({ code: "label-missing", missed: true, text: `Unchanged: the entry has no label ${shown(by)}` });
  else if (targets.of(value) === undefined)
    note.trace?.({
      code: "no-match",
      missed: true,
      text: `Unchanged: none of ${targets.size} targets has ${shown(value)}`,
      evidence: { label: by, value, targets: targets.size },
    });
  else if (before === after)
    note.trace?.({ code: "unchanged", text: "Unchanged: the labels already are as the target has them" });
}
