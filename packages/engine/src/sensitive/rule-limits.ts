/** Bounds of a file with rules for secrets. */

/** Bytes; Gitleaks' own has some 100,000. */
export const MAX_CONFIG_BYTES = 1024 * 1024;
export const MAX_CONFIG_RULES = 2000;
export const MAX_CONFIG_EXPRESSIONS = 10_000;
