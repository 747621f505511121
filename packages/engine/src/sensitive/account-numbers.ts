/**
 * Numbers of bank accounts and of persons that show by their own form and check digits what they are: IBANs, and the
 * numbers of the US (by its blocks), Brazil, Italy and France. Numbers without such a check are found by their field's name.
 */
import type { Span } from "../base/span.ts";

/** Characters of an IBAN by country (ISO 13616). */
const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 " +
    "FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 " +
    "LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 " +
    "SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20"
  )
    .split(" ")
    .map((one) => [one.slice(0, 2), Number(one.slice(2))]),
);

const IBAN = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}/g;

export function findIbans(text: string): Span[] {
  const found: Span[] = [];
  for (const { 0: written, index } of text.matchAll(IBAN)) {
    const length = IBAN_LENGTHS[written.slice(0, 2)];
    if (length === undefined) continue;
    // In capitals the words after it look like more of it.
    let end = 0;
    for (let count = 0; count < length && end < written.length; end++) if (written[end] !== " ") count++;
    const plain = written.slice(0, end).replaceAll(" ", "");
    if (plain.length !== length || /[A-Za-z0-9]/.test(text[index + end] ?? "") || ibanRemainder(plain) !== 1) continue;
    found.push({ start: index, end: index + end });
  }
  return found;
}

/** By ISO 7064, mod 97: 1 of a whole number, 98 less the remainder are the check digits of one with `00`. */
export function ibanRemainder(iban: string): number {
  let rest = 0;
  for (const c of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(c, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/** Each with the check that its numbers pass; area 000 and the like are for stand-ins. */
const NATIONAL: readonly (readonly [RegExp, (written: string) => boolean])[] = [
  [/(?<![\w.-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-]|\.\d)/g, () => true],
  [/(?<![\w.-])(?!000\.00)\d{3}\.\d{3}\.\d{3}-\d{2}(?![\w-])/g, isCpf],
  [/(?<![A-Za-z0-9])[A-Z]{6}\d{2}[ABCDEHLMPRST]\d{2}[A-Z]\d{3}[A-Z](?![A-Za-z0-9])/g, isItalian],
  [/(?<![\w.-])[12] \d{2} (?:0[1-9]|1[0-2]|[2-9]\d) \d{2} \d{3} \d{3} \d{2}(?![\w-])/g, isFrench],
];

export function findNationalIds(text: string): Span[] {
  const found: Span[] = [];
  for (const [pattern, holds] of NATIONAL)
    for (const { 0: written, index } of text.matchAll(pattern))
      if (holds(written)) found.push({ start: index, end: index + written.length });
  return found;
}

function isCpf(written: string): boolean {
  const digits = written.replace(/\D/g, "");
  const check = (length: number): number => {
    let sum = 0;
    for (let i = 0; i < length; i++) sum += Number(digits[i]) * (length + 1 - i);
    return ((sum * 10) % 11) % 10;
  };
  return new Set(digits).size > 1 && check(9) === Number(digits[9]) && check(10) === Number(digits[10]);
}

/** Worth of a letter, and of the digit with its number, at odd places of a codice fiscale. */
const AT_ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

function isItalian(written: string): boolean {
  let sum = 0;
  for (let i = 0; i < 15; i++) {
    const value = Number.parseInt(written[i]!, 36);
    const number = value > 9 ? value - 10 : value;
    sum += i % 2 === 0 ? AT_ODD[number]! : number;
  }
  return sum % 26 === Number.parseInt(written[15]!, 36) - 10;
}

function isFrench(written: string): boolean {
  const digits = written.replaceAll(" ", "");
  return 97 - (Number(digits.slice(0, 13)) % 97) === Number(digits.slice(13));
}
