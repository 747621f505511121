/** Relabelling of labels of which only some are known. */
import { applyRule } from "../../relabel/apply.ts";
import type { RelabelRule, RelabelRules } from "../../relabel/rule.ts";

/** What is certain after `rules`, as a component hands labels on: none that is empty or begins with two underscores. */
export function relabelCertain(rules: RelabelRules, labels: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const after = new Map(labels);
  for (const rule of rules) relabel(rule, after);
  return new Map([...after].filter(([name, value]) => !name.startsWith("__") && value !== ""));
}

/** Applies a rule as far as its result is known: a label that is not known may have any value, or none. */
function relabel(rule: RelabelRule, labels: Map<string, string>): void {
  const { action, sourceLabels: sources, targetLabel } = rule;
  switch (action) {
    case "keep":
    case "drop":
    case "keepequal":
    case "dropequal":
      // What is dropped does not come.
      return;
    case "labeldrop":
    case "labelkeep":
      applyRule(rule, labels);
      return;
    case "labelmap":
      // Labels that are not known may be copied over any other.
      labels.clear();
      return;
    default:
      if (sources.every((name) => labels.has(name))) applyRule(rule, labels);
      else if (targetLabel.includes("$")) labels.clear();
      else labels.delete(targetLabel);
  }
}
