/** Whether a text may have a phrase at all, by its words: without what finds the phrase, which comes later in the page. */
import { CALLS } from "./calls.ts";
import { COMMANDS } from "./commands.ts";
import type { Phrase } from "./phrase.ts";
import { PROSE } from "./prose.ts";

/** Most texts have no word of any of a group. */
interface PhraseGroup {
  readonly hint: RegExp;
  readonly phrases: readonly Phrase[];
}

const group = (phrases: readonly Phrase[], hintOf: (words: string) => string): PhraseGroup => {
  const words = new Set(phrases.flatMap(({ hint, words }) => (hint === undefined ? words : [])));
  const hints = phrases.flatMap(({ hint }) => hint ?? []);
  return { hint: new RegExp([hintOf([...words].join("|")), ...hints].join("|"), "i"), phrases };
};

/** A blank, or what is between two quoted arguments. */
const NEXT = String.raw`(?:"? |\\*["'](?:,\s{0,20}|\s{1,20})(?:a\d{1,4}=)?\\*["'])`;
const COMMAND_GROUP = group(COMMANDS, (words) => String.raw`\b(?:${words.replaceAll(" ", NEXT)})(?:\.exe)?${NEXT}`);
export const PHRASE_GROUPS: readonly PhraseGroup[] = [
  COMMAND_GROUP,
  group(CALLS, (words) => String.raw`\b(?:${words})[(\s]`),
  group(PROSE, (words) => words),
];

/** A command line in hexadecimal digits, as Linux's audit writes it. */
export const HEX_COMMAND = "proctitle=";

/** Names alone are the most frequent texts with such a word. */
export const PARTED = /[\s:@(,=]/;

/** A text without it has no phrase. */
export const mayHoldPhrase = (text: string): boolean =>
  (PARTED.test(text) && PHRASE_GROUPS.some(({ hint }) => hint.test(text))) || text.includes(HEX_COMMAND);

export const mayHoldCommand = (text: string): boolean => PARTED.test(text) && COMMAND_GROUP.hint.test(text);
