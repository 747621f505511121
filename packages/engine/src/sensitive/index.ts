/** What must not leave: the one detector of secrets and personal data in texts. */
export { type FoundPrivate, findPrivate } from "./find.ts";
export { PRIVATE_KINDS, type PrivateKind, type SecretKind, type Sensitivity, sensitivityOf } from "./private-kinds.ts";
export { type Finding, findSensitive, findSensitiveValue } from "./sensitive.ts";
