/**
 * Stages that redact what was found in some lines: `stage.replace` with expressions that touch the value alone, so that JSON,
 * logfmt and addresses read as before. An expression is made from the form of a value or from the syntax around it, then
 * tried on all lines. It is kept if it covers findings and leaves every line as readable as it was. What it leaves gets
 * expressions of its own. What no expression covers is reported, not hidden from the reader.
 */
import {
  type Finding,
  findSensitive,
  KeyLines,
  keyFinding,
  type PrivateKind,
  SECRET_KINDS,
} from "../sensitive/index.ts";
import { draftsOf, narrowed, settle } from "./drafts.ts";
import { leftIn } from "./left.ts";
import { literalPlace } from "./literal-places.ts";
import { placeOf } from "./places.ts";
import { applied, compiled, type Line, NUMBER, type RedactionRule } from "./rules.ts";

export { REDACTED, type RedactionRule } from "./rules.ts";

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
  return judge(withRest(different.slice(0, MAX_RULES), read, kinds), read, kinds);
}

/** The text after the rules, one after the other as stages run. */
export const redacted = (text: string, rules: readonly RedactionRule[]): string =>
  applied(text, rules.map(compiled)).text;

/** The syntax around it without the phrase before it, then the text before it. */
const NARROWER = [
  (text: string, { phrase: _, word: __, ...finding }: Finding) => placeOf(text, finding),
  literalPlace,
] as const;

/** The rules, and others for what they leave. */
function withRest(rules: readonly RedactionRule[], lines: readonly Line[], kinds: ReadonlySet<PrivateKind>) {
  const all = [...rules];
  for (const place of NARROWER) {
    const rest = restOf(lines, all, kinds);
    if (rest.length === 0) break;
    for (const draft of draftsOf(rest, false, place)) {
      if (all.length >= MAX_RULES) break;
      const rule = settle(draft, rest);
      if (rule !== undefined && rule.others <= rule.covered) all.push(rule);
    }
  }
  return all;
}

/** All lines after the rules, and of their findings what is left; none where nothing is. */
function restOf(
  lines: readonly Line[],
  rules: readonly RedactionRule[],
  kinds: ReadonlySet<PrivateKind>,
): readonly Line[] {
  const ready = rules.map(compiled);
  const rest = lines.map(({ text, all }): Line => {
    const after = applied(text, ready);
    const left = leftIn(after, all);
    return { text: after.text, all: left, wanted: left.filter(({ kind }) => kinds.has(kind)) };
  });
  return rest.some(({ wanted }) => wanted.length > 0) ? rest : [];
}

/** What the rules do together, with what they leave. Those that change nothing behind the others go. */
function judge(rules: readonly RedactionRule[], lines: readonly Line[], kinds: ReadonlySet<PrivateKind>): Redaction {
  const ready = rules.map(compiled);
  const changes = ready.map(() => 0);
  const stays = new Map<string, { kind: PrivateKind; field: string | undefined; count: number; lines: number[] }>();
  let entries = 0;
  for (const [index, { text, all }] of lines.entries()) {
    const after = applied(text, ready, (rule) => changes[rule]!++);
    if (after.origins !== undefined) entries++;
    for (const { kind, field } of leftIn(after, all)) {
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
