/**
 * Expressions for what no syntax that is known marks: the text right before a finding, as it is written there, and what ends
 * the value. The text before is the shortest that says something, and longer ones where that also stands before other values.
 */
import { quoteMeta } from "@sluice/languages/re2";
import { looksChosen } from "../base/secrets/secret-names.ts";
import type { Finding } from "../sensitive/index.ts";
import { writtenValue } from "../sensitive/phrase.ts";
import type { Place, Write } from "./place.ts";
import { inClass, inRaw, times, word } from "./written.ts";

/** Units before the finding, and longer leads that are tried. */
const MAX_LEAD = 100;
const MAX_LEADS = 4;
/** What says something. */
const TELLING = /\p{L}{2}/u;
/** Units of what ends a value. */
const MAX_END = 6;

/** `all`: of the line, so that nothing that was found gets into an expression. */
export function literalPlace(text: string, finding: Finding, all: readonly Finding[]): Place | undefined {
  const { start, end, field } = finding;
  const before = all.reduce((last, one) => (one.end <= start ? Math.max(last, one.end) : last), 0);
  const from = Math.max(before, start - MAX_LEAD, text.lastIndexOf("\n", start - 1) + 1);
  const leads = leadsIn(text.slice(from, start), field);
  const [first] = leads;
  if (first === undefined) return undefined;
  const [value, tail] = [text.slice(start, end), endBehind(text, end)];
  const closer = /^[\s"'\\]?$/.test(tail.slice(0, 1)) || value.includes(tail[0]!) ? "" : tail[0]!;
  // Behind a word of prose only its looks tell a value from another word.
  const isProse = /[\p{L}\p{N}]\s+$/u.test(first) && looksChosen(value);
  const asWord: Write = (_, closers, limits) =>
    isProse ? writtenValue("chosen", inClass(closers)) : word(closers, limits);
  const untilEnd: Write = (_, __, limits) =>
    tail === ""
      ? String.raw`([^\n]${times(limits.least)})$`
      : String.raw`([^\n${inClass(tail[0]!)}]${times(limits.least)})${inRaw(quoteMeta(tail))}`;
  const lazily: Write = () => String.raw`([^\n]+?)${tail === "" ? "$" : inRaw(quoteMeta(tail))}`;
  const asNumber: Write = () => String.raw`(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)`;
  const values = finding.isNumber ? [asNumber] : isProse ? [asWord] : [asWord, untilEnd, lazily];
  const writes = leads.flatMap((lead) => {
    const head = (/\w/.test(text[start - lead.length - 1] ?? "") ? "" : wordStart(lead)) + written(lead);
    return values.map(
      (write): Write =>
        (names, closers, limits) =>
          head + write(names, closers, limits),
    );
  });
  return {
    shape: `literal ${written(first)}`,
    name: field ?? "",
    closer,
    write: writes[0]!,
    writeOthers: writes.slice(1),
  };
}

/** Ends of the text before, each with a word more; the first begins with the name. */
function leadsIn(before: string, field: string | undefined): readonly string[] {
  const named = field === undefined || field === "" ? -1 : before.lastIndexOf(field);
  const starts = Array.from(before.matchAll(/(?<![\p{L}\p{N}_])[\p{L}\p{N}_]/gu), ({ index }) => index).reverse();
  const leads = [...(named < 0 ? [] : [named]), ...starts.filter((at) => named < 0 || at < named)]
    .map((at) => before.slice(at))
    .filter((lead) => TELLING.test(lead));
  return [...new Set(leads)].slice(0, MAX_LEADS);
}

/** Signs up to a word, or up to the first blank. */
const endBehind = (text: string, end: number): string =>
  /^(?:%[0-9A-Fa-f]{2})+|^[^\p{L}\p{N}\s]*/u.exec(text.slice(end, end + MAX_END))![0];

const wordStart = (lead: string): string => (/^\w/.test(lead) ? String.raw`\b` : "");

/** As it stands there, but for blanks and for digits, which change from line to line. */
const written = (lead: string): string =>
  lead.replace(/%[0-9A-Fa-f]{2}|\s+|\d+|[^%\s\d]+|%/g, (part) => {
    if (/^\s/.test(part)) return String.raw`\s+`;
    return /^\d/.test(part) ? String.raw`\d+` : inRaw(quoteMeta(part));
  });
