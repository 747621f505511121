/**
 * Parser of the RE2 syntax as Go's `regexp.Compile` reads it (`syntax.Perl`). It keeps Go's stack of pending nodes, so
 * that the tree, the limits and the error texts are the same; each error also knows the offending stretch. Nothing here
 * recurses on nesting, and trees higher than 1000 are refused, so that readers of a tree may recurse.
 */
import { createNode, Flag, type MutableNode, Op, type RegexNode } from "./ast.ts";
import { type ClassNames, minFold, simpleFold } from "./classes.ts";
import { collapse, isCharacter, mergeCharacters, tidyClass } from "./factor.ts";
import { SizeGuard } from "./limits.ts";
import { PatternReader } from "./reader.ts";
import { RegexSyntaxError } from "./syntax-error.ts";

export interface ParsedPattern {
  readonly root: RegexNode;
  readonly groupCount: number;
  /** By number; index 0 is the whole match. Names may repeat. */
  readonly groupNames: readonly (string | undefined)[];
  /** Bounds of classes and characters of literals, together: what it takes to write it for an engine. */
  readonly runes: number;
}

export type ParseResult =
  | { readonly ok: true; readonly parsed: ParsedPattern }
  | { readonly ok: false; readonly message: string; readonly start: number; readonly end: number };

/** What a pattern's place decides about its reading. */
export interface ParseOptions {
  /** Starts with the flag `s` on, as label matchers do. */
  readonly dotAll?: boolean | undefined;
  /** Which names of classes are known; default `loose`. */
  readonly classNames?: ClassNames | undefined;
}

/** Parses a pattern. */
export function parsePattern(pattern: string, options: ParseOptions = {}): ParseResult {
  try {
    return { ok: true, parsed: new Parser(pattern, options).parse() };
  } catch (error) {
    if (error instanceof RegexSyntaxError)
      return { ok: false, message: error.message, start: error.start, end: error.end };
    throw error;
  }
}

const MAX_REPEAT = 1000;

class Parser {
  readonly #reader: PatternReader;
  #flags: number;
  #stack: MutableNode[] = [];
  readonly #names: (string | undefined)[] = [undefined];
  readonly #guard: SizeGuard;
  /** Place of each open parenthesis, for the error about a missing one. */
  readonly #open: number[] = [];

  constructor(text: string, { dotAll = false, classNames = "loose" }: ParseOptions) {
    this.#reader = new PatternReader(text, classNames);
    this.#flags = Flag.OneLine | (dotAll ? Flag.DotNewline : 0);
    this.#guard = new SizeGuard(text);
  }

  parse(): ParsedPattern {
    const text = this.#reader.text;
    let lastRepeat = -1;
    while (this.#reader.at < text.length) {
      const start = this.#reader.at;
      let repeat = -1;
      switch (text[start]) {
        case "(":
          if (text[start + 1] === "?") this.#openWithPrefix(start);
          else {
            this.#openGroup(start, undefined, true);
            this.#reader.at += 1;
          }
          break;
        case "|":
          this.#verticalBar();
          this.#reader.at += 1;
          break;
        case ")":
          this.#closeGroup();
          this.#reader.at += 1;
          break;
        case "^":
          this.#pushOp(this.#flags & Flag.OneLine ? Op.BeginText : Op.BeginLine);
          this.#reader.at += 1;
          break;
        case "$":
          if (this.#flags & Flag.OneLine) this.#pushOp(Op.EndText, Flag.WasDollar);
          else this.#pushOp(Op.EndLine);
          this.#reader.at += 1;
          break;
        case ".":
          this.#pushOp(this.#flags & Flag.DotNewline ? Op.Any : Op.AnyNotNewline);
          this.#reader.at += 1;
          break;
        case "[":
          this.#pushClass(this.#reader.readClass(this.#folds));
          break;
        case "*":
        case "+":
        case "?": {
          const op = text[start] === "*" ? Op.Star : text[start] === "+" ? Op.Plus : Op.Quest;
          this.#reader.at += 1;
          this.#repeat(op, 0, 0, start, lastRepeat);
          repeat = start;
          break;
        }
        case "{": {
          const bounds = this.#reader.readRepeat();
          if (bounds === undefined) {
            // What is not a repetition is a brace.
            this.#literal(0x7b);
            this.#reader.at = start + 1;
            break;
          }
          const [min, max] = bounds;
          if (min < 0 || min > MAX_REPEAT || max > MAX_REPEAT || (max >= 0 && min > max))
            throw this.#reader.error("invalid repeat count", start, this.#reader.at);
          this.#repeat(Op.Repeat, min, max, start, lastRepeat);
          repeat = start;
          break;
        }
        case "\\":
          this.#parseEscaped();
          break;
        default:
          this.#literal(this.#reader.nextRune());
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
    const { runes } = this.#guard;
    return { root: this.#stack[0]!, groupCount: this.#names.length - 1, groupNames: this.#names, runes };
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
   * Joins the two topmost literals, which no operator can reach any more. If a joined node becomes free and `rune` is not -1,
   * reuses it to push `rune` and returns true.
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

  get #folds(): boolean {
    return (this.#flags & Flag.FoldCase) !== 0;
  }

  #pushClass(set: number[]): void {
    const node = this.#create(Op.Class);
    node.runes = set;
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
    if (this.#reader.text[this.#reader.at] === "?") {
      this.#reader.at += 1;
      flags ^= Flag.NonGreedy;
    }
    if (lastRepeat >= 0) throw this.#reader.error("invalid nested repetition operator", lastRepeat, this.#reader.at);
    const sub = this.#stack.at(-1);
    if (sub === undefined || sub.op >= Op.LeftParen)
      throw this.#reader.error("missing argument to repetition operator", start, this.#reader.at);
    const node = this.#create(op);
    node.min = min;
    node.max = max;
    node.flags = flags;
    node.sub = [sub];
    this.#stack[this.#stack.length - 1] = node;
    this.#guard.check(node, this.#stack);
    if (op === Op.Repeat && (min >= 2 || max >= 2) && !repeatIsValid(node, MAX_REPEAT))
      throw this.#reader.error("invalid repeat count", start, this.#reader.at);
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

  #openWithPrefix(start: number): void {
    const prefix = this.#reader.readGroupPrefix(this.#flags);
    if (prefix.kind === "named") this.#openGroup(start, prefix.name, true);
    else {
      if (prefix.kind === "group") this.#openGroup(start, undefined, false);
      this.#flags = prefix.flags;
    }
  }

  #openGroup(start: number, name: string | undefined, captures: boolean): void {
    this.#open.push(start);
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
      throw new RegexSyntaxError("unexpected )", this.#reader.text, this.#reader.at, this.#reader.at + 1);
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

  #parseEscaped(): void {
    const text = this.#reader.text;
    const start = this.#reader.at;
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
        this.#reader.at = start + 2;
        return;
      case "C":
        throw this.#reader.error("invalid escape sequence", start, start + 2);
      case "Q": {
        const close = text.indexOf("\\E", start + 2);
        const end = close < 0 ? text.length : close;
        this.#reader.at = start + 2;
        while (this.#reader.at < end) this.#literal(this.#reader.nextRune());
        this.#reader.at = close < 0 ? end : close + 2;
        return;
      }
    }
    const set = this.#reader.readClassEscape(this.#folds);
    if (set !== undefined) this.#pushClass(set);
    else this.#literal(this.#reader.readEscape());
  }
}

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
