/**
 * From a selected stretch of a line to stages that extract it: by the field of JSON or logfmt that it is, by a pattern, by
 * an expression. Each is checked against all lines; the one that finds something in most of them comes first.
 */
import { goString } from "@sluice/languages/govalue";
import { compileJmesPath } from "@sluice/languages/jmespath";
import { findJsonValue, parseJsonObject } from "@sluice/languages/json";
import { parseLogfmt } from "@sluice/languages/logfmt";
import { compilePattern } from "@sluice/languages/pattern";
import { writeStage } from "../detect/index.ts";
import { writeText } from "../syntax/index.ts";
import { endsWrong, runsOver } from "./boundaries.ts";
import type { Extraction, LineSelection } from "./extraction.ts";
import { writeJmesPath } from "./jmes-path-text.ts";
import { regexCandidates } from "./regex-candidates.ts";
import { finish } from "./steps.ts";
import { type EntryText, fieldsOf, textItself } from "./unextracted.ts";

export { keyBefore } from "./regex-candidates.ts";

/** Lines that are tried, and candidates that are given back. */
const MAX_LINES = 10_000;
const FIRST_LINES = 500;
const MAX_GIVEN = 8;
const MAX_EXAMPLES = 5;
/** Lines that are tried without a pause. */
const STEP = 250;
/** Of equally good ones the more legible first. */
const ORDER = ["field", "json", "logfmt", "pattern", "regex", "text"] as const;

interface Reader {
  readonly kind: Extraction["kind"];
  readonly text: string;
  readonly stage: string;
  readonly byShape?: true;
  read(line: string): string | undefined;
  /** Whether it sets a value from a line that it does not match. */
  overruns?(line: string): boolean;
}

/**
 * Ways to extract `selection` as `name` (an identifier), the best first, and to do without. Each finds the selected text in
 * its own line. In steps of some hundred lines, between which other work can run.
 */
export function* extractionsInSteps(
  entries: readonly EntryText[],
  selection: LineSelection,
  name: string,
): Generator<undefined, Extraction[]> {
  const { line, start, end } = selection;
  const value = line.slice(start, end);
  const readers = [
    ...jsonReader(selection, name),
    ...logfmtReader(selection, name),
    ...patternReader(selection, name),
  ].filter((reader) => reader.read(line) === value);
  yield;
  const isWrong = endsWrong(selection);
  for (const { expression, regex, byShape } of regexCandidates(line, start, end, name)) {
    const stage = writeStage("regex", { expression: writeText(expression) });
    const stretch = (one: string) => {
      const at = regex.execIndices(one);
      return at === null || at[2]! < 0 ? undefined : ([at[2]!, at[3]!] as const);
    };
    const read = (one: string) => {
      const at = stretch(one);
      return at === undefined || isWrong(one, ...at) ? undefined : one.slice(...at);
    };
    const overruns = (one: string) => {
      const at = stretch(one);
      return at !== undefined && isWrong(one, ...at);
    };
    readers.push({ kind: "regex", text: expression, stage, read, overruns, ...(byShape ? { byShape } : {}) });
  }
  yield;
  // The few best of a first round are tried on all lines.
  const known = entries.slice(0, MAX_LINES);
  const tried = known.map((entry) => entry.line);
  const total = tried.length;
  const first: (Counted & { readonly reader: Reader; readonly kind: Reader["kind"] })[] = [];
  for (const reader of readers)
    first.push({ reader, kind: reader.kind, ...(yield* count(tried.slice(0, FIRST_LINES), reader)) });
  const best = first
    .sort(byUse)
    .filter(({ reader, kind }, i, all) => i < MAX_GIVEN || reader.byShape || isFirst(kind, i, all));
  const found: Extraction[] = [];
  for (const { reader } of best) {
    const { read: _, overruns: __, ...rest } = reader;
    found.push({ ...rest, ...(yield* count(tried, reader)), total });
  }
  found.sort(byUse);
  const fields = fieldsOf(
    known,
    selection,
    best.map(({ reader }) => reader.read),
  );
  yield;
  return [
    ...fields,
    ...found.filter((one, i, all) => all.findIndex((other) => findsSame(one, other)) === i),
    textItself(known, selection),
  ];
}

/** What extracts it from lines alone, at once. */
export const suggestExtractions = (lines: readonly string[], selection: LineSelection, name: string): Extraction[] =>
  finish(
    extractionsInSteps(
      lines.map((line) => ({ line })),
      selection,
      name,
    ),
  ).filter(({ kind }) => kind !== "text");

/** Expressions that find the same texts in as many lines are no choice; the first is the shortest. */
const findsSame = (a: Extraction, b: Extraction): boolean =>
  a.kind === b.kind &&
  a.byShape === b.byShape &&
  a.matched === b.matched &&
  a.examples.join("\n") === b.examples.join("\n");

/** There is a choice between the kinds, too. */
const isFirst = (kind: Reader["kind"], i: number, all: readonly { readonly kind: Reader["kind"] }[]): boolean =>
  all.findIndex((other) => other.kind === kind) === i;

type Counted = Pick<Extraction, "matched" | "overrun" | "examples">;
type Ranked = Pick<Extraction, "kind" | "matched" | "overrun">;

/** A value that is none weighs as much as one that is missing: the rest of a line as a label makes a stream of its own. */
const byUse = (a: Ranked, b: Ranked): number =>
  b.matched - b.overrun - (a.matched - a.overrun) || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind);

function* count(lines: readonly string[], { read, overruns }: Reader): Generator<undefined, Counted> {
  let matched = 0;
  let overrun = 0;
  const examples = new Set<string>();
  for (const [i, line] of lines.entries()) {
    if (i % STEP === 0) yield;
    const value = read(line);
    if (value === undefined) {
      if (overruns?.(line)) overrun++;
      continue;
    }
    matched++;
    if (examples.size < MAX_EXAMPLES) examples.add(value);
  }
  return { matched, overrun, examples: [...examples] };
}

function jsonReader({ line, start }: LineSelection, name: string): Reader[] {
  if (!parseJsonObject(line).ok) return [];
  const found = findJsonValue(line, start);
  if (found === undefined) return [];
  const text = writeJmesPath(found.path);
  const compiled = compileJmesPath(text);
  if (!compiled.ok) return [];
  const read = (one: string): string | undefined => {
    const parsed = parseJsonObject(one);
    const result = parsed.ok ? compiled.expression.search(parsed.value) : undefined;
    return result?.ok && result.value !== null && typeof result.value !== "object" && typeof result.value !== "function"
      ? goString(result.value)
      : undefined;
  };
  return [
    { kind: "json", text, stage: writeStage("json", { expressions: { [name]: text === name ? "" : text } }), read },
  ];
}

/** The logfmt pair whose value contains the selection; its key is the first group. */
export function pairAround({ line, start, end }: LineSelection): RegExpExecArray | undefined {
  return [...line.matchAll(/(?<=^|\s)([^\s="]+)=(?:"((?:[^"\\]|\\.)*)"|[^\s"]*)/g)].find(
    (one) => one.index < start && end <= one.index + one[0].length,
  );
}

function logfmtReader(selection: LineSelection, name: string): Reader[] {
  const pair = pairAround(selection);
  if (pair === undefined) return [];
  const key = pair[1]!;
  const read = (one: string): string | undefined => {
    let value: string | undefined;
    const error = parseLogfmt(one, (other, text) => {
      if (other === key) value = text;
    });
    return error === undefined ? value : undefined;
  };
  return [
    { kind: "logfmt", text: key, stage: writeStage("logfmt", { mapping: { [name]: key === name ? "" : key } }), read },
  ];
}

/** Words left of the selection match anything; punctuation and blanks are literal. */
function patternReader(selection: LineSelection, name: string): Reader[] {
  const { line, start, end } = selection;
  const left = line.slice(0, start);
  const next = line[end];
  if (/[<>]/.test(left) || /[\w<]$/.test(left) || (next !== undefined && /[\w<]/.test(next))) return [];
  const before = left.replaceAll(/[^\s"[\](){},;=|]+/g, "<_>");
  const after = next === undefined ? "" : `${/^[^\w<]{1,3}/.exec(line.slice(end))![0]}<_>`;
  const text = `${before}<${name}>${after}`;
  const compiled = compilePattern(text);
  if (!compiled.ok) return [];
  const isMore = runsOver(selection);
  const found = (one: string) => compiled.pattern.match(one)?.[0];
  const isRight = (one: string, value: string) => compiled.pattern.findStop(one) === undefined && !isMore(value);
  const read = (one: string) => {
    const value = found(one);
    return value !== undefined && isRight(one, value) ? value : undefined;
  };
  const overruns = (one: string) => {
    const value = found(one);
    return value !== undefined && !isRight(one, value);
  };
  return [{ kind: "pattern", text, stage: writeStage("pattern", { pattern: writeText(text) }), read, overruns }];
}
