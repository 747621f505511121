/** The block `rule` of relabelling components, and a rule as a step of a pipeline, so that a preview shows its effect. */

import { LabelSet } from "../../base/label-set.ts";
import type { Doubt, DropReason, Env, Reason, Stage } from "../../pipeline/stage.ts";
import { DROPPED, KEPT, REACHED } from "../../pipeline/stage-coverage.ts";
import { defineStage, type StageSpec } from "../../pipeline/stage-spec.ts";
import { applyRule, joined, LABEL_NAME } from "../../relabel/apply.ts";
import type { RelabelAction, RelabelRule, RelabelRules } from "../../relabel/rule.ts";
import {
  block,
  type CheckReport,
  type DecodedBlock,
  enumField,
  type FieldArgs,
  intField,
  regexField,
  stringField,
  stringListField,
} from "../../schema/field.ts";
import { shown } from "../../stages/shared/explain-text.ts";

const DEFAULTS = { regex: "(.*)", replacement: "$1", separator: ";" } as const;

const fields = {
  action: enumField(
    [
      { value: "replace", doc: "Sets `target_label` to `replacement` where `regex` matches the source." },
      { value: "keep", doc: "Drops what `regex` does not match." },
      { value: "drop", doc: "Drops what `regex` matches." },
      { value: "keepequal", doc: "Drops unless the source equals the value of `target_label`." },
      { value: "dropequal", doc: "Drops where the source equals the value of `target_label`." },
      { value: "labelmap", doc: "Copies each label whose name `regex` matches to the name that `replacement` gives." },
      { value: "labeldrop", doc: "Removes the labels whose names `regex` matches." },
      { value: "labelkeep", doc: "Removes the labels whose names `regex` does not match." },
      { value: "hashmod", doc: "Sets `target_label` to the remainder of the source's MD5 hash by `modulus`." },
      { value: "lowercase", doc: "Sets `target_label` to the source in lower case." },
      { value: "uppercase", doc: "Sets `target_label` to the source in upper case." },
    ],
    { doc: "What it does.", default: "replace" },
  ),
  source_labels: stringListField({
    names: "label",
    doc: "Labels whose values, joined by `separator`, are the source; a missing label counts as empty.",
    default: [],
    example: '["__meta_docker_container_name"]',
  }),
  separator: stringField({ holds: "text", doc: "Text between the values.", default: DEFAULTS.separator }),
  regex: regexField({
    doc: "RE2 expression that must match the whole source, or a label's whole name.",
    default: DEFAULTS.regex,
    example: '"/(.+)"',
    over: "names",
    matchesWhole: true,
  }),
  modulus: intField({ doc: "What `hashmod` divides by.", default: 0 }),
  target_label: stringField({
    holds: "name",
    doc: "The label that is set; in `replace`, `$1` and `${name}` stand for what groups of `regex` captured.",
    default: "",
    example: '"container"',
  }),
  replacement: stringField({
    holds: "text",
    doc: "The new value or name; `$1` and `${name}` stand for what groups of `regex` captured. An empty value removes the label.",
    default: DEFAULTS.replacement,
  }),
};

/** The block, in the order in which rules are applied. */
export const relabelRule = block({
  doc: "A rule; rules are applied in order.",
  occurs: "many",
  fields,
  check: checkRule,
});

type RuleArgs = FieldArgs<typeof fields>;

/** What Prometheus takes for a name that may hold references to groups. */
const TARGET = /^(?:(?:[a-zA-Z_]|\$(?:\{\w+\}|\w+))+\w*)+$/;
const isTarget = (text: string): boolean => text.length <= MAX_TARGET && TARGET.test(text);
/** A pattern of loops in loops takes long on long texts that it does not match. */
const MAX_TARGET = 200;
const SETS: ReadonlySet<RelabelAction> = new Set(["replace", "lowercase", "uppercase", "keepequal", "dropequal"]);
/** Actions that keep or drop what is relabelled. */
export const DECIDES: ReadonlySet<RelabelAction> = new Set(["keep", "drop", "keepequal", "dropequal"]);
const CODE = "relabel-rule";

/** The texts are Alloy's. */
function checkRule(args: RuleArgs, report: CheckReport): void {
  const { action, modulus, target_label: target, replacement } = args;
  const expectDefaults = (names: readonly (keyof RuleArgs)[], message: string): boolean => {
    const given = names.find((name) => !isDefault(args, name));
    if (given !== undefined) report.error(CODE, message, given);
    return given === undefined;
  };
  if (!args.regex.whole.outcome.ok) report.error(CODE, "the expression is too large to match a whole text", "regex");
  else if (modulus < 0) report.error(CODE, "modulus must not be negative", "modulus");
  else if (modulus === 0 && action === "hashmod")
    report.error(CODE, "relabel configuration for hashmod requires non-zero modulus", "modulus");
  else if ((SETS.has(action) || action === "hashmod") && target === "")
    report.error(CODE, `relabel configuration for ${action} action requires 'target_label' value`);
  else if (SETS.has(action) && !isTarget(target))
    report.error(CODE, `${JSON.stringify(target)} is invalid 'target_label' for ${action} action`, "target_label");
  else if (SETS.has(action) && action !== "replace" && replacement !== DEFAULTS.replacement)
    report.error(CODE, `'replacement' can not be set for ${action} action`, "replacement");
  else if (action === "labelmap" && !isTarget(replacement))
    report.error(CODE, `${JSON.stringify(replacement)} is invalid 'replacement' for ${action} action`, "replacement");
  else if (action === "hashmod" && !LABEL_NAME.test(target))
    report.error(CODE, `${JSON.stringify(target)} is invalid 'target_label' for ${action} action`, "target_label");
  else if (action === "labeldrop" || action === "labelkeep")
    expectDefaults(
      ["source_labels", "target_label", "modulus", "separator", "replacement"],
      `${action} action requires only 'regex', and no other fields`,
    );
  else if (action === "keepequal" || action === "dropequal")
    expectDefaults(
      ["regex", "modulus", "separator", "replacement"],
      `${action} action requires only 'source_labels' and 'target_label', and no other fields`,
    );
}

function isDefault(args: RuleArgs, name: keyof RuleArgs): boolean {
  if (name === "source_labels") return args.source_labels.length === 0;
  if (name === "regex") return args.regex.text === DEFAULTS.regex;
  const usual: Partial<Record<keyof RuleArgs, string | number>> = { ...DEFAULTS, modulus: 0, target_label: "" };
  return args[name] === usual[name];
}

export function toRule(args: RuleArgs): RelabelRule {
  return {
    action: args.action,
    sourceLabels: args.source_labels,
    separator: args.separator,
    regex: args.regex.text,
    anchored: args.regex.whole.compiled,
    get part() {
      return args.regex.compiled;
    },
    modulus: args.modulus,
    targetLabel: args.target_label,
    replacement: args.replacement,
  };
}

/** The rules of a component's blocks. */
export const toRules = (blocks: readonly DecodedBlock<typeof fields, Record<never, never>>[]): RelabelRules =>
  blocks.map(({ args }) => toRule(args));

/** What a dropped entry is counted under. */
export const NO_LABELS = "no_labels";

/** A rule as a step. After the last of them an entry without labels goes. */
export const RELABEL_STEPS = { rule: stepSpec(false), last: stepSpec(true) } as const;

function stepSpec(isLast: boolean): StageSpec {
  return defineStage({
    name: "rule",
    summary: "A relabelling rule.",
    category: "label",
    state: "none",
    fields,
    flow: () => ({ readsAny: ["label"], setsAny: ["label"] }),
    examples: [],
    coverage: ({ action }) => (DECIDES.has(action) ? [KEPT, DROPPED] : [REACHED]),
    create: (args, env) => createStep(toRule(args), isLast, env),
  });
}

function createStep(rule: RelabelRule, isLast: boolean, env: Env): Stage {
  const why: DropReason = { reason: rule.action, code: `relabel-${rule.action}` };
  const empty: DropReason = { reason: NO_LABELS, code: "no-labels" };
  return {
    process(entry, out) {
      const labels = new Map(entry.labels);
      const before = entry.labels;
      const kept = applyRule(rule, labels);
      entry.labels = LabelSet.of(labels);
      if (!kept || entry.labels === before) env.note.trace?.(describe(rule, before, kept, entry.line));
      if (!kept) return out.drop(entry, why);
      if (isLast && labels.size === 0) {
        env.note.trace?.({ code: empty.code, text: "Dropped: no labels are left after the rules", evidence: {} });
        return out.drop(entry, empty);
      }
      out.emit(entry);
    },
  };
}

/** Longer texts are not searched for an explanation: that a search may reach its limit is the stage's affair. */
const MAX_EXPLAINED = 1000;

/** What a pattern that need not match the whole source would find there, or in the line, which rules do not see. */
function almostMatched(
  { sourceLabels, part, regex }: RelabelRule,
  labels: ReadonlyMap<string, string>,
  source: string,
  line: string,
): Doubt | undefined {
  if (source.length > MAX_EXPLAINED || line.length > MAX_EXPLAINED) return undefined;
  const common = { argument: "regex", unlessMatched: true };
  const place = source === "" ? null : part.execIndices(source);
  const [start = 0, end = 0] = place ?? [];
  if (end > start) {
    const text = `${start === 0 ? "" : ".*"}${/[|]/.test(regex) ? `(?:${regex})` : regex}${end === source.length ? "" : ".*"}`;
    return {
      code: "rule-matches-part",
      clause: `${shown(regex)} matches a part of the value, ${shown(source.slice(start, end))}, and a rule has to match the whole value`,
      fix: { title: `Change to ${text}`, replace: text },
      ...common,
    };
  }
  if (sourceLabels.some((name) => labels.has(name)) || line === "") return undefined;
  if (part.test("") || !part.test(line)) return undefined;
  return {
    code: "rule-matches-part",
    clause: `${shown(regex)} matches the line, and a rule sees labels alone; stage.regex reads the line`,
    ...common,
  };
}

/** Why a rule dropped an entry, or did nothing to it. */
function describe(rule: RelabelRule, labels: LabelSet, kept: boolean, line: string): Reason {
  const { action, sourceLabels, regex, targetLabel, anchored } = rule;
  const byName = new Map(labels);
  const source = joined(rule, byName);
  const evidence = { source_labels: sourceLabels, value: source, regex, action };
  const names = sourceLabels.length === 0 ? "the empty source" : sourceLabels.map(shown).join(", ");
  const is = `${names} = ${shown(source)}`;
  switch (action) {
    case "keepequal":
    case "dropequal": {
      const equal = (byName.get(targetLabel) ?? "") === source;
      return {
        code: equal ? "equal" : "not-equal",
        text: `${kept ? "Kept" : "Dropped"}: ${is} is ${equal ? "" : "not "}what ${shown(targetLabel)} holds`,
        evidence,
      };
    }
    case "labelmap":
    case "labeldrop":
    case "labelkeep": {
      const matched = labels.names.some((name) => anchored.test(name));
      return {
        code: matched ? "unchanged" : "no-match",
        text: `Unchanged: ${matched ? "the labels already are as the rule sets them" : `${shown(regex)} matches no label name`}`,
        evidence,
      };
    }
    default: {
      const matches = action === "lowercase" || action === "uppercase" || action === "hashmod" || anchored.test(source);
      const doubt = matches ? undefined : almostMatched(rule, byName, source, line);
      const hint = doubt === undefined ? "" : `; ${doubt.clause}`;
      const clause = `${is} ${matches ? "matches" : "does not match"} ${shown(regex)}${hint}`;
      if (action === "keep" || action === "drop")
        return {
          code: matches ? "matched" : "no-match",
          text: `${kept ? "Kept" : "Dropped"}: ${clause}`,
          evidence,
          doubt,
        };
      if (!matches) return { code: "no-match", text: `Unchanged: ${clause}`, evidence, doubt };
      return { code: "unchanged", text: `Unchanged: ${shown(targetLabel)} already holds the new value`, evidence };
    }
  }
}
