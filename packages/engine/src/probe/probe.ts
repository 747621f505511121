/**
 * Results of an expression on the samples, before it is in the configuration: for each embedded language how many it matches
 * or reads, its result for the chosen one, and where it stops. Any input has an answer.
 */
import { formatRfc3339, LimitError, type Nanos, type Random } from "@sluice/languages/base";
import type { TemplateHost } from "@sluice/languages/gotemplate";
import { doubtLayout, type GuessedFormat, guessTimeFormats, placeTimestampLayouts } from "@sluice/languages/gotime";
import { goString } from "@sluice/languages/govalue";
import { encodeGoJson, parseJsonObject } from "@sluice/languages/json";
import type { Regex } from "@sluice/languages/re2";
import type { StopJson } from "../pipeline/stop.ts";
import { stopToJson } from "../pipeline/stop.ts";
import { CompiledText } from "../schema/compiled-text.ts";
import type { EmbeddedLanguage, Programs } from "../schema/languages.ts";
import type { TextRemark } from "../schema/text-remark.ts";
import { whyNotSelected } from "../stages/match/match.ts";
import { formatStop, patternStop, regexStop } from "../stages/shared/stops.ts";
import { EntryTemplateData } from "../stages/shared/template-data.ts";
import { type ProbedEntry, type TextSource, textOf } from "./entries.ts";
import { type GroupSpan, groupSpans, patternSpans } from "./group-spans.ts";
import { whyNothing } from "./why-nothing.ts";

export interface ProbeQuestion {
  readonly language: EmbeddedLanguage;
  readonly text: string;
  /** What the expression is about. */
  readonly source: TextSource;
  /** Time zone of layouts. */
  readonly location?: string | undefined;
  /** The extracted value that a template sets, which is its `.Value`. */
  readonly value?: string | undefined;
  /** Index of the chosen sample. */
  readonly chosen: number | undefined;
}

export interface ProbeEnv {
  readonly now: Nanos;
  readonly random: Random;
  readonly sha256: (text: string) => string;
}

/** A stretch of a text that a group or capture took; group 0 is the whole match. UTF-16 offsets. */
export interface ProbeMark {
  readonly group: number;
  readonly start: number;
  readonly end: number;
}

/** Its result for one entry. */
export interface ProbedText {
  readonly sample: number;
  /** What it was tried on; undefined where that is not set, or has no text. */
  readonly text: string | undefined;
  readonly matched: boolean;
  readonly marks: readonly ProbeMark[];
  readonly stopped: StopJson | undefined;
  /** The value or time that it makes. */
  readonly result: string | undefined;
  /** Why there is none, in a sentence. */
  readonly why: string | undefined;
}

export interface Probe {
  readonly language: EmbeddedLanguage;
  readonly text: string;
  /** Why the text is refused: nothing was tried then. */
  readonly refusal: TextRemark | undefined;
  /** Of `total` entries, those that it matches or reads, or makes a value of. */
  readonly matched: number;
  readonly total: number;
  readonly chosen: ProbedText | undefined;
  /** Some that it does not match. */
  readonly missed: readonly ProbedText[];
  /** Places of the groups or captures in the expression, with their names. */
  readonly groups: readonly GroupSpan[];
  /** Layouts that read the values, the best first. */
  readonly guesses: readonly GuessedFormat[];
  /** The layout that a format of another language, a sample of a time or a mistyped name stands for. */
  readonly translated: string | undefined;
}

/** UTF-16 units of texts that are tried in one probe. */
const MAX_UNITS = 4_000_000;
const MAX_MISSED = 3;
const MAX_GUESSES = 3;

type Try = (entry: ProbedEntry, text: string | undefined) => Omit<ProbedText, "sample" | "text">;

const NOTHING = { marks: [], stopped: undefined, result: undefined, why: undefined } as const;

interface Prober<P> {
  /** How single entries are tried. */
  tries(program: P, question: ProbeQuestion, env: ProbeEnv): Try | string;
  groups(text: string, program: P): readonly GroupSpan[];
}

const PROBERS: { readonly [L in EmbeddedLanguage]: Prober<Programs[L]> } = {
  re2: {
    tries: (regex) => (_entry, text) => {
      const found = text === undefined ? null : regex.execIndices(text);
      if (found === null)
        return { ...NOTHING, matched: false, stopped: text === undefined ? undefined : stopIn(regex, text) };
      return { ...NOTHING, matched: true, marks: marksOf(found) };
    },
    groups: groupSpans,
  },
  pattern: {
    tries:
      (pattern, { text: written }) =>
      (_entry, text) => {
        const values = text === undefined ? undefined : pattern.match(text);
        const stop = text === undefined ? undefined : patternStop(pattern, written, text);
        const stopped = stop && stopToJson(stop);
        if (text === undefined || values === undefined) return { ...NOTHING, matched: false, stopped };
        return { ...NOTHING, matched: stop === undefined, marks: patternMarks(written, text), stopped };
      },
    groups: patternSpans,
  },
  gotime: {
    tries(layout, { text: format, location }, { now }) {
      const placed = placeTimestampLayouts([layout], location);
      if (!placed.ok) return placed.message;
      return (_entry, text) => {
        if (text === undefined) return { ...NOTHING, matched: false };
        const parsed = placed.parse(text, now);
        if (typeof parsed === "bigint") return { ...NOTHING, matched: true, result: formatRfc3339(parsed) };
        const stop = formatStop(format, text);
        return { ...NOTHING, matched: false, stopped: stop && stopToJson(stop), why: parsed.message };
      };
    },
    groups: () => [],
  },
  jmespath: {
    tries:
      (expression, { text: path }) =>
      (_entry, text) => {
        const parsed = text === undefined ? undefined : parseJsonObject(text);
        if (parsed === undefined) return { ...NOTHING, matched: false };
        if (!parsed.ok) return { ...NOTHING, matched: false, why: "The text is not a JSON object." };
        const result = expression.search(parsed.value);
        if (!result.ok) return { ...NOTHING, matched: false, why: result.message };
        if (result.value === null)
          return { ...NOTHING, matched: false, result: "null", why: `Null: ${whyNothing(path, parsed.value)}` };
        return { ...NOTHING, matched: true, result: encodeGoJson(result.value as never) ?? '""' };
      },
    groups: () => [],
  },
  gotemplate: {
    tries(template, { value }, { now, random, sha256 }) {
      const host: TemplateHost = { now: () => now, random, sha256 };
      const data = new EntryTemplateData();
      return ({ entry }) => {
        data.entry = entry;
        data.value = value === undefined ? entry.line : goString(entry.extracted.get(value));
        data.line = entry.line;
        const result = template.execute(data, host);
        if (result.ok) return { ...NOTHING, matched: true, result: result.text };
        return { ...NOTHING, matched: false, why: result.message };
      };
    },
    groups: () => [],
  },
  logql: {
    tries:
      (selector) =>
      ({ entry }) => {
        const why = whyNotSelected(selector, entry);
        return { ...NOTHING, matched: why === undefined, why: why?.text };
      },
    groups: () => [],
  },
};

/** Tries `question` on `entries`. Never throws for any input. */
export function probe(entries: readonly ProbedEntry[], question: ProbeQuestion, env: ProbeEnv): Probe {
  const { language, text, source, chosen } = question;
  const { outcome } = new CompiledText(language, text);
  const prober = PROBERS[language] as Prober<Programs[EmbeddedLanguage]>;
  const empty = { language, text, matched: 0, total: entries.length, chosen: undefined, missed: [], groups: [] };
  const times = language === "gotime" ? readTimes(entries, question) : { guesses: [], translated: undefined };
  if (!outcome.ok) return { ...empty, ...times, refusal: outcome.refusal };
  const tries = prober.tries(outcome.program, question, env);
  if (typeof tries === "string") return { ...empty, ...times, refusal: { message: tries, start: 0, end: text.length } };
  let matched = 0;
  let units = 0;
  let total = 0;
  let shown: ProbedText | undefined;
  const missed: ProbedText[] = [];
  const tryOut = (one: ProbedEntry): ProbedText => {
    const given = textOf(one.entry, source);
    units += (given ?? one.entry.line).length;
    try {
      const tried = tries(one, given);
      const why = tried.why ?? (given === undefined ? notThere(source) : undefined);
      return { sample: one.sample, text: given, ...tried, why };
    } catch (error) {
      if (!(error instanceof LimitError)) throw error;
      return { ...NOTHING, sample: one.sample, text: given, matched: false, why: error.message };
    }
  };
  const first = entries.find(({ sample }) => sample === chosen);
  if (first !== undefined) shown = tryOut(first);
  for (const one of entries) {
    if (units > MAX_UNITS) break;
    total++;
    const tried = one === first ? shown! : tryOut(one);
    if (tried.matched) matched++;
    else if (one !== first && missed.length < MAX_MISSED) missed.push(tried);
  }
  return {
    ...empty,
    ...times,
    refusal: undefined,
    matched,
    total,
    chosen: shown,
    missed,
    groups: prober.groups(text, outcome.program),
  };
}

/** Why there is no text. */
const notThere = ({ source }: TextSource): string => `\`${source}\` is not set for this entry, or has no text`;

function readTimes(entries: readonly ProbedEntry[], { text, source, chosen }: ProbeQuestion) {
  // What the chosen one holds is read first.
  const sorted = [...entries].sort((a, b) => Number(b.sample === chosen) - Number(a.sample === chosen));
  const texts = sorted.flatMap(({ entry }) => textOf(entry, source) ?? []);
  return {
    guesses: guessTimeFormats(texts).slice(0, MAX_GUESSES),
    translated: doubtLayout(text)?.layout,
  };
}

function marksOf(found: readonly number[]): ProbeMark[] {
  const marks: ProbeMark[] = [];
  for (let i = 0; i < found.length; i += 2)
    if (found[i]! >= 0) marks.push({ group: i / 2, start: found[i]!, end: found[i + 1]! });
  return marks;
}

function stopIn(regex: Regex, text: string): StopJson | undefined {
  const stop = regexStop(regex, text);
  return stop && stopToJson(stop);
}

/** Places of a pattern's captures in a text that begins like it. */
function patternMarks(pattern: string, text: string): ProbeMark[] {
  const marks: ProbeMark[] = [];
  const captures = [...pattern.matchAll(/<([A-Za-z_][A-Za-z0-9_]*)>/g)];
  let at = captures[0]?.index ?? 0;
  let group = 0;
  for (const [i, capture] of captures.entries()) {
    const literal = pattern.slice(capture.index + capture[0].length, captures[i + 1]?.index ?? pattern.length);
    const found = literal === "" ? -1 : text.indexOf(literal, at);
    const end = found < 0 ? text.length : found;
    if (capture[1] !== "_") marks.push({ group: ++group, start: at, end });
    if (found < 0) break;
    at = found + literal.length;
  }
  return marks;
}
