/**
 * Rules that find secrets in a line, with the ids and the settings that Gitleaks has: keywords, entropy and allowlists. Our own
 * rules are the detector (`sensitive.ts`), each kind of secret under the id that Gitleaks has for it; others are expressions of
 * a configuration. Personal data, cards and accounts are no secrets of this kind.
 */

import { LimitError } from "@sluice/languages/base";
import type { Regex } from "@sluice/languages/re2";
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

/**
 * The secrets of a line. Where two overlap, that of the earlier rule stays. `isOver` is asked between two rules; once it is
 * true, or a rule needs too much work, no other rule looks.
 */
export function findByRules({ rules, own, allowlists }: RuleSet, line: string, isOver: () => boolean): FoundSecrets {
  const found: FoundSecret[] = [];
  const lower = line.toLowerCase();
  const add = (id: string, settings: RuleSettings, secret: Span, match: Span): void => {
    const { start, end } = secret;
    if (start >= end || !hasKeyword(settings, lower)) return;
    const value = line.slice(start, end);
    if (settings.entropy > 0 && entropyOf(value) <= settings.entropy) return;
    const texts = { secret: value, match: line.slice(match.start, match.end), line: lineAround(line, secret) };
    const global = allowlists.filter((one) => one.rules === undefined || one.rules.has(id));
    if (![...global, ...settings.allowlists].some((one) => allows(one, texts))) found.push({ rule: id, start, end });
  };
  const ofOwn = own.size > 0 && mayHoldSecret(line) ? findSensitive(line) : [];
  const byName: Finding[] = [];
  for (const one of ofOwn) {
    const id = ruleOf(one);
    const settings = id === undefined ? undefined : own.get(id);
    if (settings === undefined) continue;
    if (id === GENERIC_RULE) byName.push(one);
    else add(id!, settings, one, one);
  }
  const generic = (): void => {
    for (const one of byName) add(GENERIC_RULE, own.get(GENERIC_RULE)!, one, withName(line, one));
  };
  let complete = !isOver();
  try {
    for (const rule of rules) {
      if (!complete) break;
      if (hasKeyword(rule, lower)) {
        for (const match of rule.regex.allIndices(line))
          add(rule.id, rule, secretOf(match, rule.group), { start: match[0]!, end: match[1]! });
      }
      complete = !isOver();
    }
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    complete = false;
  }
  // They are found already, and cost nothing more.
  generic();
  return { found: withoutOverlaps(found), complete };
}

const hasKeyword = ({ keywords }: RuleSettings, lower: string): boolean =>
  keywords.length === 0 || keywords.some((one) => lower.includes(one));

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
  const at = field === undefined ? -1 : line.lastIndexOf(field, start);
  return { start: at < 0 || start - at > NAME_BEFORE ? start : at, end };
}

function secretOf(match: readonly number[], group: number): Span {
  if (group > 0) return { start: match[2 * group]!, end: match[2 * group + 1]! };
  for (let i = 2; i < match.length; i += 2)
    if (match[i]! < match[i + 1]!) return { start: match[i]!, end: match[i + 1]! };
  return { start: match[0]!, end: match[1]! };
}

/** An entry may have several. */
function lineAround(text: string, { start, end }: Span): string {
  const after = text.indexOf("\n", end);
  return text.slice(text.lastIndexOf("\n", start - 1) + 1, after < 0 ? text.length : after);
}

function allows(
  { all, target, regexes, stopwords, elsewhere }: Allowlist,
  texts: Readonly<Record<Allowlist["target"], string>>,
): boolean {
  const checks: (() => boolean)[] = [];
  if (elsewhere) checks.push(() => false);
  if (regexes.length > 0) checks.push(() => regexes.some((one) => one.test(texts[target])));
  if (stopwords.length > 0) {
    const lower = texts.secret.toLowerCase();
    checks.push(() => stopwords.some((one) => lower.includes(one)));
  }
  return all ? checks.every((holds) => holds()) : checks.some((holds) => holds());
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
