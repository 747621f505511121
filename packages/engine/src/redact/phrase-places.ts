/** Expressions for the values behind phrases: the phrase itself, with the words that were found, in RE2's syntax. */
import { quoteMeta } from "@sluice/languages/re2";
import type { Finding } from "../sensitive/index.ts";
import { WRITTEN_UNTIL, writtenValue } from "../sensitive/phrase.ts";
import type { Place, Write } from "./place.ts";
import { anyOf, content, inClass, inRaw } from "./written.ts";

export function phrasePlace(text: string, before: string, { phrase, word = "", end }: Finding): Place | undefined {
  if (phrase === undefined) return undefined;
  const { inside = "", after = "", value, caseless, short = phrase.before } = phrase;
  const flags = caseless === true ? "(?i)" : "";
  const [, slashes = "", quote = ""] = new RegExp(String.raw`(\\*)(["'\x60])${inside}$`).exec(before) ?? [];
  const q = quoteMeta(slashes) + inRaw(quote);
  // Words that differ from line to line are written as they are searched for.
  const isGeneral = phrase.words.includes(String.raw`\S`);
  const isQuoted = quote !== "" && text.startsWith(slashes + quote, end);
  const written =
    (lead: (word: string) => string, exact: boolean): Write =>
    (names, closers, limits) => {
      const words = isGeneral ? `(?:${phrase.words})` : anyOf(names);
      const head = flags + inRe2(lead(words)) + (isQuoted ? q : "") + inside;
      if (!isQuoted && after === "") return head + writtenValue(value, inClass(closers));
      if (!isQuoted) return `${head}${value === "any" ? WRITTEN_UNTIL : writtenValue(value)}(?:\\\\*["'])?${after}`;
      const isChosen = exact && value === "chosen";
      return `${head}${isChosen ? writtenValue("chosen") : content(quote, slashes.length, limits, true)}${q}${after}`;
    };
  return {
    shape: `phrase ${phrase.words} ${phrase.before("")} ${value} ${isQuoted ? q : ""}`,
    name: isGeneral ? (phrase.name ?? "") : caseless === true ? word.toLowerCase() : word,
    closer: !isQuoted && /[|;,]/.test(text[end] ?? "") ? text[end]! : "",
    write: written(short, true),
    writeWider: written(phrase.before, false),
  };
}

/** Without bounds that keep a search short, and with RE2's escapes. */
const inRe2 = (source: string): string =>
  source.replaceAll(/\{0,\d{3}\}(\??)/g, "*$1").replaceAll(/\\u([0-9a-f]{4})/g, String.raw`\x{$1}`);
