/**
 * A compiled pattern and the operations on it. It holds up to three native forms, made when first needed (plain; with
 * `g` to start somewhere; with `d` for positions of groups), and the linear engine for texts that are too long for the
 * pattern's class of cost. The choice is one comparison of lengths, so that the plain road is `RegExp.exec` itself.
 */

import { LimitError } from "../base/limit-error.ts";
import type { CostClass } from "./cost.ts";
import { expandParts, parseTemplate, type TemplatePart } from "./expand.ts";
import { type GroupPlaces, placeGroups } from "./group-places.ts";
import { LINEAR_BUDGET, LinearMatcher, toWellFormed } from "./linear.ts";
import { matchesWithWasm } from "./wasm.ts";

export interface Regex {
  readonly pattern: string;
  readonly groupCount: number;
  /** By number; index 0 is the whole match. Names may repeat; unnamed groups are undefined. */
  readonly groupNames: readonly (string | undefined)[];
  readonly costClass: CostClass;
  /** Every text has a match; false where the pattern's shape does not show it. */
  readonly matchesAll: boolean;
  /** It begins with `.*` (`lazy`: `.*?`), and more comes after. */
  readonly leadingWildcard: "greedy" | "lazy" | undefined;
  /** What serves texts of usual length. */
  readonly engine: "native" | "linear";
  /** Source of the equivalent `RegExp` (flag `u`), where there is one. */
  readonly nativeSource: string | undefined;
  /** Longest text, in UTF-16 units, for the native form; 0 without one. */
  readonly nativeLimit: number;
  /** Whether the text has a match. Throws a LimitError (`regex-work`) when finding out may take too long. */
  test(text: string): boolean;
  /**
   * First match from `from` (UTF-16 offset, not inside a surrogate pair): the texts of the groups, undefined where a
   * group took no part. On the native road this is the `RegExpExecArray` itself.
   */
  exec(text: string, from?: number): ArrayLike<string | undefined> | null;
  /** The same with positions: `[start0, end0, start1, end1, …]` in UTF-16 offsets, -1 for a group that took no part. */
  execIndices(text: string, from?: number): readonly number[] | null;
  /** All successive matches, at most `limit` (negative: all), as Go's `FindAllStringSubmatchIndex` does. */
  allIndices(text: string, limit?: number): number[][];
  /** Go's `ReplaceAllString`: `$1`, `${name}` in the replacement are expanded. */
  replaceAll(text: string, replacement: string): string;
  /** Go's `ReplaceAllLiteralString`. */
  replaceAllLiteral(text: string, replacement: string): string;
  /** Go's `Split`: at most `n` pieces, negative: all, 0: none. */
  split(text: string, n?: number): string[];
}

/** What the compiler found out about a pattern. */
export interface RegexPlan {
  readonly pattern: string;
  readonly groupCount: number;
  readonly groupNames: readonly (string | undefined)[];
  readonly costClass: CostClass;
  readonly matchesAll: boolean;
  readonly leadingWildcard: "greedy" | "lazy" | undefined;
  readonly nativeSource: string | undefined;
  readonly nativeLimit: number;
  /** The same for all successive matches over one text together. */
  readonly nativeAllLimit: number;
  /** Source of a native form that only answers "does it match", and the longest text for it. */
  readonly testSource: string | undefined;
  readonly testLimit: number;
  /** The pattern in plain RE2 syntax, for the linear engines; `undefined` when it is too large for them. */
  readonly re2Source: () => string | undefined;
  /** Whether all successive searches over one text together are linear. */
  readonly linearInAll: boolean;
  readonly nullable: boolean;
  /** Places of groups in a match, if their texts show them. */
  readonly groupPlaces: GroupPlaces | undefined;
  /** Decides "does it match" for patterns that are only a text. */
  readonly literalTest: ((text: string) => boolean) | undefined;
  /** Whether RE2's WebAssembly build, where installed, answers "does it match". */
  readonly wasm: boolean;
}

/** Longer than no text: the limit of a form that is not there. */
const NONE = -1;

/** Matches nothing, in a fixed place, where there is no native form. */
const NEVER = "[]";

export class CompiledRegex implements Regex {
  readonly pattern: string;
  readonly groupCount: number;
  readonly groupNames: readonly (string | undefined)[];
  readonly costClass: CostClass;
  readonly matchesAll: boolean;
  readonly leadingWildcard: "greedy" | "lazy" | undefined;
  readonly engine: "native" | "linear";
  readonly nativeSource: string | undefined;
  readonly #plan: RegexPlan;
  readonly #plain: RegExp;
  readonly #tester: RegExp;
  /** Longest texts for the native forms. */
  #nativeLimit: number;
  #allLimit: number;
  #testLimit: number;
  #global: RegExp | undefined;
  #indexed: RegExp | undefined;
  #linear: LinearMatcher | undefined;
  #template:
    | { readonly text: string; readonly parts: readonly TemplatePart[]; readonly native: string | undefined }
    | undefined;

  constructor(plan: RegexPlan) {
    this.pattern = plan.pattern;
    this.groupCount = plan.groupCount;
    this.groupNames = plan.groupNames;
    this.costClass = plan.costClass;
    this.matchesAll = plan.matchesAll;
    this.leadingWildcard = plan.leadingWildcard;
    this.nativeSource = plan.nativeSource;
    this.#plan = plan;
    const native = plan.nativeSource !== undefined && plan.nativeLimit > 0 && canCompile(plan.nativeSource);
    this.#nativeLimit = native ? plan.nativeLimit : NONE;
    this.#allLimit = native && plan.nativeAllLimit > 0 ? plan.nativeAllLimit : NONE;
    const tests = plan.testSource !== undefined && plan.testLimit > 0 && canCompile(plan.testSource);
    this.#testLimit = tests ? plan.testLimit : NONE;
    this.engine = native ? "native" : "linear";
    this.#plain = new RegExp(native ? plan.nativeSource! : NEVER, "u");
    const shared = this.#testLimit === NONE || (native && plan.testSource === plan.nativeSource);
    this.#tester = shared ? this.#plain : new RegExp(plan.testSource!, "u");
    // V8 compiles at the first match, separately for narrow and wide texts; what it refuses, it refuses here.
    for (const text of ["", "\u0100"]) this.#attempt(text, () => this.#plain.test(text) || this.#tester.test(text));
    if (!native) this.#linearMatcher();
  }

  get nativeLimit(): number {
    return Math.max(0, this.#nativeLimit);
  }

  test(text: string): boolean {
    const literalTest = this.#plan.literalTest;
    if (literalTest !== undefined) return literalTest(text);
    if (text.length <= this.#testLimit) {
      try {
        return this.#tester.test(text);
      } catch (error) {
        this.#giveUp(text, error);
      }
    }
    const linear = this.#linearMatcher();
    if (this.#plan.wasm && linear.workFor(text.length) <= LINEAR_BUDGET) {
      const found = matchesWithWasm(linear.source, toWellFormed(text), linear.programSize);
      if (found !== undefined) return found;
    }
    return linear.test(text);
  }

  exec(text: string, from = 0): ArrayLike<string | undefined> | null {
    if (text.length <= this.#nativeLimit) {
      try {
        return from === 0 ? this.#plain.exec(text) : this.#execFrom(text, from);
      } catch (error) {
        this.#giveUp(text, error);
      }
    }
    const positions = this.#linearIndices(text, from);
    return positions === null ? null : cutGroups(text, positions);
  }

  execIndices(text: string, from = 0): readonly number[] | null {
    return this.#indices(text, from, this.#nativeLimit);
  }

  allIndices(text: string, limit = -1): number[][] {
    const found: number[][] = [];
    this.#forEachMatch(text, limit, (match) => found.push(match));
    return found;
  }

  replaceAll(text: string, replacement: string): string {
    if (this.#template?.text !== replacement) {
      const parts = parseTemplate(replacement);
      this.#template = { text: replacement, parts, native: this.#nativeTemplate(parts) };
    }
    const { parts, native } = this.#template;
    if (native !== undefined && text.length <= this.#allLimit) {
      const replaced = this.#attempt(text, () => text.replace(this.#globalForm(), native));
      if (replaced !== undefined) return replaced;
    }
    return this.#replace(text, (match) => expandParts(parts, text, match, this.groupNames));
  }

  replaceAllLiteral(text: string, replacement: string): string {
    if (!this.#plan.nullable && text.length <= this.#allLimit) {
      const replaced = this.#attempt(text, () => text.replace(this.#globalForm(), () => replacement));
      if (replaced !== undefined) return replaced;
    }
    return this.#replace(text, () => replacement);
  }

  split(text: string, n = -1): string[] {
    if (n === 0) return [];
    if (this.pattern !== "" && text === "") return [""];
    const pieces: string[] = [];
    let begin = 0;
    let end = 0;
    this.#forEachMatch(text, n, (match) => {
      if (n > 0 && pieces.length === n - 1) return;
      end = match[0]!;
      if (match[1] !== 0) pieces.push(text.slice(begin, end));
      begin = match[1]!;
    });
    if (end !== text.length) pieces.push(text.slice(begin));
    return pieces;
  }

  // ---- Engines ----

  /** Runs a native operation; `undefined` when V8 cannot. */
  #attempt<T>(text: string, run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      this.#giveUp(text, error);
      return undefined;
    }
  }

  /** V8 had no room for backtracking over `text`, or finds the program too large altogether: the linear engine serves. */
  #giveUp(text: string, error: unknown): void {
    if (!(error instanceof RangeError || error instanceof SyntaxError)) throw error;
    const limit = error instanceof RangeError ? text.length - 1 : NONE;
    this.#nativeLimit = Math.min(this.#nativeLimit, limit);
    this.#allLimit = Math.min(this.#allLimit, limit);
    this.#testLimit = Math.min(this.#testLimit, limit);
  }

  #linearMatcher(): LinearMatcher {
    if (this.#linear === undefined) {
      const source = this.#plan.re2Source();
      if (source === undefined)
        throw new LimitError(
          "regex-work",
          "the regular expression is too large for the engine that would have to run it",
        );
      this.#linear = new LinearMatcher(source, this.groupCount);
    }
    return this.#linear;
  }

  #globalForm(): RegExp {
    this.#global ??= new RegExp(this.#plan.nativeSource!, "gu");
    this.#global.lastIndex = 0;
    return this.#global;
  }

  #execFrom(text: string, from: number): RegExpExecArray | null {
    if (from === 0) return this.#plain.exec(text);
    const form = this.#globalForm();
    form.lastIndex = from;
    return form.exec(text);
  }

  #indices(text: string, from: number, limit: number): number[] | null {
    if (text.length <= limit) {
      const found = this.#attempt(text, () => this.#nativeIndices(text, from));
      if (found !== undefined) return found;
    }
    return this.#linearIndices(text, from);
  }

  /** A native "no" spares the linear engine. */
  #linearIndices(text: string, from: number): number[] | null {
    if (from === 0 && text.length <= this.#testLimit && this.#attempt(text, () => this.#tester.test(text)) === false)
      return null;
    return this.#linearMatcher().execIndices(text, from);
  }

  #nativeIndices(text: string, from: number): number[] | null {
    if (this.groupCount === 0) {
      const match = this.#execFrom(text, from);
      return match === null ? null : [match.index, match.index + match[0].length];
    }
    const { groupPlaces } = this.#plan;
    if (groupPlaces !== undefined) {
      const match = this.#execFrom(text, from);
      return match === null ? null : placeGroups(groupPlaces, match);
    }
    this.#indexed ??= new RegExp(this.#plan.nativeSource!, "dgu");
    this.#indexed.lastIndex = from;
    const match = this.#indexed.exec(text);
    if (match === null) return null;
    const out: number[] = [];
    for (const pair of match.indices!) {
      // A group that took no part is undefined here, whatever the declared type says.
      const known = pair as [number, number] | undefined;
      out.push(known === undefined ? -1 : known[0], known === undefined ? -1 : known[1]);
    }
    return out;
  }

  // ---- Successive matches ----

  /** Go's `allMatches`: an empty match right after another match does not count. */
  #forEachMatch(text: string, limit: number, deliver: (match: number[]) => void): void {
    const end = text.length;
    let previousEnd = -1;
    let work = 0;
    for (let at = 0, count = 0; at <= end && (limit < 0 || count < limit); ) {
      const match = this.#indices(text, at, this.#allLimit);
      if (match === null) return;
      work = this.#chargeMatch(work, end, match[1]! - at, end - at);
      let accept = true;
      if (match[1] === at) {
        accept = match[0] !== previousEnd;
        at += widthAt(text, at);
      } else at = match[1]!;
      previousEnd = match[1]!;
      if (!accept) continue;
      deliver(match);
      count += 1;
    }
  }

  /** Go's `replaceAll`, whose rule for empty matches is its own. */
  #replace(text: string, expand: (match: number[]) => string): string {
    let out = "";
    let lastEnd = 0;
    let work = 0;
    for (let at = 0; at <= text.length; ) {
      const match = this.#indices(text, at, this.#allLimit);
      if (match === null) break;
      work = this.#chargeMatch(work, text.length, match[1]! - at, text.length - at);
      const [start, end] = match as [number, number];
      out += text.slice(lastEnd, start);
      if (end > lastEnd || start === 0) out += expand(match);
      lastEnd = end;
      const next = at + widthAt(text, at);
      at = next > end ? next : end;
    }
    return out + text.slice(lastEnd);
  }

  /**
   * Adds up what successive matches over `length` units may have cost. Native forms need no account: over one text, all
   * successive searches together try each start once, which their limit covers. The linear engine may read to the end for
   * every match.
   */
  #chargeMatch(work: number, length: number, read: number, rest: number): number {
    if (length <= this.#allLimit) return work;
    const total = work + this.#linearMatcher().workFor(this.#plan.linearInAll ? read + 1 : rest);
    if (total <= 2 * LINEAR_BUDGET) return total;
    throw new LimitError(
      "regex-work",
      `finding all matches of the regular expression in one text may take more than ${2 * LINEAR_BUDGET} steps`,
    );
  }

  /** The template in JavaScript's notation, where the two mean the same. */
  #nativeTemplate(parts: readonly TemplatePart[]): string | undefined {
    if (this.#plan.nullable) return undefined;
    let out = "";
    for (const part of parts) {
      if (typeof part === "string") {
        out += part.replaceAll("$", "$$$$");
        continue;
      }
      let group = part.group;
      if (group < 0) {
        group = this.groupNames.indexOf(part.name);
        if (group >= 0 && this.groupNames.indexOf(part.name, group + 1) >= 0) return undefined;
      }
      if (group > 99) return undefined;
      if (group === 0) out += "$&";
      else if (group > 0 && group <= this.groupCount) out += `$${String(group).padStart(2, "0")}`;
    }
    return out;
  }
}

/** Whether this platform reads the pattern: an older browser may lack look-behind. */
function canCompile(source: string): boolean {
  try {
    return new RegExp(source, "u").unicode;
  } catch {
    return false;
  }
}

/** Units to continue by after an empty match; 1 past the end, so that a search ends. */
function widthAt(text: string, at: number): number {
  const codePoint = text.codePointAt(at);
  return codePoint !== undefined && codePoint > 0xffff ? 2 : 1;
}

function cutGroups(text: string, positions: readonly number[]): (string | undefined)[] {
  const out: (string | undefined)[] = [];
  for (let i = 0; i < positions.length; i += 2)
    out.push(positions[i]! < 0 ? undefined : text.slice(positions[i]!, positions[i + 1]!));
  return out;
}
