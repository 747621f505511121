/** Whether a value looks as if a program made it, by its characters: what tells a key from a word near it. */

const UUID = /^\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?$/i;
const HEX = /^(?:0x)?[0-9a-f]+$/i;
const NUMBERS = /^[\d.:_T+Z-]+$/;

export const isUuid = (value: string): boolean => UUID.test(value);

/** A UUID, a hash, a number or a time: values that identify something and open nothing. */
export const isIdentifier = (value: string): boolean => UUID.test(value) || HEX.test(value) || NUMBERS.test(value);

/** Shannon's, in bits for each character. */
export function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const c of value) counts.set(c, (counts.get(c) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

/** Of letters and digits in no order that words, names of files and times have. */
export function looksGenerated(value: string): boolean {
  if (value.length < 12 || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (/^\d{4}-\d\d-\d\d/.test(value) || /\.\w{1,5}$/.test(value)) return false;
  const least = value.length < 20 ? 3.1 : HEX.test(value) ? 3 : 3.5;
  if (entropyOf(value) < least) return false;
  // `checkout-service-7d9f8c6b5-x2x4q`: words and a short rest.
  const words = value.match(/[A-Za-z]{4,}/g)?.filter((word) => /[aeiouy]/i.test(word) && isOneCase(word)) ?? [];
  return words.join("").length < value.length / 2;
}

const isOneCase = (word: string): boolean => /^[A-Z]?[a-z]+$|^[A-Z]+$/.test(word);
