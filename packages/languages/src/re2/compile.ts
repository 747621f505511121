/**
 * From a pattern to a `Regex`: parse, classify, write, choose. A refusal is a result with Go's text and the place.
 */

import { type AnalysisBudget, analyzeCost, type Cost, type CostClass } from "./cost.ts";
import { emitNative, emitRe2 } from "./emit.ts";
import { findGroupPlaces } from "./group-places.ts";
import { MAX_INSTRUCTIONS } from "./linear.ts";
import { PropertyCache } from "./properties.ts";
import { CompiledRegex, type Regex, type RegexPlan } from "./regex.ts";
import { leadingWildcard, matchesEveryText } from "./search-traits.ts";
import { createNode, Flag, type MutableNode, Op, type RegexNode } from "./syntax/ast.ts";
import { countInstructions } from "./syntax/limits.ts";
import { type ParseOptions, parsePattern } from "./syntax/parser.ts";
import { toTestForm } from "./test-form.ts";

export interface RegexOptions extends ParseOptions {
  /** The pattern must match the whole text, as in label matchers (`^(?:…)$`). */
  readonly anchored?: boolean;
  /**
   * Forces an engine, for tests: `native` refuses a pattern that has no native form, `re2-wasm` answers `test` where it
   * is installed (and the other linear engine everything else). Default `auto`: native where that is safe, else re2js.
   */
  readonly use?: "auto" | "native" | "re2js" | "re2-wasm";
  /**
   * Steps that finding out what patterns cost may take together: a pattern for which there are none left gets the linear
   * engine, which any pattern is safe with. And how large patterns may be together: those that are left then are refused.
   */
  readonly analysis?: AnalysisBudget | undefined;
}

export type CompileResult =
  | { readonly ok: true; readonly regex: Regex }
  | {
      readonly ok: false;
      /** Go's text: "error parsing regexp: missing closing ): `(a`". */
      readonly message: string;
      /** Offending part of the pattern, in UTF-16 offsets. */
      readonly start: number;
      readonly end: number;
    };

/** Steps of backtracking that one native match may need at worst; beyond, the linear engine serves. */
export const NATIVE_BUDGET = 2 ** 26;

/** A native form that serves only texts shorter than this is not worth having. */
const MIN_NATIVE_LENGTH = 64;

/** Longest text that any native form serves. */
const MAX_NATIVE_LENGTH = 2 ** 24;

/** What a pattern is and which engine serves it, for reports. */
export interface RegexDescription {
  readonly costClass: CostClass;
  readonly engine: "native" | "linear";
  /** Why no native form serves this pattern; undefined when one does. */
  readonly reason: string | undefined;
  readonly nativeSource: string | undefined;
  /** Longest text, in UTF-16 units, that the native form serves; 0: none. */
  readonly nativeLimit: number;
  readonly groupCount: number;
  readonly groupNames: readonly (string | undefined)[];
}

/** Compiles a pattern of the RE2 syntax (Go's `regexp.Compile`). */
export function compileRegex(pattern: string, options: RegexOptions = {}): CompileResult {
  const { analysis } = options;
  if (analysis?.isTooLarge === true) return tooLargeTogether(pattern);
  const parsed = parsePattern(pattern, options);
  if (!parsed.ok) return parsed;
  if (analysis?.takeRunes(parsed.parsed.runes) === false) return tooLargeTogether(pattern);
  const { groupCount, groupNames } = parsed.parsed;
  const use = options.use ?? "auto";
  const plan = planPattern(parsed.parsed.root, options);
  if (use === "native" && plan.nativeSource === undefined)
    return { ok: false, message: `no native form: ${plan.reason}`, start: 0, end: pattern.length };
  const isNative = plan.nativeSource !== undefined && plan.nativeLimit > 0;
  if (!isNative && plan.re2Source() === undefined)
    return {
      ok: false,
      message: `error parsing regexp: expression too large: \`${pattern}\``,
      start: 0,
      end: pattern.length,
    };
  const forced = use === "re2js" || use === "re2-wasm" ? 0 : use === "native" ? Number.MAX_SAFE_INTEGER : undefined;
  const regex = new CompiledRegex({
    pattern,
    groupCount,
    groupNames,
    costClass: plan.costClass,
    matchesAll: plan.matchesAll,
    leadingWildcard: plan.leadingWildcard,
    nativeSource: plan.nativeSource,
    nativeLimit: forced ?? plan.nativeLimit,
    nativeAllLimit: forced ?? plan.nativeAllLimit,
    testSource: plan.testSource,
    testLimit: plan.testSource === undefined ? 0 : (forced ?? plan.testLimit),
    re2Source: plan.re2Source,
    linearInAll: plan.linearInAll,
    nullable: plan.nullable,
    groupPlaces: plan.groupPlaces,
    literalTest: use === "auto" ? plan.literalTest : undefined,
    wasm: use === "re2-wasm",
  });
  return { ok: true, regex };
}

const tooLargeTogether = (pattern: string): CompileResult => ({
  ok: false,
  message: "the classes and literals of all patterns together are too large",
  start: 0,
  end: pattern.length,
});

/** How `compileRegex` runs a pattern, and why; `undefined` for a refused pattern. */
export function describeRegex(pattern: string, options: RegexOptions = {}): RegexDescription | undefined {
  const parsed = parsePattern(pattern, options);
  if (!parsed.ok) return undefined;
  const { costClass, reason, nativeSource, nativeLimit } = planPattern(parsed.parsed.root, options);
  const { groupCount, groupNames } = parsed.parsed;
  return {
    costClass,
    engine: nativeSource !== undefined && nativeLimit > 0 ? "native" : "linear",
    reason,
    nativeSource,
    nativeLimit,
    groupCount,
    groupNames,
  };
}

/** Properties from the pattern's tree. */
interface Plan extends Omit<RegexPlan, "pattern" | "groupCount" | "groupNames" | "wasm"> {
  /** Why there is no native form, or none to be trusted. */
  readonly reason: string | undefined;
}

function planPattern(parsedRoot: RegexNode, { anchored, analysis }: RegexOptions): Plan {
  const root = anchored === true ? anchor(parsedRoot) : parsedRoot;
  const properties = new PropertyCache();
  const native = emitNative(root, properties);
  const cost = analyzeCost(root, properties, analysis);
  const nativeLimit = native.ok ? longestText(degreeOf(cost), cost.factor) : 0;
  let reason = native.ok ? undefined : native.reason;
  if (native.ok && nativeLimit === 0)
    reason = `backtracking may take ${cost.costClass.kind === "exponential" ? "exponential time" : "too many steps"}`;
  const testRoot = toTestForm(root);
  const test = emitNative(testRoot, properties);
  const testCost = analyzeCost(testRoot, properties, analysis);
  return {
    costClass: cost.costClass,
    matchesAll: matchesEveryText(root),
    leadingWildcard: leadingWildcard(root),
    reason,
    nativeSource: native.ok ? native.source : undefined,
    nativeLimit,
    nativeAllLimit: native.ok ? longestText(cost.allDegree, cost.factor) : 0,
    testSource: test.ok ? test.source : undefined,
    testLimit: test.ok ? longestText(degreeOf(testCost), testCost.factor) : 0,
    re2Source: () => (countInstructions(root) > MAX_INSTRUCTIONS ? undefined : emitRe2(root)),
    linearInAll: cost.allDegree === 1,
    nullable: properties.of(root).nullable,
    groupPlaces: findGroupPlaces(root, properties.of(root).captures),
    literalTest: literalTest(testRoot),
  };
}

function degreeOf({ costClass }: Cost): number {
  if (costClass.kind === "linear") return 1;
  return costClass.kind === "polynomial" ? costClass.degree : Number.POSITIVE_INFINITY;
}

/** Longest text for which `factor × length^degree` stays within the budget; 0 when that is too short to be of use. */
function longestText(degree: number, factor: number): number {
  const length = Math.floor((NATIVE_BUDGET / factor) ** (1 / degree));
  return length < MIN_NATIVE_LENGTH ? 0 : Math.min(MAX_NATIVE_LENGTH, length);
}

function anchor(root: RegexNode): RegexNode {
  const whole = createNode(Op.Concat);
  whole.sub = [
    createNode(Op.BeginText),
    ...(root.op === Op.Concat ? root.sub : [root]),
    createNode(Op.EndText),
  ] as MutableNode[];
  return whole;
}

/** A direct test for `text`, `^text`, `text$` and `^text$`. */
function literalTest(root: RegexNode): ((text: string) => boolean) | undefined {
  if (root.op === Op.Empty) return () => true;
  const parts = root.op === Op.Concat ? root.sub : [root];
  const atStart = parts[0]?.op === Op.BeginText;
  const atEnd = parts.length > 1 && parts.at(-1)?.op === Op.EndText;
  const middle = parts.slice(atStart ? 1 : 0, atEnd ? -1 : undefined);
  const literal = middle[0];
  if (middle.length !== 1 || literal?.op !== Op.Literal || literal.flags & Flag.FoldCase) return undefined;
  // U+FFFD also replaces lone surrogates, which a comparison of texts would miss.
  if (literal.runes.includes(0xfffd)) return undefined;
  const needle = literal.runes.map((rune) => String.fromCodePoint(rune)).join("");
  if (atStart && atEnd) return (text) => text === needle;
  if (atStart) return (text) => text.startsWith(needle);
  if (atEnd) return (text) => text.endsWith(needle);
  return (text) => text.includes(needle);
}
