/**
 * Phone numbers: international ones with their plus, those of North America as people write them, and any under a name that
 * says so. Other runs of digits may be times, counts or ids.
 */
import type { Span } from "../base/span.ts";

const INTERNATIONAL = /(?<![\w+.%-])\+[1-9](?:[ ./-]?(?:\(\d{1,4}\)|\d)){8,14}(?![ -]?\d|\w|[.:]\d)/g;
const AMERICAN = /(?<![\w.+-])(?<!\d )(?:1[ -])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}-)[2-9]\d{2}-\d{4}(?![\w-]|[.:]\d)/g;
const NAMED =
  /(?<![A-Za-z])(?:phone|mobile|msisdn|telephone|cellphone|caller_?id)(?:[_ ]?(?:number|no|nr))?\\*["']?[ \t]{0,4}[:=][ \t]{0,4}\\*["']?(\+?\d[\d ()./-]{5,18}\d)(?![\w.])/gi;
const NAMED_ID =
  /(?<![A-Za-z])(?:ssn|social_?security(?:_?(?:number|no))?)\\*["']?[ \t]{0,4}[:=][ \t]{0,4}\\*["']?(\d{9})(?!\w)/gi;
/** Epochs in seconds and longer ones, and stand-ins. */
const NO_PHONE = /^(?:1[5-9]\d{8}|1[5-9]\d{11}|0{4}\d*)$/;

export function findPhones(text: string): Span[] {
  const found: Span[] = [];
  if (text.includes("+"))
    for (const { 0: written, index } of text.matchAll(INTERNATIONAL))
      found.push({ start: index, end: index + written.length });
  for (const { 0: written, index } of text.matchAll(AMERICAN))
    found.push({ start: index, end: index + written.length });
  return found;
}

/** Those that only their name reveals, in a text with its quotes. */
export function findNamedPhones(text: string): Span[] {
  return behindNames(text, NAMED, (written) => {
    const digits = written.replace(/\D/g, "");
    return digits.length >= 7 && digits.length <= 15 && !NO_PHONE.test(digits);
  });
}

export const findNamedIds = (text: string): Span[] =>
  behindNames(text, NAMED_ID, (digits) => !digits.startsWith("000"));

function behindNames(text: string, pattern: RegExp, holds: (written: string) => boolean): Span[] {
  const found: Span[] = [];
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    if (holds(match[1]!)) found.push({ start: end - match[1]!.length, end });
  }
  return found;
}
