/** What finds secrets by rules, for the few configurations that have `logs.secretfilter`. */
export { readGitleaksConfig } from "./gitleaks-config.ts";
export { findByRules, OWN_RULE_SET } from "./secret-rules.ts";
