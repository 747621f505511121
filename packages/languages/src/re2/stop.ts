/**
 * Where a pattern that does not match a text stops: the longest part of it, by its elements, that matches. A sequence
 * that matches does so without its last element too, so the longest part is found by halving, and in the element that
 * fails, where it is a group or repeated, again.
 */
import { LimitError } from "../base/limit-error.ts";
import { compileRegex } from "./compile.ts";
import { type PatternElement, splitPattern, writeElements, writeGroup } from "./elements.ts";
import type { Regex } from "./regex.ts";
import { expectedBy } from "./stop-words.ts";

/** Offsets are UTF-16. */
export interface RegexStop {
  /** The part that matches, and the same with what comes next, which does not; both are patterns of their own. */
  readonly prefix: string;
  readonly next: string;
  /** Place of the next element in the pattern; everything before it matches. */
  readonly nextStart: number;
  readonly nextEnd: number;
  /** What the part matches in the text; what comes next does not match at its end. */
  readonly from: number;
  readonly at: number;
  /** What would have matched there, in words. */
  readonly expected: string;
  /** The part matches nothing, and so everywhere: what comes next is nowhere in the text. */
  readonly nowhere: boolean;
}

/** Longest texts and patterns that are explained, in UTF-16 units: a stop takes some tens of matches. */
const MAX_TEXT = 2 ** 15;
const MAX_PATTERN = 2 ** 12;
/** Compiled parts that are kept of a pattern: most texts stop at the same few places. */
const MAX_KEPT = 128;

interface Place {
  readonly before: string;
  readonly closing: string;
  readonly next: string;
  readonly elements: readonly PatternElement[];
  readonly end: number;
  /** Elements matched since the sequence around began. */
  readonly progress: number;
}

/** Finds the stops of one pattern, which has to be one that compiles. */
export class StopFinder {
  readonly #alternatives: readonly (readonly PatternElement[])[] | undefined;
  readonly #compiled = new Map<string, Regex | undefined>();

  constructor(pattern: string) {
    this.#alternatives = pattern.length > MAX_PATTERN ? undefined : splitPattern(pattern);
  }

  /** Undefined if `text` has a match, or if it or the pattern is too large. */
  find(text: string): RegexStop | undefined {
    if (this.#alternatives === undefined || text.length > MAX_TEXT) return undefined;
    try {
      return this.#find(this.#alternatives, text);
    } catch (error) {
      // Finding out may take longer than the match itself may.
      if (error instanceof LimitError) return undefined;
      throw error;
    }
  }

  #find(alternatives: readonly (readonly PatternElement[])[], text: string): RegexStop | undefined {
    const place = this.#furthest("", "", alternatives, text);
    if (place === undefined) return undefined;
    const prefix = place.before + place.closing;
    const match = this.#compile(prefix)?.execIndices(text);
    const first = place.elements[0];
    if (match === null || match === undefined || first === undefined) return undefined;
    const [from, at] = match as [number, number];
    const nowhere = from === at && text !== "" && this.#matches(`(?:${prefix})\\z`, text);
    return {
      prefix,
      next: place.next,
      nextStart: first.start,
      nextEnd: place.end,
      from,
      at,
      expected: expectedBy(place.elements),
      nowhere,
    };
  }

  /** The place in the alternative that gets furthest, after `before`; undefined where one of them matches. */
  #furthest(
    before: string,
    closing: string,
    alternatives: readonly (readonly PatternElement[])[],
    text: string,
  ): Place | undefined {
    let best: Place | undefined;
    let reached = -1;
    for (const sequence of alternatives) {
      const place = this.#inSequence(before, closing, sequence, text);
      if (place === undefined) return undefined;
      const end =
        alternatives.length === 1 ? 0 : (this.#compile(place.before + place.closing)?.execIndices(text)?.[1] ?? 0);
      if (best === undefined || end > reached || (end === reached && place.progress > best.progress)) {
        best = place;
        reached = end;
      }
    }
    return best;
  }

  #inSequence(before: string, closing: string, sequence: readonly PatternElement[], text: string): Place | undefined {
    const written = (count: number): string => before + writeElements(sequence.slice(0, count));
    let low = 0;
    let high = sequence.length + 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#matches(written(middle) + closing, text)) low = middle;
      else high = middle;
    }
    if (low === sequence.length) return undefined;
    const inside = this.#inElement(written(low), closing, sequence.slice(low), text);
    return { ...inside, progress: inside.progress + low };
  }

  /** The place in the first of `elements`, which fails after `start`. */
  #inElement(start: string, closing: string, elements: readonly PatternElement[], text: string): Place {
    const [element] = elements as [PatternElement];
    const { what, atom, min } = element;
    let before = start;
    let times = 0;
    if (min > 1) {
      let high = min;
      while (high - times > 1) {
        const middle = (times + high) >> 1;
        if (this.#matches(`${start}${atom}{${middle}}${closing}`, text)) times = middle;
        else high = middle;
      }
      if (times > 0) before += `${atom}{${times}}`;
    }
    const whole: Place = {
      before,
      closing,
      next: before + atom + closing,
      elements,
      end: element.end,
      progress: times > 0 ? 1 : 0,
    };
    if (what.kind !== "group") return whole;
    const inside = this.#furthest(`${before}(?:`, `)${closing}`, what.alternatives, text);
    // If no alternative begins to match, all are expected.
    if (inside === undefined || (inside.progress === 0 && what.alternatives.length > 1)) return whole;
    return { ...inside, progress: inside.progress + whole.progress };
  }

  #matches(pattern: string, text: string): boolean {
    return this.#compile(pattern)?.test(text) ?? false;
  }

  #compile(pattern: string): Regex | undefined {
    const known = this.#compiled.get(pattern);
    if (known !== undefined) return known;
    const result = compileRegex(pattern);
    if (!result.ok) return undefined;
    if (this.#compiled.size >= MAX_KEPT) this.#compiled.delete(this.#compiled.keys().next().value!);
    this.#compiled.set(pattern, result.regex);
    return result.regex;
  }
}

const finders = new WeakMap<Regex, StopFinder>();

/** Where `regex` stops in `text`; undefined if it matches, or if the search would take long. */
export function findRegexStop(regex: Regex, text: string): RegexStop | undefined {
  let finder = finders.get(regex);
  if (finder === undefined) {
    finder = new StopFinder(regex.pattern);
    finders.set(regex, finder);
  }
  return finder.find(text);
}

/** The elements of a pattern as one that matches the same; for tests. */
export function rewritePattern(pattern: string): string | undefined {
  const alternatives = splitPattern(pattern);
  return alternatives && writeGroup(alternatives);
}
