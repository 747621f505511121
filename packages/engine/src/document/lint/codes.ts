/** The codes of lints, apart from the lints themselves, which depend on the check for unknown codes. */
export const LINT_CODES = [
  "read-before-set",
  "name-not-set",
  "value-unused",
  "label-unused",
  "unreachable-stage",
  "multiline-too-early",
  "age-before-timestamp",
  "costly-pattern",
  "differs-in-alloy",
  "high-cardinality-label",
] as const;

export type LintCode = (typeof LINT_CODES)[number];
