/**
 * Regular expressions as template functions use them: patterns that templates compile while they run. They are mostly
 * constants, so compiled ones are kept; the number of them is bounded, and the oldest goes first.
 */
import { compileRegex, expandTemplate, type Regex } from "../re2/index.ts";
import { type CallContext, fail, failLimit } from "./functions.ts";
import { MAX_ELEMENTS, MAX_OUTPUT } from "./limits.ts";
import { canBackquote, quote } from "./values/quote.ts";

const MAX_PATTERNS = 200;
/** Longer patterns are compiled each time: a pattern made from data would fill memory with what is never asked again. */
const MAX_LENGTH = 4096;

const compiled = new Map<string, ReturnType<typeof compileRegex>>();

/** Compiles a pattern, or gives Go's message (`error parsing regexp: …`). */
function cachedRegex(pattern: string): ReturnType<typeof compileRegex> {
  const known = compiled.get(pattern);
  if (known) return known;
  const result = compileRegex(pattern);
  if (pattern.length > MAX_LENGTH) return result;
  if (compiled.size >= MAX_PATTERNS) compiled.delete(compiled.keys().next().value!);
  compiled.set(pattern, result);
  return result;
}

/** Patterns that an execution has paid for; fewer than are kept compiled. */
const MAX_PAID = 100;
const paid = new WeakMap<CallContext, Set<string>>();

/** Compiling costs far more than matching, and a pattern made from data is compiled each time. */
function chargePattern(pattern: string, ctx: CallContext): void {
  let patterns = paid.get(ctx);
  if (patterns === undefined || patterns.size >= MAX_PAID) {
    patterns = new Set();
    paid.set(ctx, patterns);
  }
  if (patterns.has(pattern)) return;
  patterns.add(pattern);
  ctx.charge(200 + pattern.length * 16);
}

/** `regexp.Compile`: the pattern, or Go's message. */
export function compileCharged(pattern: string, ctx: CallContext): ReturnType<typeof compileRegex> {
  chargePattern(pattern, ctx);
  return cachedRegex(pattern);
}

/** `regexp.MustCompile`: a bad pattern ends the call with its panic text. */
export function mustCompileRegex(pattern: string, ctx: CallContext): Regex {
  const result = compileCharged(pattern, ctx);
  return result.ok ? result.regex : fail(`regexp: Compile(${quotePattern(pattern)}): ${result.message}`);
}

/** As regexp quotes a pattern in its panic: backquoted where it can be. */
function quotePattern(pattern: string): string {
  return canBackquote(pattern) ? `\`${pattern}\`` : quote(pattern);
}

/** Matches that cost one unit of limits.ts if each is counted. */
const MATCHES_PER_UNIT = 2;
/** Matches that the charge for the call covers. */
const FEW = 64;

/** Charges for matches that are distinguished one by one. */
export function chargeMatches(count: number, ctx: CallContext): void {
  ctx.charge(Math.ceil(count / MATCHES_PER_UNIT));
}

/** A pattern that matches nothing does so at every character, which no native form replaces as Go does. */
function chargeEmptyMatches(regex: Regex, text: string, ctx: CallContext): void {
  if (text.length > FEW && regex.test("")) chargeMatches(text.length, ctx);
}

/** `Regexp.ReplaceAllString`: `$1` and `${name}` in `replacement` are expanded. */
export function replaceAll(regex: Regex, text: string, replacement: string, ctx: CallContext): string {
  chargeEmptyMatches(regex, text, ctx);
  const references = replacement.split("$").length;
  const longest = (text.length + 1) * replacement.length + text.length * (references + 1);
  if (longest <= MAX_OUTPUT) return regex.replaceAll(text, replacement);
  return replaceEach(regex, text, replacement.length, ctx, (match) =>
    expandTemplate(replacement, text, match, regex.groupNames),
  );
}

/** `Regexp.ReplaceAllLiteralString`. */
export function replaceAllLiteral(regex: Regex, text: string, replacement: string, ctx: CallContext): string {
  chargeEmptyMatches(regex, text, ctx);
  const longest = (text.length + 1) * (replacement.length + 1);
  if (longest <= MAX_OUTPUT) return regex.replaceAllLiteral(text, replacement);
  return replaceEach(regex, text, 0, ctx, () => replacement);
}

/** Match by match, for texts whose result may be longer than allowed. `cost` is the length of what each one expands. */
function replaceEach(
  regex: Regex,
  text: string,
  cost: number,
  ctx: CallContext,
  expand: (match: readonly number[]) => string,
): string {
  const matches = regex.allIndices(text, MAX_ELEMENTS);
  if (matches.length === MAX_ELEMENTS) failLimit("template-elements", `more than ${MAX_ELEMENTS} matches`);
  chargeMatches(matches.length, ctx);
  ctx.charge(Math.ceil((matches.length * cost) / 64));
  const parts: string[] = [];
  let from = 0;
  let length = text.length;
  for (const match of matches) {
    const by = expand(match);
    length += by.length - (match[1]! - match[0]!);
    if (length > MAX_OUTPUT) ctx.reserve(length);
    parts.push(text.slice(from, match[0]), by);
    from = match[1]!;
  }
  parts.push(text.slice(from));
  return parts.join("");
}
