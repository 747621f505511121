/** Which numbers are those of cards: by issuer, length and checksum. */

const ISSUERS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720))/, [16]],
  [/^3[47]/, [15]],
  [/^3(?:0[0-5]|[689])/, [14]],
  [/^35(?:2[89]|[3-8])/, [16]],
  [/^6(?:011|4[4-9]|5)/, [16, 19]],
];
/** Unbroken, or in groups as they stand on cards: other runs of numbers are none. */
const LAYOUT = /^(?:\d{13,19}|\d{4}([ -])\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|\d{4}([ -])\d{6}\2\d{4,5})$/;

/** With blanks and dashes, as people write them. */
export function isCard(text: string): boolean {
  if (!LAYOUT.test(text)) return false;
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
