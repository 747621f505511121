/** Applies relabelling rules to labels as Prometheus does. */
import { compareBytes } from "@sluice/languages/base";
import { toLower, toUpper } from "@sluice/languages/gotemplate/runes";
import { md5Words } from "@sluice/languages/md5";
import { expandTemplate } from "@sluice/languages/re2";
import { LabelSet } from "../base/label-set.ts";
import type { RelabelRule, RelabelRules } from "./rule.ts";

/** Prometheus's label names, unless any text is allowed. */
export const LABEL_NAME = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

/** Changes `labels` by one rule; false: they go. A label without a value counts as none. */
export function applyRule(rule: RelabelRule, labels: Map<string, string>): boolean {
  const { action, anchored, targetLabel } = rule;
  switch (action) {
    case "keep":
      return anchored.test(joined(rule, labels));
    case "drop":
      return !anchored.test(joined(rule, labels));
    case "keepequal":
      return (labels.get(targetLabel) ?? "") === joined(rule, labels);
    case "dropequal":
      return (labels.get(targetLabel) ?? "") !== joined(rule, labels);
    case "replace":
      replace(rule, labels);
      return true;
    case "lowercase":
      set(labels, targetLabel, toLower(joined(rule, labels)));
      return true;
    case "uppercase":
      set(labels, targetLabel, toUpper(joined(rule, labels)));
      return true;
    case "hashmod":
      set(labels, targetLabel, String(md5Words(joined(rule, labels)).low % BigInt(rule.modulus)));
      return true;
    case "labelmap":
      for (const [name, value] of [...labels].sort(([a], [b]) => compareBytes(a, b)))
        if (anchored.test(name)) set(labels, anchored.replaceAll(name, rule.replacement), value);
      return true;
    case "labeldrop":
      for (const name of [...labels.keys()]) if (anchored.test(name)) labels.delete(name);
      return true;
    case "labelkeep":
      for (const name of [...labels.keys()]) if (!anchored.test(name)) labels.delete(name);
      return true;
  }
}

/** Changes `labels` by all rules, in their order; gives the first that lets them go, or undefined. */
export function applyRules(rules: RelabelRules, labels: Map<string, string>): RelabelRule | undefined {
  return rules.find((rule) => !applyRule(rule, labels));
}

/** A label set after all rules; undefined where one of them drops it. */
export function relabelSet(rules: RelabelRules, labels: LabelSet): LabelSet | undefined {
  if (rules.length === 0) return labels;
  const changed = new Map(labels);
  return applyRules(rules, changed) === undefined ? LabelSet.of(changed) : undefined;
}

/** What a rule looks at: the values of its source labels. */
export const joined = ({ sourceLabels, separator }: RelabelRule, labels: ReadonlyMap<string, string>): string =>
  sourceLabels.length === 1
    ? (labels.get(sourceLabels[0]!) ?? "")
    : sourceLabels.map((name) => labels.get(name) ?? "").join(separator);

function replace(rule: RelabelRule, labels: Map<string, string>): void {
  const text = joined(rule, labels);
  const match = rule.anchored.execIndices(text);
  if (match === null) return;
  const { groupNames } = rule.anchored;
  const target = expandTemplate(rule.targetLabel, text, match, groupNames);
  if (LABEL_NAME.test(target)) set(labels, target, expandTemplate(rule.replacement, text, match, groupNames));
}

function set(labels: Map<string, string>, name: string, value: string): void {
  if (value === "" || name === "") labels.delete(name);
  else labels.set(name, value);
}
