/** The small readers of the general time parser: numbers, names, and what looks like a zone abbreviation. */

/** A place in a byte string. */
export interface FieldReader {
  readonly value: string;
  at: number;
  /** The component whose number is out of range, if one is. */
  range: string;
}

/** A run of `least` to `most` digits as a number, taken greedily; -1 (and nothing taken) when there are fewer. */
export function readNumber(reader: FieldReader, least: number, most: number): number {
  let number = 0;
  let count = 0;
  for (; count < most; count++) {
    const digit = reader.value.charCodeAt(reader.at + count) - 0x30;
    if (!(digit >= 0 && digit <= 9)) break;
    number = number * 10 + digit;
  }
  if (count < least) return -1;
  reader.at += count;
  return number;
}

/** The whole text as an integer with an optional sign; no digits count as zero, as in Go's own helper. */
export function readInteger(text: string): number | undefined {
  return /^[+-]?\d*$/.test(text) ? Number(/^[+-]?$/.test(text) ? 0 : text) : undefined;
}

/** Takes the first name that the text starts with, whatever its case; its index, or -1. */
export function lookupName(reader: FieldReader, names: readonly string[]): number {
  for (const [i, name] of names.entries()) {
    if (!startsWithFold(reader.value, reader.at, name)) continue;
    reader.at += name.length;
    return i;
  }
  return -1;
}

function startsWithFold(text: string, at: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) {
    // Names are ASCII letters, so setting the bit of lower case compares without case.
    const unit = text.charCodeAt(at + i);
    if (unit > 0x7f || (unit | 0x20) !== (name.charCodeAt(i) | 0x20)) return false;
  }
  return at + name.length <= text.length;
}

/**
 * Length of the zone abbreviation at the start of `text`, 0 when nothing looks like one: three capitals, four or five
 * that end in T (or WITA), ChST, MeST, GMT with an hour, or a signed hour.
 */
export function timeZoneLength(text: string): number {
  if (text.length < 3) return 0;
  if (text.startsWith("ChST") || text.startsWith("MeST")) return 4;
  if (text.startsWith("GMT")) return 3 + signedHourLength(text.slice(3));
  if (text[0] === "+" || text[0] === "-") return signedHourLength(text);
  let capitals = 0;
  while (capitals < 6 && text.charCodeAt(capitals) >= 0x41 && text.charCodeAt(capitals) <= 0x5a) capitals++;
  if (capitals === 5) return text[4] === "T" ? 5 : 0;
  if (capitals === 4) return text[3] === "T" || text.startsWith("WITA") ? 4 : 0;
  return capitals === 3 ? 3 : 0;
}

/** Length of a sign and a number of at most 23; 0 when there is none. */
function signedHourLength(text: string): number {
  const digits = /^[+-](\d+)/.exec(text)?.[1];
  return digits === undefined || Number(digits) > 23 ? 0 : digits.length + 1;
}
