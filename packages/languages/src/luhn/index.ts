/**
 * Finds numbers that pass the Luhn checksum and replaces them. A number is a whole run of digits, over the allowed
 * delimiters if any; as in the original it must fit 64 bits, so longer runs stay unless zeros lead them, and digits
 * other than ASCII's belong to the run but never pass.
 */

/** Half-open UTF-16 stretches, ascending, in which nothing is replaced. */
export type Stretch = readonly [start: number, end: number];

export interface LuhnOptions {
  /** The least count of digits; at least 1. */
  readonly minLength: number;
  readonly replacement: string;
  /** Characters allowed between the digits of one number. */
  readonly delimiters?: string;
}

/** Redacts one text. A number that lies wholly inside one of `skips` stays. */
export type LuhnRedactor = (text: string, skips?: readonly Stretch[]) => string;

/** Compiles the options. The same text comes back when it holds nothing to redact. */
export function createLuhnRedactor(options: LuhnOptions): LuhnRedactor {
  const { delimiters = "" } = options;
  // The original goes from character to character, and raw bytes become U+FFFD on the way.
  if (delimiters === "") return (text, skips) => redactRuns(text.toWellFormed(), options, skips);
  const isDelimiter = membership(delimiters);
  return (text, skips) => redactDelimited(text.toWellFormed(), options, isDelimiter, skips);
}

/** Without delimiters: only every `minLength`-th character has to be checked until a digit is found. */
function redactRuns(text: string, options: LuhnOptions, skips: readonly Stretch[] | undefined): string {
  const { minLength, replacement } = options;
  let out = "";
  let kept = 0;
  let probe = minLength - 1;
  while (probe < text.length) {
    if (!isDigit(text.charCodeAt(probe))) {
      probe += minLength;
      continue;
    }
    let start = probe;
    while (start > kept && isDigit(text.charCodeAt(start - 1))) start--;
    let end = probe + 1;
    while (isDigit(text.charCodeAt(end))) end++;
    if (
      end - start >= minLength &&
      passes(text, start, end) &&
      !isDigitBefore(text, start) &&
      !isOtherDigit(text.codePointAt(end)) &&
      !isSkipped(start, end, skips)
    ) {
      out += text.slice(kept, start) + replacement;
      kept = end;
    }
    probe = end + minLength;
  }
  return kept === 0 ? text : out + text.slice(kept);
}

/** With delimiters: a replaced number swallows the delimiters after it, but for the last. */
function redactDelimited(
  text: string,
  options: LuhnOptions,
  isDelimiter: (code: number) => boolean,
  skips: readonly Stretch[] | undefined,
): string {
  const { minLength, replacement } = options;
  let out = "";
  let kept = 0;
  let at = 0;
  while (at < text.length) {
    const first = text.charCodeAt(at);
    if (first < 128 ? !isDigit(first) : !isOtherDigit(text.codePointAt(at))) {
      at++;
      continue;
    }
    const start = at;
    let count = 0;
    let plain = true;
    let digitEnd = at;
    let delimiter = -1;
    while (at < text.length) {
      const code = text.codePointAt(at)!;
      const end = code > 0xffff ? at + 2 : at + 1;
      if (isDigit(code)) {
        count++;
        digitEnd = end;
      } else if (isOtherDigit(code)) {
        plain = false;
        digitEnd = end;
      } else if (isDelimiter(code)) delimiter = at;
      else break;
      at = end;
    }
    if (count < minLength || !plain || isSkipped(start, digitEnd, skips)) continue;
    const digits = text.slice(start, digitEnd).replace(/[^0-9]/g, "");
    if (!passes(digits, 0, digits.length)) continue;
    out += text.slice(kept, start) + replacement;
    kept = Math.max(digitEnd, delimiter);
  }
  return kept === 0 ? text : out + text.slice(kept);
}

/** Whether a code point is one of `characters`. Digits never are: they count as digits before they are looked up. */
function membership(characters: string): (code: number) => boolean {
  const ascii: boolean[] = new Array(128).fill(false);
  const others = new Set<number>();
  for (const character of characters) {
    const code = character.codePointAt(0)!;
    if (code < 128) ascii[code] = true;
    else others.add(code);
  }
  return (code) => (code < 128 ? ascii[code]! : others.has(code));
}

function isSkipped(start: number, end: number, skips: readonly Stretch[] | undefined): boolean {
  if (skips === undefined) return false;
  let low = 0;
  let high = skips.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (skips[middle]![1] < end) low = middle + 1;
    else high = middle;
  }
  const stretch = skips[low];
  return stretch !== undefined && stretch[0] <= start;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

const OTHER_DIGIT = /^\p{Nd}$/u;

/** A decimal digit beyond ASCII. */
function isOtherDigit(code: number | undefined): boolean {
  return code !== undefined && code > 127 && OTHER_DIGIT.test(String.fromCodePoint(code));
}

function isDigitBefore(text: string, at: number): boolean {
  if (at === 0 || text.charCodeAt(at - 1) < 128) return false;
  const pair = (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00 && at > 1;
  return isOtherDigit(text.codePointAt(pair ? at - 2 : at - 1));
}

const LARGEST = "9223372036854775807";

/** Whether the digits fit 64 bits and pass the checksum. Zeros do. */
function passes(text: string, start: number, end: number): boolean {
  let first = start;
  while (first < end && text.charCodeAt(first) === 48) first++;
  const length = end - first;
  if (length > LARGEST.length || (length === LARGEST.length && text.slice(first, end) > LARGEST)) return false;
  let sum = 0;
  let double = false;
  for (let i = end - 1; i >= first; i--) {
    let digit = text.charCodeAt(i) - 48;
    if (double) {
      digit *= 2;
      if (digit > 9) digit -= 9;
    }
    sum += digit;
    double = !double;
  }
  return sum % 10 === 0;
}
