/** What `logs.enrich` does to an entry, as a step. */
import type { LabelSet } from "../../base/label-set.ts";
import type { Env, Stage } from "../../pipeline/stage.ts";
import { readOrMissed } from "../../pipeline/stage-coverage.ts";
import { label } from "../../pipeline/stage-flow.ts";
import { defineStage } from "../../pipeline/stage-spec.ts";
import { type CheckReport, stringField, stringMapField } from "../../schema/field.ts";
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
    target_to_log_match: stringMapField({
      holds: "name",
      doc: "Labels of a target, each with the label of an entry that must have the same value; all of them must match. Of several targets with the same values the last counts.",
      default: new Map(),
      example: '{ namespace = "namespace", pod = "pod_name" }',
    }),
    target_match_label: stringField({
      holds: "name",
      doc: "Label of a target whose value is matched, where `target_to_log_match` is empty. Deprecated in Alloy.",
      default: "",
      example: '"host"',
    }),
    logs_match_label: stringField({
      names: "label",
      doc: "Label of an entry whose value is looked up with `target_match_label`. Empty: the same. Deprecated in Alloy.",
      default: "",
      example: '"hostname"',
    }),
  },
  examples: [],
  flow: (args) => ({
    reads: matchedLabels(args).own.map((name) => label(name, { argument: argumentOf(args) })),
    sets: args.labels_to_copy.map((name) => label(name, { argument: "labels_to_copy", optional: true })),
    setsAny: args.labels_to_copy.length === 0 ? ["label"] : undefined,
  }),
  coverage: () => readOrMissed("enriched"),
  create: (args, env): Stage => {
    const { targets: by, own } = matchedLabels(args);
    const targets = new TargetLabels(args, by);
    return {
      process(entry, out) {
        const { labels } = entry;
        entry.labels = enriched(labels, own, targets);
        if (env.note.trace !== undefined) explain(env, labels, entry.labels, own, targets);
        out.emit(entry);
      },
    };
  },
});

interface MatchArgs {
  readonly target_to_log_match: ReadonlyMap<string, string>;
  readonly target_match_label: string;
  readonly logs_match_label: string;
}

export function checkMatch(args: MatchArgs, report: CheckReport): void {
  const { target_to_log_match: pairs, target_match_label: single, logs_match_label: own } = args;
  if (pairs.size === 0 && single === "") report.error("enrich-match", "give target_to_log_match or target_match_label");
  else if (pairs.size > 0 && `${single}${own}` !== "")
    report.warning(
      "enrich-match",
      "target_to_log_match takes precedence; target_match_label and logs_match_label are ignored",
      single === "" ? "logs_match_label" : "target_match_label",
    );
}

/** Labels of targets, and at the same places those of entries, whose values must be the same. */
export function matchedLabels(args: MatchArgs): {
  readonly targets: readonly string[];
  readonly own: readonly string[];
} {
  const { target_to_log_match: pairs, target_match_label: single, logs_match_label: own } = args;
  if (pairs.size === 0) return { targets: [single], own: [own === "" ? single : own] };
  return { targets: [...pairs.keys()], own: [...pairs.values()] };
}

function argumentOf({ target_to_log_match: pairs, logs_match_label: own }: MatchArgs): keyof MatchArgs {
  if (pairs.size > 0) return "target_to_log_match";
  return own === "" ? "target_match_label" : "logs_match_label";
}

/** The labels with those of the target, which has the values of the labels `own`. */
export function enriched(labels: LabelSet, own: readonly string[], targets: TargetLabels): LabelSet {
  let set = labels;
  for (const [name, value] of targets.of(own.map((one) => labels.get(one) ?? "")) ?? []) set = set.with(name, value);
  return set;
}

function explain(
  { note }: Env,
  before: LabelSet,
  after: LabelSet,
  own: readonly string[],
  targets: TargetLabels,
): void {
  const missing = own.find((name) => before.get(name) === undefined);
  const values = own.map((name) => before.get(name) ?? "");
  if (missing !== undefined)
    note.trace?.({ code: "label-missing", missed: true, text: `Unchanged: the entry has no label ${shown(missing)}` });
  else if (targets.of(values) === undefined)
    note.trace?.({
      code: "no-match",
      missed: true,
      text: `Unchanged: none of ${targets.size} targets has ${values.map(shown).join(" and ")}`,
      evidence: { label: own.join(", "), value: values.join(", "), targets: targets.size },
    });
  else if (before === after)
    note.trace?.({ code: "unchanged", text: "Unchanged: the labels already are as the target has them" });
}
