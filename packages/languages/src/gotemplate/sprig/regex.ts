/**
 * Regular expressions in the RE2 syntax. In Go the plain forms panic and the `must` forms return an error for a bad
 * pattern, except that `regexMatch` then says false.
 */
import { quoteMeta, type Regex } from "../../re2/index.ts";
import { type CallContext, defineFunction, fail, integerArg, stringArg, type TemplateFunction } from "../functions.ts";
import { MAX_ELEMENTS } from "../limits.ts";
import { cachedRegex, mustCompileRegex, replaceAll, replaceAllLiteral } from "../template-regex.ts";
import { BOOL, type GoType, INT, STRING, STRING_SLICE } from "../types.ts";
import { type GoValue, nilList, stringList } from "../value.ts";
import { checkElements } from "./value-text.ts";

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

/** Go's `regexp.Compile`: the `must` forms give its error as it is, the others panic with more words. */
function compile(pattern: string, must: boolean, ctx: CallContext): Regex {
  chargePattern(pattern, ctx);
  if (!must) return mustCompileRegex(pattern);
  const result = cachedRegex(pattern);
  return result.ok ? result.regex : fail(result.message);
}

/** A number of matches or pieces to ask for, so that too many are noticed before they are made. */
const bounded = (count: number): number => (count < 0 || count > MAX_ELEMENTS ? MAX_ELEMENTS + 1 : count);

function findAll(regex: Regex, text: string, count: number): GoValue {
  const found = regex.allIndices(text, bounded(count));
  // Go gives a nil list when there is no match.
  if (found.length === 0) return nilList(STRING_SLICE);
  checkElements(found.length);
  return stringList(found.map((match) => text.slice(match[0], match[1])));
}

function find(regex: Regex, text: string): string {
  return regex.exec(text)?.[0] ?? "";
}

function split(regex: Regex, text: string, count: number): GoValue {
  if (count === 0) return nilList(STRING_SLICE);
  const pieces = regex.split(text, bounded(count));
  checkElements(pieces.length);
  return stringList(pieces);
}

type Apply = (regex: Regex, args: readonly GoValue[], ctx: CallContext) => GoValue;

/** A function under its plain and its `must` name; the pattern is its first argument. */
function both(name: string, params: readonly GoType[], result: GoType, apply: Apply): TemplateFunction[] {
  const must = `must${name[0]!.toUpperCase()}${name.slice(1)}`;
  return [
    defineFunction(name, params, result, (args, ctx) => apply(compile(stringArg(args, 0), false, ctx), args, ctx)),
    defineFunction(must, params, result, (args, ctx) => apply(compile(stringArg(args, 0), true, ctx), args, ctx)),
  ];
}

const THREE_STRINGS = [STRING, STRING, STRING];

export const REGEX_FUNCTIONS: readonly TemplateFunction[] = [
  defineFunction("regexMatch", [STRING, STRING], BOOL, (args, ctx) => {
    chargePattern(stringArg(args, 0), ctx);
    const result = cachedRegex(stringArg(args, 0));
    return result.ok && result.regex.test(stringArg(args, 1));
  }),
  defineFunction("mustRegexMatch", [STRING, STRING], BOOL, (args, ctx) =>
    compile(stringArg(args, 0), true, ctx).test(stringArg(args, 1)),
  ),
  ...both("regexFind", [STRING, STRING], STRING, (regex, args) => find(regex, stringArg(args, 1))),
  ...both("regexFindAll", [STRING, STRING, INT], STRING_SLICE, (regex, args) =>
    findAll(regex, stringArg(args, 1), integerArg(args, 2)),
  ),
  ...both("regexReplaceAll", THREE_STRINGS, STRING, (regex, args, ctx) =>
    replaceAll(regex, stringArg(args, 1), stringArg(args, 2), ctx),
  ),
  ...both("regexReplaceAllLiteral", THREE_STRINGS, STRING, (regex, args, ctx) =>
    replaceAllLiteral(regex, stringArg(args, 1), stringArg(args, 2), ctx),
  ),
  ...both("regexSplit", [STRING, STRING, INT], STRING_SLICE, (regex, args) =>
    split(regex, stringArg(args, 1), integerArg(args, 2)),
  ),
  defineFunction("regexQuoteMeta", [STRING], STRING, (args) => quoteMeta(stringArg(args, 0))),
];
