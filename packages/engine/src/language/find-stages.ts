/**
 * Finding a stage by its name or by a task: what was typed as a name first, then as one of the words of its spec, then in its
 * sentence or example. A word that is found nowhere may be mistyped.
 */

import { nearest } from "@sluice/languages/base";
import type { StageSpec } from "../pipeline/stage-spec.ts";

/** What is searched of a stage. `code`: its text when it is added. */
export type SearchedStage = Pick<StageSpec, "name" | "summary" | "words" | "deprecated"> & { readonly code: string };

export interface FoundStage<S> {
  readonly stage: S;
  /** The words of its spec that were meant; none where its name, sentence or example was. */
  readonly words: readonly string[];
}

export interface StageSearch<S> {
  /** The best first. */
  readonly found: readonly FoundStage<S>[];
  /** How sure they are: `closest` are stages for what is only similar to the query, or for some of its words. */
  readonly fit: "all" | "corrected" | "closest";
}

/** Tiers of a word's place; a mistyped word has the tier of its place and `MISTYPED` more. */
const NAME = 0;
const NAME_START = 10;
const IN_NAME = 20;
const WORD = 30;
const IN_WORD = 35;
const IN_STEM = 45;
const WORD_START = 60;
const WITHIN_NAME = 79;
const SENTENCE = 80;
const EXAMPLE = 90;
const DEPRECATED = 1000;
/** Stages that are offered where none is found. */
const MAX_CLOSEST = 3;
const MAX_QUERY = 100;

interface Hit {
  readonly tier: number;
  readonly word?: string;
}

/** Words of a sentence that say nothing of a stage, left out where others remain. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  "a all an and any are as at by data entries entry every for from i in into is it its line lines log logs me my of on only or out some that the their them this those to want with".split(
    " ",
  ),
);
/** What a word costs that is not found; the first one says what is to be done. */
const MISSING = 120;
const FIRST_MISSING = 140;

/** Stages for `query`; all of `stages` in their order where it is empty. */
export function findStages<S extends SearchedStage>(stages: readonly S[], query: string): StageSearch<S> {
  const typed = query
    .slice(0, MAX_QUERY)
    .toLowerCase()
    .split(/[\s,]+/)
    .map((word) => word.replace(/^stage\./, ""))
    .filter(Boolean);
  const telling = typed.filter((word) => !STOP_WORDS.has(word));
  const words = telling.length === 0 ? typed : telling;
  if (words.length === 0) return { found: rank(stages, () => [{ tier: NAME }]), fit: "all" };
  const joined = typed.join("");
  // `label drop` and `multi line` are names, too.
  const named = ({ name }: S): readonly Hit[] | undefined =>
    typed.length > 1 && plain(name).startsWith(joined) ? [{ tier: NAME_START }] : undefined;
  const isKnown = words.map((word) => stages.some((stage) => (findWord(stage, word)?.tier ?? SENTENCE) < SENTENCE));
  const searched = (forgives: boolean) => {
    const hitsOf = (stage: S) =>
      words.map(
        (word, i) => findWord(stage, word) ?? (forgives && !isKnown[i] ? findMistyped(stage, word) : undefined),
      );
    const whole = rank(stages, (stage) => named(stage) ?? hitsOf(stage));
    const parts = rank(stages, (stage) => named(stage) ?? inPart(hitsOf(stage)));
    // Words that stand in sentences and examples by chance are not what was meant if another stage has some as its own.
    const isMeant = whole.length > 0 && (parts.length === 0 || whole.some(({ stage }) => stage === parts[0]!.stage));
    return { found: isMeant ? whole : parts.slice(0, MAX_CLOSEST), isMeant };
  };
  const exact = searched(false);
  if (exact.isMeant) return { found: exact.found, fit: "all" };
  const { found, isMeant } = searched(true);
  return { found, fit: isMeant ? "corrected" : "closest" };
}

/** The hits of a stage that has some of the words as its own, with what the others cost; none where it has not. */
function inPart(hits: readonly (Hit | undefined)[]): readonly Hit[] {
  if (!hits.some((hit) => hit !== undefined && hit.tier < SENTENCE)) return [];
  return hits.map((hit, i) => hit ?? { tier: i === 0 ? FIRST_MISSING : MISSING });
}

/** Those in which every word is found, the best first. */
function rank<S extends SearchedStage>(
  stages: readonly S[],
  hitsOf: (stage: S) => readonly (Hit | undefined)[],
): FoundStage<S>[] {
  const ranked = stages.flatMap((stage) => {
    const hits = hitsOf(stage);
    if (hits.length === 0 || !hits.every((hit) => hit !== undefined)) return [];
    const words = [...new Set(hits.flatMap(({ word }) => word ?? []))];
    const tiers = hits.reduce((sum, { tier }) => sum + tier, stage.deprecated === undefined ? 0 : DEPRECATED);
    return [{ stage, words, tiers }];
  });
  return ranked.sort((a, b) => a.tiers - b.tiers).map(({ stage, words }) => ({ stage, words }));
}

const plain = (name: string): string => name.replaceAll(/\W|_/g, "");
const partsOf = (text: string): string[] => text.split(/[^\w.]+|_/).filter(Boolean);

function findWord({ name, words, summary, code }: SearchedStage, word: string): Hit | undefined {
  const typed = plain(word);
  if (name === word || (typed !== "" && plain(name) === typed)) return { tier: NAME };
  // `label` means `labels` rather than `label_drop`.
  if (name.startsWith(word) || (typed !== "" && plain(name).startsWith(typed)))
    return { tier: NAME_START + Math.min(9, name.length - word.length) };
  if (partsOf(name).some((one) => one.startsWith(word))) return { tier: IN_NAME };
  const whole = words.indexOf(word);
  if (whole >= 0) return { tier: WORD + whole, word: words[whole]! };
  const part = words.findIndex((one) => partsOf(one).includes(word));
  if (part >= 0) return { tier: IN_WORD + part, word: words[part]! };
  const stem = stemOf(word);
  const stemmed = words.findIndex((one) => partsOf(one).some((part) => stemOf(part) === stem));
  if (partsOf(name).some((part) => stemOf(part) === stem)) return { tier: IN_NAME };
  if (stemmed >= 0) return { tier: IN_STEM + stemmed, word: words[stemmed]! };
  const start = words.findIndex((one) => one.startsWith(word) || partsOf(one).some((part) => part.startsWith(word)));
  if (start >= 0) return { tier: WORD_START + start, word: words[start]! };
  if (name.includes(word)) return { tier: WITHIN_NAME };
  const sentence = summary.toLowerCase();
  if (partsOf(sentence).some((part) => part.startsWith(word))) return { tier: SENTENCE };
  return sentence.includes(word) || code.toLowerCase().includes(word) ? { tier: EXAMPLE } : undefined;
}

/** `dropping`, `dropped` and `drops` are `drop`. */
function stemOf(word: string): string {
  if (word.length < 5) return word.replace(/(?<=\w{3})s$/, "");
  const cut = word.replace(/ies$/, "y").replace(/(?:ations?|ates?|ated|ating|ings?|ed|es|s|e)$/, "");
  if (cut.length < 3) return word;
  return cut.replace(/([bdgmnprt])\1$/, "$1");
}

/** Shorter words are too similar to many others. */
const MIN_MISTYPED = 4;

function findMistyped({ name, words }: SearchedStage, word: string): Hit | undefined {
  if (word.length < MIN_MISTYPED) return undefined;
  const isMeant = (one: string) => nearest(word, [one, one.slice(0, word.length)]) !== undefined;
  if (isMeant(name) || isMeant(plain(name))) return { tier: NAME_START };
  const at = words.findIndex(
    (one) => isMeant(one) || partsOf(one).some((part) => part.length >= MIN_MISTYPED && isMeant(part)),
  );
  return at < 0 ? undefined : { tier: WORD + at, word: words[at]! };
}
