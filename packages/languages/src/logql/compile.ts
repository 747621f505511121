/**
 * Runs selectors. A matcher reads a missing label as empty. Label regular expressions are anchored at both ends, `.` matches
 * a newline there, and they know fewer names of classes; those of line filters are plain Go.
 */
import { AnalysisBudget, compileRegex, type RegexOptions } from "../re2/index.ts";
import { firstOf, type LabelMatcher, type LineFilter, type Selector, type SelectorError } from "./parse.ts";

/** A selector ready to run. */
export interface CompiledSelector {
  readonly selector: Selector;
  /** Every entry matches; false where the shapes of its patterns do not show it. */
  readonly matchesAll: boolean;
  /** Labels of matchers that do not hold where the label is absent. */
  readonly neededLabels: readonly string[];
  /** Whether the matcher of that index holds for a label with this value; empty: without it. */
  matcherHolds(index: number, value: string): boolean;
  /** Whether all matchers hold; `get` gives a label's value. */
  matchesLabels(get: (name: string) => string | undefined): boolean;
  /** Whether all line filters hold (true without any). */
  matchesLine(line: string): boolean;
  /** The first matcher that does not hold, for explanations. */
  failingMatcher(get: (name: string) => string | undefined): LabelMatcher | undefined;
  /** The first line filter that does not hold, for explanations. */
  failingFilter(line: string): LineFilter | undefined;
}

/** An invalid regular expression; `part` is its place. Offsets are UTF-16 in the selector's text. */
export interface SelectorRegexError extends SelectorError {
  readonly part: "label" | "line";
}

export type CompileSelectorResult = { readonly ok: true; readonly compiled: CompiledSelector } | SelectorRegexError;

interface Test {
  readonly holds: (text: string) => boolean;
  /** For every text. */
  readonly always: boolean;
}

/** Label matchers are Prometheus', whose fork of `regexp` knows fewer names of classes than Go's own. */
const LABEL_REGEX: RegexOptions = { anchored: true, dotAll: true, classNames: "exact" };

/** Default limit of steps for finding the cost of one selector's patterns. */
const ANALYSIS_STEPS = 400_000;

/** Compiles a parsed selector's regular expressions, once. Errors are RE2's, with positions in the selector. */
export function compileSelector(selector: Selector, analysis?: AnalysisBudget): CompileSelectorResult {
  const work = compileSelectorInSteps(selector, analysis);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** The same in steps, of one regular expression each. */
export function* compileSelectorInSteps(
  selector: Selector,
  analysis: AnalysisBudget = new AnalysisBudget(ANALYSIS_STEPS),
): Generator<void, CompileSelectorResult> {
  const { matchers, filters } = selector;
  const mistakes: SelectorRegexError[] = [];
  const labelTests: Test[] = [];
  for (const matcher of matchers) {
    const test = compileMatcher(matcher, analysis);
    if ("ok" in test) mistakes.push(test);
    else labelTests.push(test);
    yield;
  }
  const lineTests: Test[] = [];
  // The original compiles the last filter first, so that of several mistakes the last one comes first.
  for (let i = filters.length - 1; i >= 0; i--) {
    const test = compileFilter(filters[i]!, analysis);
    if ("ok" in test) mistakes.push(test);
    else lineTests[i] = test;
    yield;
  }
  const [mistake, ...others] = mistakes;
  if (mistake !== undefined) return firstOf([mistake, ...others]);
  const firstFailingMatcher = (get: (name: string) => string | undefined): number => {
    for (let i = 0; i < labelTests.length; i++) if (!labelTests[i]!.holds(get(matchers[i]!.name) ?? "")) return i;
    return -1;
  };
  const firstFailingFilter = (line: string): number => {
    for (let i = 0; i < lineTests.length; i++) if (!lineTests[i]!.holds(line)) return i;
    return -1;
  };
  return {
    ok: true,
    compiled: {
      selector,
      matchesAll: [...labelTests, ...lineTests].every(({ always }) => always),
      neededLabels: matchers.flatMap(({ name }, i) => (labelTests[i]!.holds("") ? [] : [name])),
      matcherHolds: (index, value) => labelTests[index]!.holds(value),
      matchesLabels: (get) => firstFailingMatcher(get) < 0,
      matchesLine: (line) => firstFailingFilter(line) < 0,
      failingMatcher: (get) => matchers[firstFailingMatcher(get)],
      failingFilter: (line) => filters[firstFailingFilter(line)],
    },
  };
}

function compileMatcher(matcher: LabelMatcher, analysis: AnalysisBudget): Test | SelectorRegexError {
  const { op, value } = matcher;
  if (op === "=") return { holds: (text) => text === value, always: false };
  if (op === "!=") return { holds: (text) => text !== value, always: false };
  return compileTest(matcher, "label", op === "!~", analysis);
}

function compileFilter(filter: LineFilter, analysis: AnalysisBudget): Test | SelectorRegexError {
  const { op, value } = filter;
  if (op === "|=") return { holds: (text) => text.includes(value), always: value === "" };
  if (op === "!=") return { holds: (text) => !text.includes(value), always: false };
  return compileTest(filter, "line", op === "!~", analysis);
}

function compileTest(
  of: LabelMatcher | LineFilter,
  part: "label" | "line",
  negate: boolean,
  analysis: AnalysisBudget,
): Test | SelectorRegexError {
  const result = compileRegex(of.value, { ...(part === "label" && LABEL_REGEX), analysis });
  if (!result.ok) {
    // Positions inside the value are positions inside the selector only where the literal has no escapes.
    const start = of.exact ? of.valueStart + result.start : of.valueStart;
    const end = of.exact ? of.valueStart + result.end : of.end - 1;
    return { ok: false, part, message: result.message, start, end };
  }
  const { regex } = result;
  return negate
    ? { holds: (text) => !regex.test(text), always: false }
    : { holds: (text) => regex.test(text), always: regex.matchesAll };
}
