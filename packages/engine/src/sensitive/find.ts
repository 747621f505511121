/**
 * Finds private values in a text that others shall see, by their form or by the name that they are assigned to; others
 * replace them. Each finding has a kind, a value, its place, and the syntax that bounds it (a quoted text, a number, a part of
 * an address), however deeply it is nested, so that a replacement leaves everything around it readable. Each quoted text is
 * read by itself (`base/secrets/nested-texts.ts`). When in doubt, a value is private; a value without a form of its own cannot
 * be found. Every pattern takes time in proportion to the text.
 */

import { atOnce, STEP } from "../base/at-once.ts";
import { assignedSecretsInSteps } from "../base/secrets/assigned-secrets.ts";
import { Columns } from "../base/secrets/columns.ts";
import { type DecodedText, decodeEntities, decodeForm, decodePercent } from "../base/secrets/decoded-text.ts";
import { contentOf, MASK, mayHold, nestedTextsInSteps } from "../base/secrets/nested-texts.ts";
import { isNothing, isSecretName, mayHoldSecretName } from "../base/secrets/secret-names.ts";
import { secretParts, type ValueSyntax } from "../base/secrets/secret-parts.ts";
import { secretsByForm } from "../base/secrets/secrets.ts";
import type { Span } from "../base/span.ts";
import { findIbans, findNationalIds } from "./account-numbers.ts";
import { findAddresses } from "./addresses.ts";
import { findInArguments } from "./argv.ts";
import { isCard } from "./card-numbers.ts";
import { findInserted } from "./inserts.ts";
import { KEY_BEGIN, KEY_END } from "./key-marks.ts";
import { mayHoldHash, PASSWORD_HASH } from "./password-hashes.ts";
import { findNamedIds, findNamedPhones, findPhones } from "./phones.ts";
import type { Phrase } from "./phrase.ts";
import { mayHoldPhrase } from "./phrase-hints.ts";
import { findPhrases } from "./phrases.ts";
import { PRIVATE_KINDS, type PrivateKind } from "./private-kinds.ts";
import { isStandIn } from "./stand-ins.ts";
import { TOKEN_HINT } from "./token-hint.ts";
import { TOKENS } from "./tokens.ts";

/** One private value: its place, and the syntax around it. */
export interface FoundPrivate {
  readonly kind: PrivateKind;
  readonly start: number;
  readonly end: number;
  /** Decoded, without the escapes of its place. */
  readonly value: string;
  readonly syntax: ValueSyntax | "text" | "address";
  /** What it is assigned to, where that is what says that it is secret. */
  readonly name?: string | undefined;
  /** Otherwise the phrase before it, and which of its words. */
  readonly phrase?: Phrase | undefined;
  readonly word?: string | undefined;
}

/** `[\s\S]` would take what comes after a key that is cut. */
const KEY = String.raw`${KEY_BEGIN}(?:[A-Za-z0-9+/=\s:,.\\]|-(?!----))*`;
const PRIVATE_KEY = new RegExp(`${KEY}(?:${KEY_END})?`, "g");
const WHOLE_KEY = new RegExp(String.raw`^${KEY}${KEY_END}(?:\s|\\+[nrt])*$`);
const JWT = /(?<![\w-])eyJ[\w-]{5,4000}\.[\w-]{2,8000}\.[\w-]{0,4000}/g;
const MAIL =
  /(?<![\w.%+-])[A-Za-z0-9][\w.%+-]{0,63}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z]{2,24}(?![\w-])/g;
/** Runs of digits over blanks or dashes; which of them are cards is decided by issuer, length and checksum. */
const DIGITS = /(?<![\d.+%-])(?<![\d][ -])\d(?:[ -]?\d){12,18}(?![ -]?\d|\.\d)/g;
/** Those that are written in one piece or in groups of four, before another number. */
const CARDS =
  /(?<![\d.+%-])(?<![\d][ -])(?:\d{13,19}|\d{4}(?:[ -]\d{4}){3})(?= \d)|(?<![\d.+%-])(?<=\d )\d{13,19}(?![-\d]|\.\d)/g;
/** Units of a text through which a single pattern takes long enough for a stop after it. */
const LONG = 10_000;
/** Of these the part that something else holds of says nothing. */
const DROPPED: ReadonlySet<PrivateKind> = new Set(["card", "iban", "national_id", "mail", "phone", "ip"]);

const PARAMETERS = /^\w+=".*\bresponse="/;

/** In the text that is read: its place, and whether the syntax around it bounds it, not its own form alone. */
interface Candidate extends FoundPrivate {
  readonly bounded: boolean;
}

/** A text without one of these and without a secret's name holds nothing private. */
const PRIVATE_HINT = new RegExp(String.raw`[@\d]|::|eyJ|PRIVATE KEY|Bearer|Basic|${TOKEN_HINT.source}`);
const mayBePrivate = (written: string): boolean =>
  mayHold(written, (one) => PRIVATE_HINT.test(one) || mayHoldSecretName(one) || mayHoldPhrase(one));

interface FindingOptions {
  /** Whether names count, and the syntax around. */
  readonly named?: boolean;
}

/** In order, without overlaps. */
export const findPrivate = (text: string, options?: FindingOptions): FoundPrivate[] =>
  atOnce(findPrivateInSteps(text, options));

/** The same in steps. */
export function* findPrivateInSteps(
  text: string,
  { named = true }: FindingOptions = {},
): Generator<void, FoundPrivate[]> {
  const found: Candidate[] = [];
  let done = 0;
  if (named)
    for (const [kind, find] of BY_NAME)
      for (const { start, end } of find(text))
        found.push({
          kind,
          start,
          end,
          value: text.slice(start, end),
          syntax: numberOrText(text, start),
          bounded: false,
        });
  for (const nested of yield* nestedTextsInSteps(text, mayBePrivate)) {
    const { reading, quoted, masked } = nested;
    const add = (one: Candidate) => {
      if (!isNothing(one.value)) found.push({ ...one, ...reading.spanOf(one.start, one.end) });
    };
    if (named) {
      for (const one of addressSecrets(masked)) {
        if (++done % STEP === 0) yield;
        add(one);
      }
      if (masked.length > LONG) yield;
      const assigned = yield* assignedSecretsInSteps({ text: reading.text, quoted, masked });
      for (const { name, start, end, syntax, quotes } of assigned) {
        if (++done % STEP === 0) yield;
        const written = reading.text.slice(start, end);
        // The parameters of a header's scheme, of which a phrase says which one is secret.
        if (syntax === "line" && PARAMETERS.test(written)) continue;
        // By its own form it is found without the end of line behind it.
        if (WHOLE_KEY.test(written)) continue;
        const value =
          quotes === undefined
            ? meant(written, syntax)
            : contentOf(reading.text, { ...quotes, inner: { start, end } }).text;
        add({ kind: kindOf(value), start, end, value, syntax, name, bounded: true });
      }
      for (const { phrase, word, start, end, value, quoted } of [
        ...findPhrases(nested),
        ...findInArguments(nested),
        ...findInserted(nested),
      ]) {
        if (++done % STEP === 0) yield;
        const syntax = quoted ? "quoted" : "text";
        add({ kind: kindOf(value), start, end, value, syntax, name: phrase.name, phrase, word, bounded: true });
      }
      if (masked.length > LONG) yield;
    }
    yield* addForms(masked, reading, add);
    if (++done % STEP === 0) yield;
  }
  yield;
  // A stand-in keeps its place, so that nothing else is found around it.
  return apart(found).flatMap(({ bounded: _, ...one }) => (isStandIn(one.value) ? [] : [one]));
}

/** The same of a value under a name: as a whole where the name says that it is one. */
export const findPrivateValue = (name: string, value: string): FoundPrivate[] =>
  atOnce(findPrivateValueInSteps(name, value));

export function* findPrivateValueInSteps(name: string, value: string): Generator<void, FoundPrivate[]> {
  if (!isSecretName(name) || isNothing(value)) return yield* findPrivateInSteps(value);
  return secretParts(name, value, { start: 0, end: value.length }, "quoted")
    .map(({ start, end, syntax }): FoundPrivate => {
      const secret = value.slice(start, end);
      return { kind: kindOf(secret), start, end, value: secret, syntax, name };
    })
    .filter((one) => !isStandIn(one.value));
}

/** Where a name of JSON and no quote precedes, only a number may stand. */
const numberOrText = (text: string, start: number): "number" | "text" =>
  /"[ \t]*:[ \t]*$/.test(text.slice(Math.max(0, start - 10), start)) ? "number" : "text";

const BY_CHECK: readonly (readonly [PrivateKind, (text: string) => Span[]])[] = [
  ["iban", findIbans],
  ["national_id", findNationalIds],
  ["phone", findPhones],
  ["ip", findAddresses],
];

/** Numbers that only the name before them tells from others. */
const BY_NAME: readonly (readonly [PrivateKind, (text: string) => Span[]])[] = [
  ["national_id", findNamedIds],
  ["phone", findNamedPhones],
];

const HASHES = new RegExp(String.raw`(?<![\w$])${PASSWORD_HASH}`, "g");

function* addForms(masked: string, { text }: DecodedText, add: (one: Candidate) => void): Generator<void> {
  const form = (kind: PrivateKind, pattern: RegExp, holds: (value: string) => boolean = () => true): void => {
    for (const { 0: value, index } of masked.matchAll(pattern))
      if (holds(value)) add({ kind, start: index, end: index + value.length, value, syntax: "text", bounded: false });
  };
  const long = masked.length > LONG;
  if (masked.includes("PRIVATE KEY")) form("private_key", PRIVATE_KEY);
  if (long) yield;
  if (masked.includes("eyJ")) form("jwt", JWT);
  if (long) yield;
  if (TOKEN_HINT.test(masked))
    for (const pattern of TOKENS) {
      form("token", pattern);
      if (long) yield;
    }
  if (mayHoldHash(masked)) form("password", HASHES);
  form("card", DIGITS, isCard);
  form("card", CARDS, isCard);
  if (long) yield;
  if (masked.includes("@")) form("mail", MAIL);
  if (long) yield;
  if (long) yield;
  for (const [kind, find] of BY_CHECK) {
    for (const { start, end } of find(masked))
      add({ kind, start, end, value: text.slice(start, end), syntax: "text", bounded: false });
    if (long) yield;
  }
}

const PARAMETER_NAME = /([^\s=&;#?"'<>]{1,100})=$/;

/** Passwords and parameters of addresses, without what closes a bracket or ends a sentence around them. */
function* addressSecrets(masked: string): Iterable<Candidate> {
  const columns = new Columns(masked);
  for (const { start: first, end: last } of secretsByForm(masked)) {
    let [start, end] = [first, last];
    const written = masked.slice(start, end);
    const outside = Math.max(written.lastIndexOf('"'), written.lastIndexOf(MASK), written.lastIndexOf("<"));
    start += outside + 1;
    // In `user:password` the user is not private, unless it is alone.
    const credentials = masked[end] === "@";
    if (credentials && !masked.startsWith("//", first - 2)) continue;
    if (credentials) {
      const colon = masked.slice(start, end).indexOf(":");
      if (colon >= 0 && start + colon + 1 < end) start += colon + 1;
      else if (colon >= 0) end = start + colon;
    } else end = start + withoutClosers(masked.slice(start, columns.endWithin(start, end))).length;
    if (start >= end) continue;
    const value = masked.slice(start, end);
    const isParameter = !credentials && masked[start - 1] === "=";
    const plain = isParameter ? (decodeForm(value)?.text ?? value) : value;
    const decoded = decodePercent(plain)?.text ?? plain;
    const name = isParameter ? PARAMETER_NAME.exec(masked.slice(Math.max(0, start - 102), start))?.[1] : undefined;
    yield { kind: kindOf(decoded), start, end, value: decoded, syntax: "address", name, bounded: true };
  }
}

/** Brackets that are opened in the value are closed there. */
function withoutClosers(value: string): string {
  let out = value.replace(/\\+$/, "").replace(/[.,:]+$/, "");
  for (const [open, close] of [
    ["(", ")"],
    ["[", "]"],
    ["{", "}"],
  ] as const) {
    const extra = out.indexOf(close);
    if (extra >= 0 && !out.slice(0, extra).includes(open)) out = out.slice(0, extra);
  }
  return out;
}

const meant = (written: string, syntax: ValueSyntax): string => {
  if (syntax === "element") return decodeEntities(written)?.text ?? written;
  return syntax === "word" ? (decodePercent(written)?.text ?? written) : written;
};

/** For a value that is secret by its place. */
function kindOf(value: string): PrivateKind {
  const whole = (pattern: RegExp) => value.match(pattern)?.[0] === value;
  if (value.startsWith("-----BEGIN")) return "private_key";
  if (whole(JWT)) return "jwt";
  if (/^[\d -]{13,}$/.test(value) && isCard(value)) return "card";
  return TOKEN_HINT.test(value) && TOKENS.some(whole) ? "token" : "password";
}

/** What two finds that meet are compared by. */
type Meeting = Pick<FoundPrivate, "kind" | "start" | "end"> &
  Partial<Pick<FoundPrivate, "phrase">> & { readonly bounded?: boolean };

/**
 * If one of two finds contains the other, the outer one stays. If they overlap, the one with bounds from the syntax stays,
 * and the rest of the other if it still means something. Only what one of them covers is covered. Of two of one place the one
 * that says more of it stays.
 */
export function apart<F extends Meeting>(found: readonly F[]): F[] {
  const sorted = [...found].sort(
    (a, b) => a.start - b.start || b.end - a.end || rankOf(a) - rankOf(b) || doubtOf(a) - doubtOf(b),
  );
  const out: F[] = [];
  for (const one of sorted) {
    const last = out.at(-1);
    if (last === undefined || one.start >= last.end) out.push(one);
    else if (one.bounded === true && last.bounded !== true && DROPPED.has(last.kind)) out[out.length - 1] = one;
    else if (one.end <= last.end) continue;
    else if (!DROPPED.has(one.kind)) out.push({ ...one, start: last.end });
  }
  return out;
}

/** How much the looks of a value decide: nothing under a name or behind a phrase with a place for it. */
function doubtOf({ phrase }: Meeting): number {
  if (phrase === undefined) return 0;
  return phrase.value === "generated" ? 3 : phrase.value === "chosen" || phrase.value === "odd" ? 2 : 1;
}

const rankOf = ({ kind }: Pick<FoundPrivate, "kind">): number => PRIVATE_KINDS.indexOf(kind);
