/**
 * Rules that find secrets in a line, with the ids and the settings that Gitleaks has: keywords, entropy and allowlists. Our own
 * rules are the detector (`sensitive.ts`), each kind of secret under the id that Gitleaks has for it; others are expressions of
 * a configuration. Personal data, cards and accounts are no secrets of this kind.
 */

import { LimitError } from "@sluice/languages/base";
import type { Regex } from "@sluice/languages/re2";
import { addTo } from "../base/add-to.ts";
import type { Span } from "../base/span.ts";
import { entropyOf } from "./generated.ts";
import { mayHoldSecret } from "./hint.ts";
import { type Finding, findSensitive } from "./sensitive.ts";
import { TOKEN_RULES, tokenRule } from "./tokens.ts";

/** The rule of values that only their name marks. It comes last, since it says the least. */
export const GENERIC_RULE = "generic-api-key";

/** Ids of our own rules. */
export const OWN_RULES: ReadonlySet<string> = new Set([...TOKEN_RULES, "jwt", "private-key", GENERIC_RULE]);

/** Values that are no secrets after all. */
export interface Allowlist {
  /** All of its checks must hold, not one. */
  readonly all: boolean;
  /** What `regexes` are matched against. */
  readonly target: "secret" | "match" | "line";
  readonly regexes: readonly Regex[];
  /** In lower case. */
  readonly stopwords: readonly string[];
  /** It also asks for files or commits, which a line of a log has none of. */
  readonly elsewhere: boolean;
}

export interface RuleSettings {
  /** In lower case; a line must hold one. Empty: any line. */
  readonly keywords: readonly string[];
  /** Bits for each character that a secret must have more than; 0: any. */
  readonly entropy: number;
  readonly allowlists: readonly Allowlist[];
}

export interface ExpressionRule extends RuleSettings {
  readonly id: string;
  readonly regex: Regex;
  /** The group that is the secret; 0: the first that is not empty, or the whole match. */
  readonly group: number;
}

export interface RuleSet {
  readonly rules: readonly ExpressionRule[];
  /** Our own rules that are in use, by their ids. */
  readonly own: ReadonlyMap<string, RuleSettings>;
  /** For all rules, or for those that are named. */
  readonly allowlists: readonly (Allowlist & { readonly rules: ReadonlySet<string> | undefined })[];
}

const PLAIN: RuleSettings = { keywords: [], entropy: 0, allowlists: [] };

/** All of our own rules. */
export const OWN_RULE_SET: RuleSet = {
  rules: [],
  own: new Map([...OWN_RULES].map((id) => [id, PLAIN])),
  allowlists: [],
};

/** A secret, and the rule that found it. */
export interface FoundSecret extends Span {
  readonly rule: string;
}

export interface FoundSecrets {
  /** In the order of the text, without overlaps. */
  readonly found: readonly FoundSecret[];
  /** Whether every rule has looked at the line. */
  readonly complete: boolean;
}

/** Matches of a rule between two questions whether the time is over. */
const CHECKED_EVERY = 256;

/**
 * The secrets of a line. Where two overlap, that of the earlier rule stays. `isOver` is asked between two rules, and
 * now and then within one; once it is true, or the rules need too much work, no other rule looks. What our own rules have found
 * by then is a secret, whatever allowlists say that were not asked.
 */
export function findByRules({ rules, own, allowlists }: RuleSet, line: string, isOver: () => boolean): FoundSecrets {
  const found: FoundSecret[] = [];
  const work = new Work(isOver);
  const searched = new SearchedText(line, work);
  let complete = !isOver();
  /** Of one rule, of whose matches each is looked at. */
  const adding = (id: string, settings: RuleSettings) => {
    const lists = [...allowlists.filter((one) => one.rules === undefined || one.rules.has(id)), ...settings.allowlists];
    const { entropy } = settings;
    return ({ start, end }: Span, match: Span): void => {
      if (start >= end) return;
      const secret = line.slice(start, end);
      if (entropy > 0 && entropyOf(secret) <= entropy) return;
      const texts = { secret, match: line.slice(match.start, match.end) };
      if (!lists.some((one) => !work.isOver && searched.allows(one, texts, { start, end })))
        found.push({ rule: id, start, end });
    };
  };
  const ofOwn = own.size > 0 && mayHoldSecret(line) ? findSensitive(line) : [];
  const ownById = new Map<string, Finding[]>();
  for (const one of ofOwn) {
    const id = ruleOf(one);
    if (id !== undefined) addTo(ownById, id, one);
  }
  const addOwn = (id: string, matchOf: (one: Finding) => Span): void => {
    const settings = own.get(id);
    const ofRule = ownById.get(id);
    if (settings === undefined || ofRule === undefined || !searched.hasKeyword(settings)) return;
    const add = adding(id, settings);
    for (const one of ofRule) add(one, matchOf(one));
  };
  for (const id of ownById.keys()) if (id !== GENERIC_RULE) addOwn(id, (one) => one);
  try {
    for (const rule of rules) {
      if (!complete) break;
      if (searched.hasKeyword(rule)) {
        const add = adding(rule.id, rule);
        for (const [i, match] of rule.regex.allIndices(line).entries()) {
          if (work.isOver || (i % CHECKED_EVERY === CHECKED_EVERY - 1 && isOver())) break;
          add(secretOf(match, rule.group), { start: match[0]!, end: match[1]! });
        }
      }
      complete = !work.isOver && !isOver();
    }
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    complete = false;
  }
  // They are found already, and cost little more.
  addOwn(GENERIC_RULE, (one) => withName(line, one));
  return { found: withoutOverlaps(found), complete: complete && !work.isOver };
}

function ruleOf({ kind, value }: Finding): string | undefined {
  switch (kind) {
    case "private_key":
      return "private-key";
    case "jwt":
      return "jwt";
    case "token":
      return tokenRule(value) ?? GENERIC_RULE;
    case "password":
      return GENERIC_RULE;
    default:
      return undefined;
  }
}

/** How far before a value its name may begin. */
const NAME_BEFORE = 200;

/** A value with the name that it is assigned to. */
function withName(line: string, { start, end, field }: Finding): Span {
  const from = Math.max(0, start - NAME_BEFORE);
  const at = field === undefined ? -1 : line.slice(from, start + field.length).lastIndexOf(field);
  return { start: at < 0 ? start : from + at, end };
}

function secretOf(match: readonly number[], group: number): Span {
  if (group > 0) return { start: match[2 * group]!, end: match[2 * group + 1]! };
  for (let i = 2; i < match.length; i += 2)
    if (match[i]! < match[i + 1]!) return { start: match[i]!, end: match[i + 1]! };
  return { start: match[0]!, end: match[1]! };
}

/** Units of work on one line, and those between two questions whether the time is over. */
const MAX_WORK = 2 ** 26;
const ASKED_AFTER = 2 ** 16;
/** Of starting an expression. */
const START = 32;
/** Characters that a search for a word passes over in the time in which an expression reads one. */
const WORD_PACE = 16;

/** What keywords and allowlists cost, which a file has as many of as it likes. */
class Work {
  readonly #isOver: () => boolean;
  #left = MAX_WORK;
  #asked = MAX_WORK;
  #over = false;

  constructor(isOver: () => boolean) {
    this.#isOver = isOver;
  }

  get isOver(): boolean {
    return this.#over;
  }

  /** Counts work before it is done; false: it is too much. */
  takes(units: number): boolean {
    if (this.#over) return false;
    this.#left -= units;
    if (this.#left < 0) this.#over = true;
    else if (this.#asked - this.#left > ASKED_AFTER) {
      this.#asked = this.#left;
      this.#over = this.#isOver();
    }
    return !this.#over;
  }
}

/** A text with what is known of it as a whole, so that many matches cost no more than the text has characters. */
class SearchedText {
  readonly #text: string;
  readonly #lower: string;
  /** The last line that each allowlist has looked at: matches of a rule follow each other. */
  readonly #lastLines = new Map<Allowlist, Span & { readonly allowed: boolean }>();
  readonly #starts: LineCursor;
  readonly #ends: LineCursor;

  readonly #work: Work;

  constructor(text: string, work: Work) {
    this.#text = text;
    this.#work = work;
    this.#lower = text.toLowerCase();
    this.#starts = new LineCursor(text);
    this.#ends = new LineCursor(text);
  }

  hasKeyword({ keywords }: RuleSettings): boolean {
    return keywords.length === 0 || keywords.some((one) => this.#includes(this.#lower, one));
  }

  allows(list: Allowlist, texts: Readonly<Record<"secret" | "match", string>>, place: Span): boolean {
    const { all, target, regexes, stopwords, elsewhere } = list;
    const checks: (() => boolean)[] = [];
    if (elsewhere) checks.push(() => false);
    if (regexes.length > 0)
      checks.push(() =>
        target === "line" ? this.#allowsLine(list, place) : regexes.some((one) => this.#matches(texts[target], one)),
      );
    if (stopwords.length > 0) {
      const lower = texts.secret.toLowerCase();
      checks.push(() => stopwords.some((one) => this.#includes(lower, one)));
    }
    return all ? checks.every((holds) => holds()) : checks.some((holds) => holds());
  }

  /** Of the lines that the secret is in; an entry may have several. */
  #allowsLine(list: Allowlist, { start, end }: Span): boolean {
    const from = this.#starts.at(start).start;
    const until = this.#ends.at(end).end;
    const known = this.#lastLines.get(list);
    if (known?.start === from && known.end === until) return known.allowed;
    const line = this.#text.slice(from, until);
    const allowed = list.regexes.some((one) => this.#matches(line, one));
    this.#lastLines.set(list, { start: from, end: until, allowed });
    return allowed;
  }

  #matches(text: string, regex: Regex): boolean {
    return this.#work.takes(START + text.length) && regex.test(text);
  }

  #includes(text: string, word: string): boolean {
    return this.#work.takes(1 + text.length / WORD_PACE) && text.includes(word);
  }
}

/** Finds lines of a text; places that follow each other in one line are looked up once. */
class LineCursor {
  readonly #text: string;
  #line: Span | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The line of the unit at `place`, without its end. */
  at(place: number): Span {
    const last = this.#line;
    if (last !== undefined && last.start <= place && place <= last.end) return last;
    const start = place === 0 ? 0 : this.#text.lastIndexOf("\n", place - 1) + 1;
    const end = this.#text.indexOf("\n", place);
    this.#line = { start, end: end < 0 ? this.#text.length : end };
    return this.#line;
  }
}

/** Earlier ones stay. */
function withoutOverlaps(found: readonly FoundSecret[]): FoundSecret[] {
  const order = found.map((one, rank) => ({ one, rank }));
  order.sort((a, b) => a.one.start - b.one.start || a.rank - b.rank);
  const kept: typeof order = [];
  for (const next of order) {
    let last = kept.at(-1);
    while (last !== undefined && last.one.end > next.one.start && last.rank > next.rank) {
      kept.pop();
      last = kept.at(-1);
    }
    if (last === undefined || last.one.end <= next.one.start) kept.push(next);
  }
  return kept.map(({ one }) => one);
}
