/** What must not leave: the one detector of secrets and personal data in texts. */
export { type FoundPrivate, findPrivate } from "./find.ts";
export {
  type GitleaksResult,
  MAX_CONFIG_BYTES,
  MAX_CONFIG_EXPRESSIONS,
  MAX_CONFIG_RULES,
  readGitleaksConfig,
} from "./gitleaks-config.ts";
export { mayHoldSecret } from "./hint.ts";
export { hasKeyBody, KeyLines, keyFinding } from "./key-lines.ts";
export {
  PRIVATE_KINDS,
  PRIVATE_PLURALS,
  PRIVATE_WORDS,
  type PrivateKind,
  type Sensitivity,
  sensitivityOf,
} from "./private-kinds.ts";
export {
  type ScannedEntry,
  type SensitiveKind,
  type SensitivePart,
  type SensitivePlace,
  type SensitiveReport,
  SensitiveScan,
  sensitiveReport,
} from "./report.ts";
export {
  type FoundSecret,
  type FoundSecrets,
  findByRules,
  GENERIC_RULE,
  OWN_RULE_SET,
  OWN_RULES,
  type RuleSet,
} from "./secret-rules.ts";
export { type Finding, findSensitive, findSensitiveValue } from "./sensitive.ts";
