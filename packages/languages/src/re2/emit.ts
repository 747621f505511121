/**
 * Writes a tree as a pattern of another engine: of the platform's `RegExp` (always with the flag `u`, so that positions
 * never split a surrogate pair; measured, the flag costs nothing on text without such pairs), or of an RE2 that does
 * not know our names and tables (groups unnamed, classes and letter case as explicit ranges).
 *
 * A native pattern is written only where it means the same. What it cannot say: a group inside a loop that some round
 * may leave out (RE2 keeps the earlier value, JavaScript forgets it), and loops whose body can match nothing in another
 * order of preference than "as a last choice". A lone surrogate in a text counts as U+FFFD, in both.
 */

import { PropertyCache } from "./properties.ts";
import { Flag, isLazy, Op, type RegexNode } from "./syntax/ast.ts";
import {
  cleanRanges,
  DIGIT,
  foldOrbit,
  intersectRanges,
  negateRanges,
  type Ranges,
  SPACE,
  WORD,
} from "./syntax/classes.ts";

export type NativeResult =
  | { readonly ok: true; readonly source: string }
  | { readonly ok: false; readonly reason: string };

/** Why a tree has no native form. Private to this file's recursion. */
class NotNative extends Error {}

/** The longest native source; beyond it V8's own compilation is the cost. */
const MAX_NATIVE_SOURCE = 100_000;

/** The source of an equivalent `RegExp` with the flag `u`, or the reason why none exists. */
export function emitNative(root: RegexNode, properties = new PropertyCache()): NativeResult {
  try {
    const source = new NativeWriter(properties, root).write(root, Place.Top);
    if (source.length > MAX_NATIVE_SOURCE) return { ok: false, reason: "the pattern is too long when written out" };
    return { ok: true, source: source === "" ? "(?:)" : source };
  } catch (error) {
    if (error instanceof NotNative) return { ok: false, reason: error.message };
    throw error;
  }
}

/** The tree in plain RE2 syntax. */
export function emitRe2(root: RegexNode): string {
  return new Re2Writer().write(root, Place.Top);
}

/** What surrounds the text that is being written. */
const Place = { Top: 0, Concat: 1, Operand: 2 } as const;
type Place = (typeof Place)[keyof typeof Place];

abstract class Writer {
  /** What only one of the two syntaxes spells this way. */
  protected abstract own(node: RegexNode, place: Place): string;
  protected abstract character(codePoint: number): string;
  protected abstract set(ranges: Ranges): string;

  write(node: RegexNode, place: Place): string {
    switch (node.op) {
      case Op.Literal:
        return this.#literal(node, place);
      case Op.Class:
        return this.set(node.runes);
      case Op.AnyNotNewline:
        return "[^\\n]";
      case Op.Capture:
        return `(${this.write(node.sub[0]!, Place.Top)})`;
      case Op.Concat:
        return this.#concat(node.sub, place);
      case Op.Alternate:
        return this.#alternate(node.sub, place);
      default:
        return this.own(node, place);
    }
  }

  protected group(text: string): string {
    return `(?:${text})`;
  }

  #literal(node: RegexNode, place: Place): string {
    let out = "";
    for (const rune of node.runes) {
      const orbit = node.flags & Flag.FoldCase ? foldOrbit(rune) : undefined;
      out +=
        orbit !== undefined && (orbit.length > 2 || orbit[0] !== orbit[1]) ? this.set(orbit) : this.character(rune);
    }
    return place === Place.Operand && node.runes.length !== 1 ? this.group(out) : out;
  }

  #concat(subs: readonly RegexNode[], place: Place): string {
    let out = "";
    for (const sub of subs) out += this.write(sub, Place.Concat);
    return place === Place.Operand ? this.group(out) : out;
  }

  #alternate(subs: readonly RegexNode[], place: Place): string {
    const out = subs.map((sub) => this.write(sub, Place.Top)).join("|");
    return place === Place.Top ? out : this.group(out);
  }

  protected quantified(body: string, suffix: string, node: RegexNode, place: Place): string {
    const out = body + suffix + (isLazy(node) ? "?" : "");
    return place === Place.Operand ? this.group(out) : out;
  }
}

function repeatSuffix(min: number, max: number): string {
  if (max === -1) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  if (min === 0 && max === 1) return "?";
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

class NativeWriter extends Writer {
  readonly #properties: PropertyCache;
  /**
   * V8 also tries the middle of a surrogate pair as a start, in spite of the flag `u`. Whatever takes a character fails
   * there, but an empty match would not.
   */
  readonly #noWordBoundary: string;

  constructor(properties: PropertyCache, root: RegexNode) {
    super();
    this.#properties = properties;
    this.#noWordBoundary = properties.of(root).nullable ? "\\B(?=[^]|$)" : "\\B";
  }

  protected own(node: RegexNode, place: Place): string {
    switch (node.op) {
      case Op.NoMatch:
        return "[]";
      case Op.Empty:
        return place === Place.Operand ? "(?:)" : "";
      case Op.Any:
        return "[^]";
      case Op.BeginText:
        return place === Place.Operand ? "(?:^)" : "^";
      case Op.EndText:
        return place === Place.Operand ? "(?:$)" : "$";
      // The flag m would also take \r, U+2028 and U+2029 for ends of lines.
      case Op.BeginLine:
        return "(?:^|(?<=\\n))";
      case Op.EndLine:
        return "(?:$|(?=\\n))";
      case Op.WordBoundary:
        return place === Place.Operand ? "(?:\\b)" : "\\b";
      case Op.NoWordBoundary:
        return place === Place.Operand ? `(?:${this.#noWordBoundary})` : this.#noWordBoundary;
      case Op.Star:
        return this.#loop(node, 0, -1, place);
      case Op.Plus:
        return this.#loop(node, 1, -1, place);
      case Op.Quest:
        return this.#loop(node, 0, 1, place);
      case Op.Repeat:
        return this.#loop(node, node.min, node.max, place);
      default:
        throw new NotNative("unknown node");
    }
  }

  #loop(node: RegexNode, min: number, max: number, place: Place): string {
    const body = node.sub[0]!;
    const facts = this.#properties.of(body);
    if (max === 0 || (min === 1 && max === 1)) {
      if (max === 1) return this.write(body, place);
      // Its groups still count.
      if (facts.captures === 0) return place === Place.Operand ? "(?:)" : "";
      const unused = `${this.write(body, Place.Operand)}{0}`;
      return place === Place.Operand ? this.group(unused) : unused;
    }
    if (max === 1) {
      // JavaScript refuses an optional round that matches nothing; an alternative to nothing has no such rule.
      if (!facts.nullable) return this.quantified(this.write(body, Place.Operand), "?", node, place);
      const inner = this.write(body, Place.Top);
      return this.group(isLazy(node) ? `|${inner}` : `${inner}|`);
    }
    if (facts.definite !== facts.captures)
      throw new NotNative("a group inside a repetition does not take part in every round");
    if (!facts.nullable) return this.quantified(this.write(body, Place.Operand), repeatSuffix(min, max), node, place);
    if (facts.captures > 0) throw new NotNative("the body of a repetition has groups and can match nothing");
    if (facts.zeroWidth) {
      if (min === 0) return place === Place.Operand ? "(?:)" : "";
      return this.write(body, place);
    }
    const inner = isLazy(node) ? undefined : this.#properties.withoutEmpty(body);
    if (inner === undefined) throw new NotNative("the body of a repetition can match nothing before its other choices");
    return this.quantified(this.write(inner, Place.Operand), repeatSuffix(0, max), node, place);
  }

  protected character(codePoint: number): string {
    if (codePoint === 0xfffd || (codePoint >= 0xd800 && codePoint <= 0xdfff)) return this.set([codePoint, codePoint]);
    return escapeNative(codePoint, NATIVE_SYNTAX);
  }

  protected set(ranges: Ranges): string {
    const key = ranges.join(" ");
    const known = SHORT.get(key);
    if (known !== undefined) return known;
    const units = spreadReplacement(ranges);
    if (units.length === 0) return "[]";
    if (units.length === 2 && units[0] === units[1]) return escapeNative(units[0]!, NATIVE_SYNTAX);
    const negated = negateRanges(units);
    if (negated.length === 0) return "[^]";
    return negated.length < units.length ? `[^${nativeItems(negated)}]` : `[${nativeItems(units)}]`;
  }
}

const NATIVE_SYNTAX = /[\^$\\.*+?()[\]{}|/]/;
const NATIVE_CLASS_SYNTAX = /[\^\\[\]-]/;

function escapeNative(codePoint: number, syntax: RegExp): string {
  if (codePoint > 0x7e) return `\\u{${codePoint.toString(16)}}`;
  if (codePoint === 0x0a) return "\\n";
  if (codePoint < 0x20) return `\\x${codePoint.toString(16).padStart(2, "0")}`;
  const c = String.fromCodePoint(codePoint);
  return syntax.test(c) ? `\\${c}` : c;
}

function nativeItems(ranges: Ranges): string {
  let out = "";
  for (let i = 0; i < ranges.length; i += 2) {
    const lo = ranges[i]!;
    const hi = ranges[i + 1]!;
    out += escapeNative(lo, NATIVE_CLASS_SYNTAX);
    if (hi > lo + 1) out += "-";
    if (hi > lo) out += escapeNative(hi, NATIVE_CLASS_SYNTAX);
  }
  return out;
}

const SURROGATES: Ranges = [0xd800, 0xdfff];
const NOT_SURROGATES = negateRanges(SURROGATES);

/** Lone surrogates go where U+FFFD goes. */
function spreadReplacement(ranges: Ranges): number[] {
  const set = intersectRanges(ranges, NOT_SURROGATES);
  return intersectRanges(ranges, [0xfffd, 0xfffd]).length > 0 ? cleanRanges([...set, ...SURROGATES]) : set;
}

const SHORT = new Map<string, string>([
  [DIGIT.join(" "), "\\d"],
  [negateRanges(DIGIT).join(" "), "\\D"],
  [WORD.join(" "), "\\w"],
  [negateRanges(WORD).join(" "), "\\W"],
]);

const RE2_SHORT = new Map<string, string>([...SHORT, [SPACE.join(" "), "\\s"], [negateRanges(SPACE).join(" "), "\\S"]]);

class Re2Writer extends Writer {
  protected own(node: RegexNode, place: Place): string {
    switch (node.op) {
      case Op.NoMatch:
        return "[^\\x00-\\x{10FFFF}]";
      case Op.Empty:
        return place === Place.Top ? "" : "(?:)";
      case Op.Any:
        return "(?s:.)";
      case Op.BeginText:
        return "\\A";
      case Op.EndText:
        return "\\z";
      case Op.BeginLine:
        return "(?m:^)";
      case Op.EndLine:
        return "(?m:$)";
      case Op.WordBoundary:
        return "\\b";
      case Op.NoWordBoundary:
        return "\\B";
      default: {
        const [min, max] =
          node.op === Op.Repeat
            ? [node.min, node.max]
            : node.op === Op.Quest
              ? [0, 1]
              : [node.op === Op.Plus ? 1 : 0, -1];
        return this.quantified(this.write(node.sub[0]!, Place.Operand), repeatSuffix(min, max), node, place);
      }
    }
  }

  protected character(codePoint: number): string {
    if (codePoint > 0x7e || codePoint < 0x20) return `\\x{${codePoint.toString(16)}}`;
    const c = String.fromCodePoint(codePoint);
    return /[0-9A-Za-z ]/.test(c) ? c : `\\x{${codePoint.toString(16)}}`;
  }

  protected set(ranges: Ranges): string {
    const short = RE2_SHORT.get(ranges.join(" "));
    if (short !== undefined) return short;
    if (ranges.length === 0) return "[^\\x00-\\x{10FFFF}]";
    let out = "";
    for (let i = 0; i < ranges.length; i += 2) {
      out += this.character(ranges[i]!);
      if (ranges[i + 1]! > ranges[i]!) out += `-${this.character(ranges[i + 1]!)}`;
    }
    return `[${out}]`;
  }
}
