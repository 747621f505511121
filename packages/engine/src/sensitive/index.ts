/** What must not leave: the one detector of secrets and personal data in texts. */
export { type FoundPrivate, findPrivate } from "./find.ts";
export { mayHoldSecret, secretHints } from "./hint.ts";
export { hasKeyBody, KeyLines, keyFinding } from "./key-lines.ts";
export {
  PRIVATE_KINDS,
  PRIVATE_PLURALS,
  PRIVATE_WORDS,
  type PrivateKind,
  SECRET_KINDS,
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
export { type Finding, findSensitive, findSensitiveValue } from "./sensitive.ts";
