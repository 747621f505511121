/**
 * Regular expressions in the RE2 syntax. In Go the plain forms panic and the `must` forms return an error for a bad
 * pattern, except that `regexMatch` then says false.
 */
import { quoteMeta, type Regex } from "../../../re2/index.ts";
import { alias, type CallContext, defineFunction, fail, type TemplateFunction } from "../../functions.ts";
import { MAX_ELEMENTS } from "../../limits.ts";
import { intParam, type Parameter, stringParam, type ValuesOf } from "../../parameters.ts";
import {
  chargeMatches,
  compileCharged,
  mustCompileRegex,
  replaceAll,
  replaceAllLiteral,
} from "../../template-regex.ts";
import { BOOL, STRING, STRING_SLICE } from "../../types.ts";
import { nilList, stringList } from "../../value.ts";
import type { FunctionExample, GoList, GoType, GoValue } from "../../values/model.ts";
import { checkElements } from "./value-text.ts";

/** Go's `regexp.Compile`: the `must` forms give its error unchanged, the others panic with a longer text. */
function compile(pattern: string, must: boolean, ctx: CallContext): Regex {
  if (!must) return mustCompileRegex(pattern, ctx);
  const result = compileCharged(pattern, ctx);
  return result.ok ? result.regex : fail(result.message);
}

/** A number of matches or pieces to ask for, so that too many are noticed before they are made. */
const bounded = (count: number): number => (count < 0 || count > MAX_ELEMENTS ? MAX_ELEMENTS + 1 : count);

function findAll(regex: Regex, text: string, count: number, ctx: CallContext): GoList {
  const found = regex.allIndices(text, bounded(count));
  chargeMatches(found.length, ctx);
  // Go gives a nil list when there is no match.
  if (found.length === 0) return nilList(STRING_SLICE);
  checkElements(found.length);
  return stringList(found.map((match) => text.slice(match[0], match[1])));
}

function find(regex: Regex, text: string): string {
  return regex.exec(text)?.[0] ?? "";
}

function split(regex: Regex, text: string, count: number, ctx: CallContext): GoList {
  if (count === 0) return nilList(STRING_SLICE);
  const pieces = regex.split(text, bounded(count));
  chargeMatches(pieces.length, ctx);
  checkElements(pieces.length);
  return stringList(pieces);
}

const PATTERN = stringParam("pattern");
const TEXT = stringParam("text");
const COUNT = intParam("count");

interface ByPattern<P extends readonly Parameter[], T> {
  readonly name: string;
  /** The parameters after the pattern. */
  readonly params: P;
  readonly result: GoType<T>;
  readonly doc: string;
  readonly example: FunctionExample;
  readonly call: (regex: Regex, args: ValuesOf<P>, ctx: CallContext) => T;
}

/** A function under its plain and its `must` name; the pattern is its first argument. */
function both<const P extends readonly Parameter[], T extends GoValue>(declared: ByPattern<P, T>): TemplateFunction[] {
  const { name, params, result, doc, example, call } = declared;
  const form = (must: boolean): TemplateFunction =>
    defineFunction({
      name,
      params: [PATTERN, ...params] as readonly Parameter[],
      result,
      doc,
      example,
      call: ([pattern, ...args], ctx) => call(compile(pattern as string, must, ctx), args as ValuesOf<P>, ctx),
    });
  const [plain, must] = [form(false), form(true)];
  return [
    plain,
    alias(must, `must${name[0]!.toUpperCase()}${name.slice(1)}`, `As \`${name}\`; a bad pattern's error is shorter.`),
  ];
}

export const REGEX_FUNCTIONS: readonly TemplateFunction[] = [
  defineFunction({
    name: "regexMatch",
    params: [PATTERN, TEXT],
    result: BOOL,
    doc: "Whether the pattern is found in the text; false for a bad pattern.",
    example: { call: 'regexMatch "^[a-z]+$" "warn"', gives: "true" },
    call: ([pattern, text], ctx) => {
      const result = compileCharged(pattern, ctx);
      return result.ok && result.regex.test(text);
    },
  }),
  defineFunction({
    name: "mustRegexMatch",
    params: [PATTERN, TEXT],
    result: BOOL,
    doc: "Whether the pattern is found in the text; an error for a bad pattern.",
    example: { call: 'mustRegexMatch "[" "warn"', fails: "error parsing regexp: missing closing ]: `[`" },
    call: ([pattern, text], ctx) => compile(pattern, true, ctx).test(text),
  }),
  ...both({
    name: "regexFind",
    params: [TEXT],
    result: STRING,
    doc: "The first match of the pattern; the empty text where there is none.",
    example: { call: 'regexFind "[0-9]+" "id 42, 43"', gives: "42" },
    call: (regex, [text]) => find(regex, text),
  }),
  ...both({
    name: "regexFindAll",
    params: [TEXT, COUNT],
    result: STRING_SLICE,
    doc: "The first matches of the pattern, all of them where the count is negative.",
    example: { call: 'regexFindAll "[0-9]+" "id 42, 43" -1', gives: "[42 43]" },
    call: (regex, [text, count], ctx) => findAll(regex, text, count, ctx),
  }),
  ...both({
    name: "regexReplaceAll",
    params: [TEXT, stringParam("replacement")],
    result: STRING,
    doc: "The text with every match of the pattern replaced; `$1` and `${name}` in the replacement stand for groups.",
    example: { call: 'regexReplaceAll "([0-9]+)" "id 42" "<$1>"', gives: "id <42>" },
    call: (regex, [text, replacement], ctx) => replaceAll(regex, text, replacement, ctx),
  }),
  ...both({
    name: "regexReplaceAllLiteral",
    params: [TEXT, stringParam("replacement")],
    result: STRING,
    doc: "The text with every match of the pattern replaced, by the literal replacement.",
    example: { call: 'regexReplaceAllLiteral "[0-9]+" "id 42" "$1"', gives: "id $1" },
    call: (regex, [text, replacement], ctx) => replaceAllLiteral(regex, text, replacement, ctx),
  }),
  ...both({
    name: "regexSplit",
    params: [TEXT, COUNT],
    result: STRING_SLICE,
    doc: "The pieces of the text between matches of the pattern, at most that many, all of them where the count is negative.",
    example: { call: 'regexSplit "[,;] *" "a, b;c" -1', gives: "[a b c]" },
    call: (regex, [text, count], ctx) => split(regex, text, count, ctx),
  }),
  defineFunction({
    name: "regexQuoteMeta",
    params: [TEXT],
    result: STRING,
    doc: "A pattern that matches the text literally.",
    example: { call: 'regexQuoteMeta "1.5 (s)"', gives: "1\\.5 \\(s\\)" },
    call: ([text]) => quoteMeta(text),
  }),
];
