/**
 * What looks like a secret in a text that others shall see: by its form, or by the name that it is assigned to. Rather too
 * much is found than too little; what has no form of its own cannot be found. Every pattern takes time in proportion to the
 * text.
 */
import { findSecrets, isSecretName } from "../../base/secrets.ts";

export type SecretKind = "private_key" | "jwt" | "token" | "password" | "card" | "mail";
/** With what is no secret, and is nobody else's either. */
export type PrivateKind = SecretKind | "ip";

export interface FoundSecret<K extends PrivateKind = SecretKind> {
  readonly kind: K;
  readonly start: number;
  readonly end: number;
}

const PRIVATE_KEY =
  /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY-----[\s\S]*?(?:-----END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY-----|$)/g;
const JWT = /(?<![\w-])eyJ[\w-]{5,4000}\.[\w-]{2,8000}\.[\w-]{0,4000}/g;
/** Prefixes by which providers mark their keys. */
const TOKENS: readonly RegExp[] = [
  /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/g,
  /\bgh[oprsu]_[A-Za-z0-9]{30,255}\b/g,
  /\bgithub_pat_\w{40,255}\b/g,
  /\bglpat-[\w-]{20,64}/g,
  /\bglsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}\b/g,
  /\bglc_[A-Za-z0-9+/]{32,400}={0,2}/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,255}/g,
  /\b[rs]k_(?:live|test)_[A-Za-z0-9]{10,255}/g,
  /\bsk-(?:[a-z]+-)?[\w-]{20,255}/g,
  /\bAIza[\w-]{35}/g,
  /\bnpm_[A-Za-z0-9]{36}\b/g,
  /\bdop_v1_[a-f0-9]{64}\b/g,
  /\bhvs\.[\w-]{24,255}/g,
  /\bSG\.[\w-]{22}\.[\w-]{43}/g,
];
const TOKEN_HINT = /A[KSBC]IA|ACCA|gh[oprsu]_|github_pat_|gl(?:pat-|sa_|c_)|xox|[rs]k[_-]|AIza|npm_|dop_v1_|hvs\.|SG\./;
const MAIL =
  /(?<![\w.%+-])[A-Za-z0-9][\w.%+-]{0,63}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z]{2,24}(?![\w-])/g;
/** Runs of digits over blanks or dashes; which of them are cards is decided by issuer, length and checksum. */
const DIGITS = /(?<![\d.,:+-])(?<![\d][ -])\d(?:[ -]?\d){12,18}(?![ -]?\d|[.,]\d)/g;
const ISSUERS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720))/, [16]],
  [/^3[47]/, [15]],
  [/^3(?:0[0-5]|[689])/, [14]],
  [/^35(?:2[89]|[3-8])/, [16]],
  [/^6(?:011|4[4-9]|5)/, [16, 19]],
];

/** Before what is secret of a header. */
const SCHEME = /(?:Bearer|Basic|Token|Digest) +(?=\S)/y;

/** Those that count where several hold of one stretch. */
const RANK: readonly PrivateKind[] = ["private_key", "jwt", "token", "password", "card", "mail", "ip"];

/** In order, without overlaps. */
export function findSecretForms(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  const add = (kind: SecretKind, pattern: RegExp, holds: (value: string) => boolean = () => true): void => {
    for (const match of text.matchAll(pattern))
      if (holds(match[0])) found.push({ kind, start: match.index, end: match.index + match[0].length });
  };
  if (text.includes("PRIVATE KEY-----")) add("private_key", PRIVATE_KEY);
  if (text.includes("eyJ")) add("jwt", JWT);
  if (TOKEN_HINT.test(text)) for (const pattern of TOKENS) add("token", pattern);
  for (const { start, end } of findSecrets(text)) {
    SCHEME.lastIndex = start;
    found.push({ kind: "password", start: SCHEME.test(text) ? SCHEME.lastIndex : start, end });
  }
  add("card", DIGITS, isCard);
  if (text.includes("@")) add("mail", MAIL);
  return apart(found);
}

/** The same of a value under a name: as a whole where the name says that it is one. */
export function findSecretForm(name: string, value: string): FoundSecret[] {
  if (value !== "" && isSecretName(name)) return [{ kind: "password", start: 0, end: value.length }];
  return findSecretForms(value);
}

function isCard(text: string): boolean {
  const digits = text.replace(/[ -]/g, "");
  const issued = ISSUERS.some(([prefix, lengths]) => prefix.test(digits) && lengths.includes(digits.length));
  return issued && luhnSum(digits) % 10 === 0;
}

/** Of all digits, from the right every second one doubled. */
export function luhnSum(digits: string): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    const counted = i % 2 === 0 ? digit : digit * 2;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum;
}

/** Of overlapping ones the first by rank stays, and covers what it overlaps. */
export function apart<F extends FoundSecret<PrivateKind>>(found: F[]): F[] {
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const out: F[] = [];
  for (const one of found) {
    const last = out.at(-1);
    if (last === undefined || one.start >= last.end) {
      out.push(one);
      continue;
    }
    const kind = RANK.indexOf(one.kind) < RANK.indexOf(last.kind) ? one.kind : last.kind;
    out[out.length - 1] = { ...last, kind, end: Math.max(last.end, one.end) };
  }
  return out;
}
