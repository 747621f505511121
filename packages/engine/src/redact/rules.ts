/** Single rules of a redaction: the expression that is tried on all lines, what it changes in a text, and its stage. */
import { compileRegex, type Regex } from "@sluice/languages/re2";
import { isNothing } from "../base/secrets/secret-names.ts";
import type { Span } from "../base/span.ts";
import { withinLimit } from "../base/within-limit.ts";
import { writeStage } from "../detect/write-stage.ts";
import { type Finding, PRIVATE_WORDS, type PrivateKind } from "../sensitive/index.ts";
import { quoteString } from "../syntax/index.ts";

/** What replaces a value: it means nothing in any syntax, and nothing finds it again. */
export const REDACTED = "REDACTED";
export const NUMBER = "0";

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
  /** Values that it also replaces and that stand for another or hide it: `${PASSWORD}`, `****`. */
  readonly placeholders: number;
}

/** A line with what was found in it: what is to go, and all. */
export interface Line {
  readonly text: string;
  readonly wanted: readonly Finding[];
  readonly all: readonly Finding[];
}

/** Names in a comment. */
const MAX_SAID = 6;

export const described = (rule: Omit<RedactionRule, "code">): RedactionRule => ({ ...rule, code: writeRule(rule) });

export interface Attempt {
  readonly covered: number;
  readonly entries: number;
  readonly others: number;
  readonly placeholders: number;
}

/** Undefined if it is no expression, costs too much, or breaks a line of JSON. */
export function attempt(
  expression: string,
  replace: string,
  lines: readonly Line[],
  kinds: ReadonlySet<PrivateKind>,
): Attempt | undefined {
  const regex = compile(expression);
  if (regex === undefined) return undefined;
  let [covered, entries, others, placeholders] = [0, 0, 0, 0];
  for (const { text, all } of lines) {
    const spans = withinLimit(() => spansOf(regex, text));
    // Where one costs too much in lines like these, another may not.
    if (spans === undefined) return undefined;
    if (spans.length === 0) continue;
    entries++;
    const met = meet(spans, all);
    covered += met.filter(({ finding, whole }) => whole && kinds.has(finding.kind)).length;
    const inside = new Set(met.flatMap(({ span, within }) => (within ? [span] : [])));
    for (const span of spans) {
      if (inside.has(span)) continue;
      if (isNothing(text.slice(span.start, span.end))) placeholders++;
      else others++;
    }
    if (breaksJson(text, replaceSpans(text, spans, replace))) return undefined;
  }
  return { covered, entries, others, placeholders };
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

export interface CompiledRule {
  readonly regex: Regex | undefined;
  readonly replace: string;
}

export const compiled = ({ expression, replace }: RedactionRule): CompiledRule => ({
  regex: compile(expression),
  replace,
});

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

/** A text after rules. */
export interface Applied {
  readonly text: string;
  /** Of each unit, where it was before; -1: it was put in. Undefined: the rules changed nothing. */
  readonly origins: Int32Array | undefined;
}

export function applied(
  text: string,
  rules: readonly CompiledRule[],
  changed: (rule: number) => void = () => {},
): Applied {
  let after: Applied = { text, origins: undefined };
  for (const [i, { regex, replace }] of rules.entries()) {
    if (regex === undefined) continue;
    const spans = withinLimit(() => spansOf(regex, after.text)) ?? [];
    const next = replaceSpans(after.text, spans, replace);
    if (next === after.text) continue;
    changed(i);
    after = { text: next, origins: movedOrigins(after, spans, replace.length, next.length) };
  }
  return after;
}

function movedOrigins({ text, origins }: Applied, spans: readonly Span[], put: number, length: number): Int32Array {
  const moved = new Int32Array(length).fill(-1);
  let [from, to] = [0, 0];
  for (const { start, end } of [...spans, { start: text.length, end: text.length }]) {
    for (; from < start; from++, to++) moved[to] = origins === undefined ? from : origins[from]!;
    from = end;
    to += put;
  }
  return moved;
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
