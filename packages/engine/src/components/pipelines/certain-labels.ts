/** Relabelling of labels of which only some are known. */
import { applyRule } from "../../relabel/apply.ts";
import type { RelabelRule, RelabelRules } from "../../relabel/rule.ts";

/** What is known of labels. */
export interface PartLabels {
  /** By name; undefined: any value, or none. Empty: it is not there. */
  readonly values: ReadonlyMap<string, string | undefined>;
  /** Other names that may be there; internal ones begin with `__`. */
  readonly more: "none" | "internal" | "any";
}

const ANYTHING: PartLabels = { values: new Map(), more: "any" };

/** The value of a label, empty where it is not there; undefined where that is not known. */
export function knownValue({ values, more }: PartLabels, name: string): string | undefined {
  if (values.has(name)) return values.get(name);
  return more === "any" || (more === "internal" && name.startsWith("__")) ? undefined : "";
}

/** What is certain after `rules`, as a component hands labels on: none that is empty or begins with two underscores. */
export function relabelCertain(rules: RelabelRules, labels: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const { values } = rules.reduce<PartLabels>((one, rule) => relabelPart(rule, one), { values: labels, more: "any" });
  return new Map([...values].flatMap(([name, value]) => (name.startsWith("__") || !value ? [] : [[name, value]])));
}

/** What a rule looks at: the values of its source labels; undefined where that is not known. */
export function readByRule({ sourceLabels, separator }: RelabelRule, labels: PartLabels): string | undefined {
  const values = sourceLabels.map((name) => knownValue(labels, name));
  return values.every((value) => value !== undefined) ? values.join(separator) : undefined;
}

const MATCHES_ALL: ReadonlySet<string> = new Set(["(.*)", ".*"]);

/** Applies a rule as far as its result is known. What it drops does not come. */
export function relabelPart(rule: RelabelRule, labels: PartLabels): PartLabels {
  const { action, sourceLabels, targetLabel, anchored, regex, replacement } = rule;
  switch (action) {
    case "keep":
    case "drop":
    case "keepequal":
    case "dropequal":
      return labels;
    case "labeldrop":
    case "labelkeep": {
      const stays = (name: string) => anchored.test(name) === (action === "labelkeep");
      const values = [...labels.values].map(([name, value]) => [name, stays(name) ? value : ""] as const);
      return { ...labels, values: new Map(values) };
    }
    case "labelmap":
      // Labels that are not known may be copied over any other.
      return ANYTHING;
    default: {
      const read = readByRule(rule, labels);
      if (read === undefined) {
        const isFixed = action === "replace" && MATCHES_ALL.has(regex) && !replacement.includes("$");
        return withAnyValue(labels, targetLabel, isFixed ? replacement : undefined);
      }
      if (action === "replace" && !anchored.test(read)) return labels;
      const known = new Map(sourceLabels.map((name) => [name, knownValue(labels, name)!]));
      applyRule(rule, known);
      if (!targetLabel.includes("$")) known.set(targetLabel, known.get(targetLabel) ?? "");
      return { ...labels, values: new Map([...labels.values, ...known]) };
    }
  }
}

/** After something that may set the label `name`, in which `$` stands for any text. */
export const withAnyValue = (labels: PartLabels, name: string, value?: string): PartLabels =>
  name.includes("$") ? ANYTHING : { ...labels, values: new Map([...labels.values, [name, value]]) };
