/** The codes of lints, apart from the lints themselves, which depend on the check for unknown codes. */
export const LINT_CODES = [
  "read-before-set",
  "name-not-set",
  "read-after-removed",
  "value-not-label",
  "label-not-value",
  "removed-before-set",
  "value-overwritten",
  "value-unused",
  "label-unused",
  "unreachable-stage",
  "multiline-too-early",
  "age-before-timestamp",
  "time-overwritten",
  "location-ignored",
  "replace-without-group",
  "replace-groups",
  "costly-pattern",
  "differs-in-alloy",
  "high-cardinality-label",
] as const;

export type LintCode = (typeof LINT_CODES)[number];
