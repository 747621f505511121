/**
 * Stages that redact what was found in some lines: `stage.replace` with expressions that touch the value alone, so that JSON,
 * logfmt and addresses read as before. An expression is made from the form of a value or from the syntax around it, then
 * tried on all lines. It is kept if it covers findings and leaves every line as readable as it was. What no expression covers
 * is reported, not hidden from the reader.
 */
import { compileRegex, type Regex } from "@sluice/languages/re2";
import { isNothing } from "../base/secrets/secret-names.ts";
import type { Span } from "../base/span.ts";
import { withinLimit } from "../base/within-limit.ts";
import { writeStage } from "../detect/write-stage.ts";
import {
  type Finding,
  findSensitive,
  hasKeyBody,
  KeyLines,
  keyFinding,
  PRIVATE_KINDS,
  PRIVATE_WORDS,
  type PrivateKind,
  SECRET_KINDS,
  sensitivityOf,
} from "../sensitive/index.ts";
import { quoteString } from "../syntax/index.ts";
import { formsOf } from "./forms.ts";
import type { Write } from "./place.ts";
import { placeOf } from "./places.ts";

/** What replaces a value: it means nothing in any syntax, and nothing finds it again. */
export const REDACTED = "REDACTED";
const NUMBER = "0";

export interface RedactionRule {
  readonly kinds: readonly PrivateKind[];
  /** Names of fields, headers or parameters that it redacts; none: values by their form. */
  readonly fields: readonly string[];
  /** RE2, with one group around the value. */
  readonly expression: string;
  readonly replace: string;
  /** Lines that it changes. */
  readonly entries: number;
  /** As a stage, with a comment that says what it redacts. */
  readonly code: string;
  /** Findings that it redacts. */
  readonly covered: number;
  /** Values that it also replaces and that look like nothing sensitive. */
  readonly others: number;
}

export interface StayingFinding {
  readonly kind: PrivateKind;
  readonly field: string | undefined;
  readonly count: number;
  /** Indexes of lines, ascending. */
  readonly lines: readonly number[];
}

export interface Redaction {
  readonly rules: readonly RedactionRule[];
  /** The rules as stages, formatted; empty where there are none. */
  readonly code: string;
  /** Lines that they change. */
  readonly entries: number;
  readonly stays: readonly StayingFinding[];
}

/** Rules at most: each is a search through each line. */
const MAX_RULES = 40;
/** Expressions that are tried at most. */
const MAX_DRAFTS = 100;
/** Names in one rule, and findings from which rules are made. */
const MAX_NAMES = 60;

/** Names in a comment. */
const MAX_SAID = 6;

interface Line {
  readonly text: string;
  readonly wanted: readonly Finding[];
  readonly all: readonly Finding[];
}

/** The stages for the secrets of these lines; `kinds`: other kinds. */
export function redactionFor(lines: readonly string[], kinds: ReadonlySet<PrivateKind> = SECRET_KINDS): Redaction {
  const keyLines = new KeyLines();
  const read = lines.map((text): Line => {
    const all = keyLines.complete(text, findSensitive(text), keyFinding);
    return { text, all, wanted: all.filter(({ kind }) => kinds.has(kind)) };
  });
  if (read.every(({ wanted }) => wanted.length === 0)) return { rules: [], code: "", entries: 0, stays: [] };
  const rules: RedactionRule[] = [];
  for (const draft of draftsOf(read)) {
    const rule = settle(draft, read);
    if (rule === undefined) continue;
    const narrow = rule.others > 0 && draft.isForm ? narrowed(draft, rule, read) : undefined;
    rules.push(...(narrow ?? [rule]));
  }
  rules.sort((a, b) => Number(b.replace === NUMBER) - Number(a.replace === NUMBER));
  const different = [...new Map(rules.map((rule) => [rule.expression, rule])).values()];
  return judge(different.slice(0, MAX_RULES), read, kinds);
}

/** The same values by the fields in which they are, if other values have that form, too. */
function narrowed(draft: Draft, rule: RedactionRule, lines: readonly Line[]): readonly RedactionRule[] | undefined {
  const own = lines.map(({ text, wanted, all }) => ({
    text,
    all,
    wanted: wanted.filter((one) => formsOf(text, one)[0] === draft.key),
  }));
  const rules = draftsOf(own, false).flatMap((one) => settle(one, lines) ?? []);
  const sum = (of: (rule: RedactionRule) => number) => rules.reduce((total, one) => total + of(one), 0);
  const covers = sum(({ covered }) => covered) >= rule.covered;
  return covers && sum(({ others }) => others) < rule.others ? rules : undefined;
}

/** The text after the rules, one after the other as stages run. */
export const redacted = (text: string, rules: readonly RedactionRule[]): string =>
  applied(text, rules.map(compiled)) ?? text;

interface Draft {
  readonly key: string;
  readonly kinds: Set<PrivateKind>;
  readonly names: Set<string>;
  readonly closers: Set<string>;
  readonly isForm: boolean;
  readonly isNumber: boolean;
  shortest: number;
  count: number;
  /** Fields before forms, so that the host behind a password is no mail; values anywhere in a text last. */
  readonly rank: number;
  readonly writes: readonly Write[];
}

function draftsOf(lines: readonly Line[], byForm = true): Draft[] {
  const drafts = new Map<string, Draft>();
  for (const { text, wanted } of lines)
    for (const finding of wanted) {
      // Without its first line nothing tells the others from any text.
      if (finding.kind === "private_key" && !hasKeyBody(finding.value)) continue;
      const forms = byForm ? formsOf(text, finding) : [];
      const place = forms.length === 0 ? placeOf(text, finding) : undefined;
      const writes =
        place === undefined
          ? forms.map((form) => () => form)
          : [place.write, place.writeWider].filter((write) => write !== undefined);
      if (writes.length === 0) continue;
      const key = forms[0] ?? `${place!.shape} ${finding.isNumber}`;
      if (drafts.size >= MAX_DRAFTS && !drafts.has(key)) continue;
      const draft = drafts.get(key) ?? {
        key,
        kinds: new Set(),
        names: new Set(),
        closers: new Set(),
        isForm: forms.length > 0,
        isNumber: finding.isNumber,
        shortest: finding.end - finding.start,
        count: 0,
        rank: place === undefined ? 1 + Number(sensitivityOf(finding.kind) === "personal") : 0,
        writes,
      };
      drafts.set(key, draft);
      draft.kinds.add(finding.kind);
      draft.count++;
      draft.shortest = Math.min(draft.shortest, finding.end - finding.start);
      if (place !== undefined && draft.names.size < MAX_NAMES) draft.names.add(place.name);
      if (place !== undefined && place.closer !== "") draft.closers.add(place.closer);
    }
  return [...drafts.values()].sort((a, b) => a.rank - b.rank);
}

/** The best expression of a draft: one that covers the most, then one that touches the least else. */
function settle(draft: Draft, lines: readonly Line[]): RedactionRule | undefined {
  const names = [...draft.names].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const closers = [...draft.closers].sort().join("");
  let best: RedactionRule | undefined;
  const seen = new Set<string>();
  for (const write of draft.writes)
    for (const [ends, least] of [
      [closers, 1],
      ["", 1],
      [closers, Math.min(draft.shortest, 8)],
      [closers, draft.shortest],
    ] as const) {
      const expression = write(names, ends, least);
      if (seen.has(expression)) continue;
      seen.add(expression);
      const replace = draft.isNumber ? NUMBER : REDACTED;
      const tried = attempt(expression, replace, lines, draft.kinds);
      if (tried === undefined || tried.covered === 0) continue;
      const { covered, others } = tried;
      if (best === undefined || covered > best.covered || (covered === best.covered && others < best.others))
        best = described({
          kinds: PRIVATE_KINDS.filter((kind) => draft.kinds.has(kind)),
          fields: names.filter((name) => name !== ""),
          expression,
          replace,
          ...tried,
        });
      if (covered >= draft.count && others === 0) return best;
    }
  return best;
}

const described = (rule: Omit<RedactionRule, "code">): RedactionRule => ({ ...rule, code: writeRule(rule) });

interface Attempt {
  readonly covered: number;
  readonly entries: number;
  readonly others: number;
}

/** Undefined if it is no expression, costs too much, or breaks a line of JSON. */
function attempt(
  expression: string,
  replace: string,
  lines: readonly Line[],
  kinds: ReadonlySet<PrivateKind>,
): Attempt | undefined {
  const regex = compile(expression);
  if (regex === undefined) return undefined;
  let [covered, entries, others] = [0, 0, 0];
  for (const { text, all } of lines) {
    const spans = withinLimit(() => spansOf(regex, text));
    // Where one costs too much in lines like these, another may not.
    if (spans === undefined) return undefined;
    if (spans.length === 0) continue;
    entries++;
    const met = meet(spans, all);
    covered += met.filter(({ finding, whole }) => whole && kinds.has(finding.kind)).length;
    const inside = new Set(met.flatMap(({ span, within }) => (within ? [span] : [])));
    others += spans.filter((span) => !inside.has(span) && !isNothing(text.slice(span.start, span.end))).length;
    if (breaksJson(text, replaceSpans(text, spans, replace))) return undefined;
  }
  return { covered, entries, others };
}

/** Pairs of a span and a finding that meet, in one walk: both are in order, without overlaps. */
function meet(spans: readonly Span[], findings: readonly Finding[]) {
  const met: { span: Span; finding: Finding; whole: boolean; within: boolean }[] = [];
  let at = 0;
  for (const span of spans) {
    while (at < findings.length && findings[at]!.end <= span.start) at++;
    for (let i = at; i < findings.length && findings[i]!.start < span.end; i++) {
      const finding = findings[i]!;
      const whole = span.start <= finding.start && finding.end <= span.end;
      met.push({ span, finding, whole, within: finding.start <= span.start && span.end <= finding.end });
    }
  }
  return met;
}

/** What the rules do together, with what they leave. Those that change nothing behind the others go. */
function judge(rules: readonly RedactionRule[], lines: readonly Line[], kinds: ReadonlySet<PrivateKind>): Redaction {
  const all = rules.map(compiled);
  const changes = all.map(() => 0);
  const stays = new Map<string, { kind: PrivateKind; field: string | undefined; count: number; lines: number[] }>();
  let entries = 0;
  for (const [index, { text, wanted }] of lines.entries()) {
    const after = applied(text, all, (rule) => changes[rule]!++);
    if (after !== undefined) entries++;
    for (const { kind, field } of after === undefined ? wanted : findSensitive(after)) {
      if (!kinds.has(kind)) continue;
      const key = `${kind} ${field ?? ""}`;
      const one = stays.get(key) ?? { kind, field, count: 0, lines: [] };
      stays.set(key, one);
      one.count++;
      if (one.lines.at(-1) !== index) one.lines.push(index);
    }
  }
  const kept = rules.flatMap((rule, i) => (changes[i] === 0 ? [] : [{ ...rule, entries: changes[i]! }]));
  return { rules: kept, code: kept.map(({ code }) => code).join(""), entries, stays: [...stays.values()] };
}

function writeRule({ kinds, fields, expression, replace }: Omit<RedactionRule, "code">): string {
  const what = fields.length > 0 ? fields : kinds.map((kind) => PRIVATE_WORDS[kind]);
  const more = what.length > MAX_SAID ? ` and ${what.length - MAX_SAID} more` : "";
  // A name may have anything in it, and a comment ends with its line.
  const said = what
    .slice(0, MAX_SAID)
    .join(", ")
    .replace(/[^ -~]/g, "?");
  const stage = writeStage("replace", { expression: writeExpression(expression), replace: quoteString(replace) });
  return `// Redacts ${said}${more}.\n${stage}`;
}

/** As a raw text, which needs no further escapes, where that can be: control characters have to be escaped. */
const writeExpression = (expression: string): string =>
  /[`\p{Cc}]/u.test(expression) ? quoteString(expression) : `\`${expression}\``;

interface CompiledRule {
  readonly regex: Regex | undefined;
  readonly replace: string;
}

const compiled = ({ expression, replace }: RedactionRule): CompiledRule => ({ regex: compile(expression), replace });

/** Compiling one takes longer than a search through many lines, and proposals try the same ones again. */
const known = new Map<string, Regex | undefined>();
const MAX_KNOWN = 300;

function compile(expression: string): Regex | undefined {
  if (known.has(expression)) return known.get(expression);
  const result = compileRegex(expression);
  const regex = result.ok ? result.regex : undefined;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(expression, regex);
  return regex;
}

/** Undefined if they change nothing. */
function applied(
  text: string,
  rules: readonly CompiledRule[],
  changed: (rule: number) => void = () => {},
): string | undefined {
  let after = text;
  for (const [i, { regex, replace }] of rules.entries()) {
    if (regex === undefined) continue;
    const next = replaceSpans(after, withinLimit(() => spansOf(regex, after)) ?? [], replace);
    if (next !== after) changed(i);
    after = next;
  }
  return after === text ? undefined : after;
}

function spansOf(regex: Regex, text: string): Span[] {
  const spans: Span[] = [];
  for (const match of regex.allIndices(text)) {
    const [start, end] = [match[2]!, match[3]!];
    if (start >= 0 && end > start) spans.push({ start, end });
  }
  return spans;
}

function replaceSpans(text: string, spans: readonly Span[], replace: string): string {
  let out = "";
  let at = 0;
  for (const { start, end } of spans) {
    out += text.slice(at, start) + replace;
    at = end;
  }
  return out + text.slice(at);
}

const breaksJson = (before: string, after: string): boolean =>
  /^\s*[[{]/.test(before) && isJson(before) && !isJson(after);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
