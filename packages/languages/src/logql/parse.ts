/**
 * The stream selectors of `stage.match`: label matchers in braces, then line filters. Nothing else of LogQL: `or`,
 * label filters and parsers are errors, as they are in the field's implementation. The grammar is regular, so the
 * parser is a table of states; the texts of errors (and their line and column, counted in characters) are the
 * generated parser's of the original.
 */
import { scanSelector, type Token, type TokenKind } from "./scan.ts";

export type MatcherOp = "=" | "!=" | "=~" | "!~";
export type FilterOp = "|=" | "!=" | "|~" | "!~";

/** One label matcher. Offsets are UTF-16 in the selector's text; `exact` says the value has no escapes. */
export interface LabelMatcher {
  readonly name: string;
  readonly op: MatcherOp;
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly valueStart: number;
  readonly exact: boolean;
}

/** One line filter; offsets as in {@link LabelMatcher}. */
export interface LineFilter {
  readonly op: FilterOp;
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly valueStart: number;
  readonly exact: boolean;
}

/** A parsed selector: all matchers and all filters must hold. There is at least one matcher. */
export interface Selector {
  readonly matchers: readonly LabelMatcher[];
  readonly filters: readonly LineFilter[];
}

/** A mistake in a selector; offsets are UTF-16 in the selector's text. */
export interface SelectorError {
  readonly ok: false;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** Further mistakes, of other matchers and filters. */
  readonly others?: readonly SelectorError[] | undefined;
}

/** With a mistake, `read` is what could still be read, so that its patterns can be checked. */
export type ParsedSelector =
  | { readonly ok: true; readonly selector: Selector }
  | (SelectorError & { readonly read: Selector });

/** Maximum number of reported mistakes of one selector. */
const MAX_MISTAKES = 20;

/** The first of several mistakes, with the others. */
export function firstOf<E extends SelectorError>([first, ...others]: readonly [E, ...E[]]): E {
  return others.length === 0 ? first : { ...first, others: others.slice(0, MAX_MISTAKES - 1) };
}

type State = "start" | "name" | "operator" | "value" | "next" | "filters" | "filterText";

const EXPECTED: Readonly<Record<State, readonly TokenKind[]>> = {
  start: ["{"],
  name: ["IDENTIFIER"],
  operator: ["=", "!=", "=~", "!~"],
  value: ["STRING"],
  next: ["}", ","],
  filters: ["!=", "!~", "|~", "|="],
  filterText: ["STRING"],
};

/** Reads a selector. Rules and messages: LogQL as `stage.match` accepts it. Regular expressions are not checked here. */
export function parseSelector(text: string): ParsedSelector {
  const { tokens, error } = scanSelector(text);
  const matchers: LabelMatcher[] = [];
  const filters: LineFilter[] = [];
  let state: State = "start";
  let name: Token | undefined;
  let op: Token | undefined;
  const mistakes: SelectorError[] = [];
  /** After a mistake in a matcher: its rest is skipped. */
  let skips = false;
  for (const token of tokens) {
    if (state === "filters" && token.kind === "$end")
      return isFilled(mistakes)
        ? { ...firstOf(mistakes), read: { matchers, filters } }
        : { ok: true, selector: { matchers, filters } };
    if (skips && token.kind !== "," && token.kind !== "}" && token.kind !== "$end") continue;
    if (skips) state = "next";
    skips = false;
    const expected: readonly TokenKind[] = EXPECTED[state];
    if (!expected.includes(token.kind)) {
      const message = `syntax error: unexpected ${token.kind}, expecting ${expected.join(" or ")}`;
      // What follows the end of the text only comes from the mistake before it.
      if (token.kind !== "$end" || mistakes.length === 0)
        mistakes.push(failure(text, message, token.start, token.end, token.start));
      // Outside of the braces, and at their end, it is not known what was meant.
      if (!IN_MATCHERS.has(state) || token.kind === "}" || token.kind === "$end" || !isFilled(mistakes)) break;
      skips = token.kind !== ",";
      if (!skips) state = "name";
      continue;
    }
    switch (state) {
      case "start":
        state = "name";
        break;
      case "name":
        name = token;
        state = "operator";
        break;
      case "operator":
        op = token;
        state = "value";
        break;
      case "value":
        matchers.push({ name: name!.text, op: op!.kind as MatcherOp, ...readValue(text, name!.start, token) });
        state = "next";
        break;
      case "next":
        state = token.kind === "," ? "name" : "filters";
        break;
      case "filters":
        op = token;
        state = "filterText";
        break;
      case "filterText":
        filters.push({ op: op!.kind as FilterOp, ...readValue(text, op!.start, token) });
        state = "filters";
        break;
    }
  }
  const read = { matchers, filters };
  if (isFilled(mistakes)) return { ...firstOf(mistakes), read };
  const { message, start, end, token } = error!;
  return { ...failure(text, message, start, end, token ?? start), read };
}

const IN_MATCHERS: ReadonlySet<State> = new Set<State>(["name", "operator", "value", "next"]);

const isFilled = <T>(list: readonly T[]): list is readonly [T, ...T[]] => list.length > 0;

function readValue(text: string, start: number, token: Token) {
  const exact = token.end - token.start - 2 === token.text.length && !text.slice(token.start, token.end).includes("\\");
  return { value: token.text, start, end: token.end, valueStart: token.start + 1, exact };
}

/** `at` is where line and column point, which for a bad escape is the literal's start, as in the original. */
function failure(text: string, message: string, start: number, end: number, at: number): SelectorError {
  const before = text.slice(0, at);
  const lineStart = before.lastIndexOf("\n") + 1;
  const line = before.split("\n").length;
  const column = Array.from(before.slice(lineStart)).length + 1;
  return { ok: false, message: `parse error at line ${line}, col ${column}: ${message}`, start, end };
}
