/**
 * Parser of the RE2 syntax as Go's `regexp.Compile` reads it (`syntax.Perl`). It keeps Go's stack of pending nodes, so
 * that the tree, the limits and the error texts are the same; each error also knows the offending stretch. Nothing here
 * recurses on nesting, and trees higher than 1000 are refused, so that readers of a tree may recurse.
 */
import { createNode, Flag, type MutableNode, Op, type RegexNode } from "./ast.ts";
import {
  appendFoldedRange,
  cleanRanges,
  minFold,
  negateRanges,
  perlClass,
  posixClass,
  simpleFold,
  unicodeClass,
} from "./classes.ts";
import { collapse, isCharacter, mergeCharacters, tidyClass } from "./factor.ts";
import { SizeGuard } from "./limits.ts";
import { RegexSyntaxError } from "./syntax-error.ts";

export interface ParsedPattern {
  readonly root: RegexNode;
  readonly groupCount: number;
  /** By number; index 0 is the whole match. Names may repeat. */
  readonly groupNames: readonly (string | undefined)[];
}

export type ParseResult =
  | { readonly ok: true; readonly parsed: ParsedPattern }
  | { readonly ok: false; readonly message: string; readonly start: number; readonly end: number };

/** Parses a pattern. `dotAll` starts with the flag `s` on, as label matchers do. */
export function parsePattern(pattern: string, dotAll = false): ParseResult {
  try {
    return { ok: true, parsed: new Parser(pattern, dotAll).parse() };
  } catch (error) {
    if (error instanceof RegexSyntaxError)
      return { ok: false, message: error.message, start: error.start, end: error.end };
    throw error;
  }
}

const OCTAL = /^[0-7]$/;
const HEX = /^[0-9A-Fa-f]$/;
const ALNUM = /^[0-9A-Za-z]$/;
const MAX_REPEAT = 1000;

class Parser {
  readonly #text: string;
  #at = 0;
  #flags: number;
  #stack: MutableNode[] = [];
  readonly #names: (string | undefined)[] = [undefined];
  readonly #guard: SizeGuard;
  /** Where each open parenthesis stands, for the error about a missing one. */
  readonly #open: number[] = [];

  constructor(text: string, dotAll: boolean) {
    this.#text = text;
    this.#flags = Flag.OneLine | (dotAll ? Flag.DotNewline : 0);
    this.#guard = new SizeGuard(text);
  }

  parse(): ParsedPattern {
    const text = this.#text;
    let lastRepeat = -1;
    while (this.#at < text.length) {
      const start = this.#at;
      let repeat = -1;
      switch (text[start]) {
        case "(":
          if (text[start + 1] === "?") this.#parseGroupPrefix();
          else {
            this.#openGroup(undefined, true);
            this.#at += 1;
          }
          break;
        case "|":
          this.#verticalBar();
          this.#at += 1;
          break;
        case ")":
          this.#closeGroup();
          this.#at += 1;
          break;
        case "^":
          this.#pushOp(this.#flags & Flag.OneLine ? Op.BeginText : Op.BeginLine);
          this.#at += 1;
          break;
        case "$":
          if (this.#flags & Flag.OneLine) this.#pushOp(Op.EndText, Flag.WasDollar);
          else this.#pushOp(Op.EndLine);
          this.#at += 1;
          break;
        case ".":
          this.#pushOp(this.#flags & Flag.DotNewline ? Op.Any : Op.AnyNotNewline);
          this.#at += 1;
          break;
        case "[":
          this.#parseClass();
          break;
        case "*":
        case "+":
        case "?": {
          const op = text[start] === "*" ? Op.Star : text[start] === "+" ? Op.Plus : Op.Quest;
          this.#at += 1;
          this.#repeat(op, 0, 0, start, lastRepeat);
          repeat = start;
          break;
        }
        case "{": {
          const bounds = this.#readRepeat();
          if (bounds === undefined) {
            // What is not a repetition is a brace.
            this.#literal(0x7b);
            this.#at = start + 1;
            break;
          }
          const [min, max] = bounds;
          if (min < 0 || min > MAX_REPEAT || max > MAX_REPEAT || (max >= 0 && min > max))
            throw this.#error("invalid repeat count", start, this.#at);
          this.#repeat(Op.Repeat, min, max, start, lastRepeat);
          repeat = start;
          break;
        }
        case "\\":
          this.#parseEscaped();
          break;
        default:
          this.#literal(this.#nextRune());
      }
      lastRepeat = repeat;
    }
    this.#concat();
    if (this.#swapVerticalBar()) this.#stack.pop();
    this.#alternate();
    if (this.#stack.length !== 1) {
      const open = this.#open.at(-1) ?? 0;
      throw new RegexSyntaxError("missing closing )", text, open, open + 1);
    }
    return { root: this.#stack[0]!, groupCount: this.#names.length - 1, groupNames: this.#names };
  }

  #error(code: string, start: number, end: number): RegexSyntaxError {
    return new RegexSyntaxError(code, this.#text.slice(start, end), start, end);
  }

  /** Reads one code point. A lone surrogate is what this text form has for bytes that are not UTF-8. */
  #nextRune(): number {
    const codePoint = this.#text.codePointAt(this.#at)!;
    if (codePoint >= 0xd800 && codePoint <= 0xdfff) throw this.#error("invalid UTF-8", this.#at, this.#text.length);
    this.#at += codePoint > 0xffff ? 2 : 1;
    return codePoint;
  }

  // ---- The stack ----

  #push(node: MutableNode): void {
    this.#guard.countRunes(node.runes.length);
    const r = node.runes;
    if (node.op === Op.Class && r.length === 2 && r[0] === r[1]) {
      if (this.#maybeConcat(r[0]!, this.#flags & ~Flag.FoldCase)) return;
      node.op = Op.Literal;
      node.runes = [r[0]!];
      node.flags = this.#flags & ~Flag.FoldCase;
    } else if (node.op === Op.Class && isCasePair(r)) {
      // A pair like [Aa] is a literal that ignores case.
      if (this.#maybeConcat(r[0]!, this.#flags | Flag.FoldCase)) return;
      node.op = Op.Literal;
      node.runes = [r[0]!];
      node.flags = this.#flags | Flag.FoldCase;
    } else this.#maybeConcat(-1, 0);
    this.#stack.push(node);
    this.#guard.check(node, this.#stack);
  }

  /**
   * Joins the two topmost literals, which no operator can reach any more. When a joined node becomes free and `rune` is
   * not -1, reuses it to push `rune`, and tells so.
   */
  #maybeConcat(rune: number, flags: number): boolean {
    const n = this.#stack.length;
    if (n < 2) return false;
    const upper = this.#stack[n - 1]!;
    const lower = this.#stack[n - 2]!;
    if (upper.op !== Op.Literal || lower.op !== Op.Literal) return false;
    if ((upper.flags & Flag.FoldCase) !== (lower.flags & Flag.FoldCase)) return false;
    for (const r of upper.runes) lower.runes.push(r);
    if (rune >= 0) {
      upper.runes = [rune];
      upper.flags = flags;
      return true;
    }
    this.#stack.pop();
    return false;
  }

  #literal(rune: number): void {
    const node = this.#create(Op.Literal);
    node.runes.push(this.#flags & Flag.FoldCase ? minFold(rune) : rune);
    this.#push(node);
  }

  #create(op: Op): MutableNode {
    this.#guard.countNode();
    return createNode(op, this.#flags);
  }

  #pushOp(op: Op, extraFlags = 0): MutableNode {
    const node = this.#create(op);
    this.#push(node);
    node.flags |= extraFlags;
    return node;
  }

  #repeat(op: Op, min: number, max: number, start: number, lastRepeat: number): void {
    let flags = this.#flags;
    if (this.#text[this.#at] === "?") {
      this.#at += 1;
      flags ^= Flag.NonGreedy;
    }
    if (lastRepeat >= 0) throw this.#error("invalid nested repetition operator", lastRepeat, this.#at);
    const sub = this.#stack.at(-1);
    if (sub === undefined || sub.op >= Op.LeftParen)
      throw this.#error("missing argument to repetition operator", start, this.#at);
    const node = this.#create(op);
    node.min = min;
    node.max = max;
    node.flags = flags;
    node.sub = [sub];
    this.#stack[this.#stack.length - 1] = node;
    this.#guard.check(node, this.#stack);
    if (op === Op.Repeat && (min >= 2 || max >= 2) && !repeatIsValid(node, MAX_REPEAT))
      throw this.#error("invalid repeat count", start, this.#at);
  }

  /** Everything above the topmost mark. */
  #popOperands(): MutableNode[] {
    let i = this.#stack.length;
    while (i > 0 && this.#stack[i - 1]!.op < Op.LeftParen) i--;
    return this.#stack.splice(i);
  }

  #concat(): void {
    this.#maybeConcat(-1, 0);
    const operands = this.#popOperands();
    this.#push(operands.length === 0 ? this.#create(Op.Empty) : collapse(operands, Op.Concat, this.#guard));
  }

  #alternate(): void {
    const operands = this.#popOperands();
    const top = operands.at(-1);
    if (top !== undefined) tidyClass(top);
    this.#push(operands.length === 0 ? this.#create(Op.NoMatch) : collapse(operands, Op.Alternate, this.#guard));
  }

  #verticalBar(): void {
    this.#concat();
    if (!this.#swapVerticalBar()) this.#pushOp(Op.VerticalBar);
  }

  /** Brings a bar to the top, so that what lies below becomes an alternation; merges two characters into a class. */
  #swapVerticalBar(): boolean {
    const stack = this.#stack;
    const n = stack.length;
    if (n < 2 || stack[n - 2]!.op !== Op.VerticalBar) return false;
    if (n >= 3 && isCharacter(stack[n - 1]!) && isCharacter(stack[n - 3]!)) {
      let upper = stack[n - 1]!;
      let lower = stack[n - 3]!;
      if (upper.op > lower.op) {
        [upper, lower] = [lower, upper];
        stack[n - 3] = lower;
      }
      mergeCharacters(lower, upper);
      stack.pop();
      return true;
    }
    if (n >= 3) tidyClass(stack[n - 3]!);
    [stack[n - 2], stack[n - 1]] = [stack[n - 1]!, stack[n - 2]!];
    return true;
  }

  #openGroup(name: string | undefined, captures: boolean): void {
    this.#open.push(this.#at);
    const node = this.#pushOp(Op.LeftParen);
    if (!captures) return;
    node.cap = this.#names.length;
    node.name = name ?? "";
    this.#names.push(name);
  }

  #closeGroup(): void {
    this.#concat();
    if (this.#swapVerticalBar()) this.#stack.pop();
    this.#alternate();
    const n = this.#stack.length;
    const body = this.#stack[n - 1]!;
    const paren = this.#stack[n - 2];
    if (paren === undefined || paren.op !== Op.LeftParen)
      throw new RegexSyntaxError("unexpected )", this.#text, this.#at, this.#at + 1);
    this.#stack.length = n - 2;
    this.#open.pop();
    this.#flags = paren.flags;
    if (paren.cap === 0) this.#push(body);
    else {
      paren.op = Op.Capture;
      paren.sub = [body];
      this.#push(paren);
    }
  }

  // ---- Pieces of syntax ----

  /** `{min}`, `{min,}`, `{min,max}`; `undefined` (and no progress) for anything else. -1 stands for a number too big. */
  #readRepeat(): [number, number] | undefined {
    const match = /\{(0|[1-9]\d*)(?:(,)(0|[1-9]\d*)?)?\}/y;
    match.lastIndex = this.#at;
    const found = match.exec(this.#text);
    if (found === null) return undefined;
    this.#at = match.lastIndex;
    const read = (digits: string) => (digits.length > 9 ? -1 : Number(digits));
    const min = read(found[1]!);
    if (found[2] === undefined) return [min, min];
    if (found[3] === undefined) return [min, -1];
    const max = read(found[3]);
    return max < 0 ? [-1, -1] : [min, max];
  }

  /** A group's opening: a name, flags, or both `(?flags:`. */
  #parseGroupPrefix(): void {
    const text = this.#text;
    const start = this.#at;
    const bare = text.length - start > 3 && text[start + 2] === "<";
    if (bare || (text.length - start > 4 && text.startsWith("P<", start + 2))) {
      const end = text.indexOf(">", start);
      if (end < 0) throw this.#error("invalid named capture", start, text.length);
      const name = text.slice(start + (bare ? 3 : 4), end);
      if (!/^[0-9A-Za-z_]+$/.test(name)) throw this.#error("invalid named capture", start, end + 1);
      this.#openGroup(name, true);
      this.#at = end + 1;
      return;
    }
    this.#at = start + 2;
    let flags = this.#flags;
    let negative = false;
    let sawFlag = false;
    while (this.#at < text.length) {
      const c = String.fromCodePoint(this.#nextRune());
      if (c === "i" || c === "m" || c === "s" || c === "U") {
        if (c === "i") flags |= Flag.FoldCase;
        else if (c === "m") flags &= ~Flag.OneLine;
        else if (c === "s") flags |= Flag.DotNewline;
        else flags |= Flag.NonGreedy;
        sawFlag = true;
      } else if (c === "-" && !negative) {
        // Inverted until the end, so that setting a flag clears it.
        negative = true;
        flags = ~flags;
        sawFlag = false;
      } else if ((c === ":" || c === ")") && (!negative || sawFlag)) {
        if (negative) flags = ~flags;
        const after = this.#at;
        this.#at = start;
        if (c === ":") this.#openGroup(undefined, false);
        this.#at = after;
        this.#flags = flags;
        return;
      } else break;
    }
    throw this.#error("invalid or unsupported Perl syntax", start, this.#at);
  }

  #parseEscaped(): void {
    const text = this.#text;
    const start = this.#at;
    const letter = text[start + 1];
    switch (letter) {
      case "A":
      case "z":
      case "b":
      case "B":
        this.#pushOp(
          letter === "A"
            ? Op.BeginText
            : letter === "z"
              ? Op.EndText
              : letter === "b"
                ? Op.WordBoundary
                : Op.NoWordBoundary,
        );
        this.#at = start + 2;
        return;
      case "C":
        throw this.#error("invalid escape sequence", start, start + 2);
      case "Q": {
        const close = text.indexOf("\\E", start + 2);
        const end = close < 0 ? text.length : close;
        this.#at = start + 2;
        while (this.#at < end) this.#literal(this.#nextRune());
        this.#at = close < 0 ? end : close + 2;
        return;
      }
    }
    const set = this.#tryClassEscape();
    if (set !== undefined) {
      const node = this.#create(Op.Class);
      node.runes = set;
      this.#push(node);
    } else this.#literal(this.#parseEscape());
  }

  /** `\p{…}`, `\d` and their kin; `undefined` (and no progress) when none stands here. */
  #tryClassEscape(): number[] | undefined {
    const text = this.#text;
    const start = this.#at;
    if (text[start] !== "\\" || start + 1 >= text.length) return undefined;
    const letter = text[start + 1]!;
    const fold = (this.#flags & Flag.FoldCase) !== 0;
    if (letter !== "p" && letter !== "P") {
      const set = /^[dDsSwW]$/.test(letter) ? perlClass(letter, fold) : undefined;
      if (set !== undefined) this.#at = start + 2;
      return set;
    }
    this.#at = start + 2;
    let name: string;
    if (this.#at >= text.length) name = "";
    else if (text[this.#at] === "{") {
      const end = text.indexOf("}", start);
      if (end < 0) throw this.#error("invalid character class range", start, text.length);
      name = text.slice(start + 3, end);
      this.#at = end + 1;
    } else {
      this.#nextRune();
      name = text.slice(start + 2, this.#at);
    }
    let negated = letter === "P";
    let bare = name;
    if (name.startsWith("^")) {
      negated = !negated;
      bare = name.slice(1);
    }
    const set = unicodeClass(bare, negated, fold);
    if (set === undefined) throw this.#error("invalid character class range", start, this.#at);
    return set;
  }

  /** A single character after a backslash. */
  #parseEscape(): number {
    const text = this.#text;
    const start = this.#at;
    this.#at += 1;
    if (this.#at >= text.length)
      throw new RegexSyntaxError("trailing backslash at end of expression", "", start, start + 1);
    const rune = this.#nextRune();
    const letter = String.fromCodePoint(rune);
    const peek = () => text[this.#at] ?? "";
    if (letter === "0" || (/^[1-7]$/.test(letter) && OCTAL.test(peek()))) {
      // A single digit other than 0 would be a reference to a group, which the language does not have.
      let value = rune - 0x30;
      for (let i = 1; i < 3 && OCTAL.test(peek()); i++) value = value * 8 + Number(text[this.#at++]);
      return value;
    }
    if (letter === "x" && this.#at < text.length) {
      const value = this.#parseHex();
      if (value !== undefined) return value;
    } else if (rune < 0x80 && !ALNUM.test(letter)) return rune;
    const control = "abfnrtv".indexOf(letter) < 0 || letter === "b" ? undefined : CONTROL[letter];
    if (control !== undefined) return control;
    throw this.#error("invalid escape sequence", start, this.#at);
  }

  /** After `\x`: two digits, or any number in braces. `undefined`: what was read up to here is wrong. */
  #parseHex(): number | undefined {
    const first = String.fromCodePoint(this.#nextRune());
    if (first === "{") {
      let value = 0;
      let digits = 0;
      while (this.#at < this.#text.length) {
        const c = String.fromCodePoint(this.#nextRune());
        if (c === "}") return digits === 0 ? undefined : value;
        if (!HEX.test(c)) return undefined;
        value = value * 16 + Number.parseInt(c, 16);
        if (value > 0x10ffff) return undefined;
        digits++;
      }
      return undefined;
    }
    if (this.#at >= this.#text.length) return undefined;
    const second = String.fromCodePoint(this.#nextRune());
    return HEX.test(first) && HEX.test(second) ? Number.parseInt(first + second, 16) : undefined;
  }

  #parseClass(): void {
    const text = this.#text;
    const start = this.#at;
    const fold = (this.#flags & Flag.FoldCase) !== 0;
    const node = this.#create(Op.Class);
    let set: number[] = [];
    this.#at += 1;
    const negated = text[this.#at] === "^";
    if (negated) this.#at += 1;
    const append = (more: number[]) => {
      // Not by spreading: a class may have more pairs than a call may have arguments.
      for (const bound of more) set.push(bound);
    };
    for (let first = true; text[this.#at] !== "]" || first; first = false) {
      if (this.#at + 2 < text.length && text.startsWith("[:", this.#at)) {
        const close = text.indexOf(":]", this.#at + 2);
        if (close >= 0) {
          const named = posixClass(text.slice(this.#at + 2, close), fold);
          if (named === undefined) throw this.#error("invalid character class range", this.#at, close + 2);
          append(named);
          this.#at = close + 2;
          continue;
        }
      }
      const escaped = this.#tryClassEscape();
      if (escaped !== undefined) {
        append(escaped);
        continue;
      }
      const from = this.#at;
      const lo = this.#parseClassCharacter(start);
      let hi = lo;
      if (this.#at + 1 < text.length && text[this.#at] === "-" && text[this.#at + 1] !== "]") {
        this.#at += 1;
        hi = this.#parseClassCharacter(start);
        if (hi < lo) throw this.#error("invalid character class range", from, this.#at);
      }
      if (fold) appendFoldedRange(set, lo, hi);
      else set.push(lo, hi);
    }
    this.#at += 1;
    set = cleanRanges(set);
    node.runes = negated ? negateRanges(set) : set;
    this.#push(node);
  }

  #parseClassCharacter(classStart: number): number {
    if (this.#at >= this.#text.length) throw this.#error("missing closing ]", classStart, this.#text.length);
    return this.#text[this.#at] === "\\" ? this.#parseEscape() : this.#nextRune();
  }
}

const CONTROL: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 };

function isCasePair(r: readonly number[]): boolean {
  const [a, b] =
    r.length === 4 && r[0] === r[1] && r[2] === r[3]
      ? [r[0]!, r[2]!]
      : r.length === 2 && r[0]! + 1 === r[1]
        ? [r[0]!, r[1]!]
        : [0, 0];
  return a !== b && simpleFold(a) === b && simpleFold(b) === a;
}

/** Whether nested counts stay within `budget` copies. Called only for counts of 2 and more: at most nine deep. */
function repeatIsValid(node: RegexNode, budget: number): boolean {
  let left = budget;
  if (node.op === Op.Repeat) {
    const m = node.max < 0 ? node.min : node.max;
    if (node.max === 0) return true;
    if (m > left) return false;
    if (m > 0) left = Math.trunc(left / m);
  }
  return node.sub.every((sub) => repeatIsValid(sub, left));
}
