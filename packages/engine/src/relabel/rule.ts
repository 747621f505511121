/** A Prometheus relabelling rule, ready to be applied. */
import type { Regex } from "@sluice/languages/re2";

export type RelabelAction =
  | "replace"
  | "lowercase"
  | "uppercase"
  | "keep"
  | "drop"
  | "keepequal"
  | "dropequal"
  | "hashmod"
  | "labelmap"
  | "labeldrop"
  | "labelkeep";

export interface RelabelRule {
  readonly action: RelabelAction;
  readonly sourceLabels: readonly string[];
  readonly separator: string;
  /** As written. */
  readonly regex: string;
  /** The same, which has to match the whole of a text. */
  readonly anchored: Regex;
  /** The same, which has to match a part, for explanations. */
  readonly part: Regex;
  /** Of `hashmod`. */
  readonly modulus: number;
  readonly targetLabel: string;
  readonly replacement: string;
}

/** Rules in the order in which they are applied. */
export type RelabelRules = readonly RelabelRule[];

/** Whether two lists of rules do the same to all labels. */
export function sameRules(a: RelabelRules, b: RelabelRules): boolean {
  return a === b || (a.length === b.length && a.every((rule, i) => sameRule(rule, b[i]!)));
}

const sameRule = (a: RelabelRule, b: RelabelRule): boolean =>
  a.action === b.action &&
  a.separator === b.separator &&
  a.regex === b.regex &&
  a.modulus === b.modulus &&
  a.targetLabel === b.targetLabel &&
  a.replacement === b.replacement &&
  a.sourceLabels.length === b.sourceLabels.length &&
  a.sourceLabels.every((name, i) => name === b.sourceLabels[i]);
