/**
 * Reads the pieces of a pattern that mean something by themselves: characters, escapes, classes, counts, the openings
 * of groups. It owns the place in the text, and so the offsets of every mistake.
 */
import { Flag } from "./ast.ts";
import {
  appendFoldedRange,
  type ClassNames,
  cleanRanges,
  negateRanges,
  perlClass,
  posixClass,
  unicodeClass,
} from "./classes.ts";
import { RegexSyntaxError } from "./syntax-error.ts";

const OCTAL = /^[0-7]$/;
const HEX = /^[0-9A-Fa-f]$/;
const ALNUM = /^[0-9A-Za-z]$/;
const CONTROL: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 };

/** What follows an opening parenthesis and a question mark. */
export type GroupPrefix =
  | { readonly kind: "named"; readonly name: string }
  /** A group without number, or (`flags`) a change of flags up to the end of the group around. */
  | { readonly kind: "group" | "flags"; readonly flags: number };

export class PatternReader {
  readonly text: string;
  /** UTF-16 offset of what comes next. */
  at = 0;

  readonly #classNames: ClassNames;

  constructor(text: string, classNames: ClassNames) {
    this.text = text;
    this.#classNames = classNames;
  }

  /** The mistake `code` over a stretch of the pattern, which Go quotes. */
  error(code: string, start: number, end: number): RegexSyntaxError {
    return new RegexSyntaxError(code, this.text.slice(start, end), start, end);
  }

  /** Reads one code point. A lone surrogate is what this text form has for bytes that are not UTF-8. */
  nextRune(): number {
    const codePoint = this.text.codePointAt(this.at)!;
    if (codePoint >= 0xd800 && codePoint <= 0xdfff) throw this.error("invalid UTF-8", this.at, this.text.length);
    this.at += codePoint > 0xffff ? 2 : 1;
    return codePoint;
  }

  /** `{min}`, `{min,}`, `{min,max}`; `undefined` (and no progress) for anything else. -1 means a number that is too big. */
  readRepeat(): [number, number] | undefined {
    const match = /\{(0|[1-9]\d*)(?:(,)(0|[1-9]\d*)?)?\}/y;
    match.lastIndex = this.at;
    const found = match.exec(this.text);
    if (found === null) return undefined;
    this.at = match.lastIndex;
    const read = (digits: string) => (digits.length > 9 ? -1 : Number(digits));
    const min = read(found[1]!);
    if (found[2] === undefined) return [min, min];
    if (found[3] === undefined) return [min, -1];
    const max = read(found[3]);
    return max < 0 ? [-1, -1] : [min, max];
  }

  /** A group's opening from `(?` on: a name, flags, or both a group and flags, `(?flags:`. */
  readGroupPrefix(current: number): GroupPrefix {
    const { text, at: start } = this;
    const bare = text.length - start > 3 && text[start + 2] === "<";
    if (bare || (text.length - start > 4 && text.startsWith("P<", start + 2))) {
      const end = text.indexOf(">", start);
      if (end < 0) throw this.error("invalid named capture", start, text.length);
      const name = text.slice(start + (bare ? 3 : 4), end);
      if (!/^[0-9A-Za-z_]+$/.test(name)) throw this.error("invalid named capture", start, end + 1);
      this.at = end + 1;
      return { kind: "named", name };
    }
    this.at = start + 2;
    let flags = current;
    let negative = false;
    let sawFlag = false;
    while (this.at < text.length) {
      const c = String.fromCodePoint(this.nextRune());
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
        return { kind: c === ":" ? "group" : "flags", flags: negative ? ~flags : flags };
      } else break;
    }
    throw this.error("invalid or unsupported Perl syntax", start, this.at);
  }

  /** `\p{…}`, `\d` and their kin; `undefined` (and no progress) without one. */
  readClassEscape(fold: boolean): number[] | undefined {
    const text = this.text;
    const start = this.at;
    if (text[start] !== "\\" || start + 1 >= text.length) return undefined;
    const letter = text[start + 1]!;
    if (letter !== "p" && letter !== "P") {
      const set = /^[dDsSwW]$/.test(letter) ? perlClass(letter, fold) : undefined;
      if (set !== undefined) this.at = start + 2;
      return set;
    }
    this.at = start + 2;
    let name: string;
    if (this.at >= text.length) name = "";
    else if (text[this.at] === "{") {
      const end = text.indexOf("}", start);
      if (end < 0) throw this.error("invalid character class range", start, text.length);
      name = text.slice(start + 3, end);
      this.at = end + 1;
    } else {
      this.nextRune();
      name = text.slice(start + 2, this.at);
    }
    let negated = letter === "P";
    let bare = name;
    if (name.startsWith("^")) {
      negated = !negated;
      bare = name.slice(1);
    }
    const set = unicodeClass(bare, negated, fold, this.#classNames);
    if (set === undefined) throw this.error("invalid character class range", start, this.at);
    return set;
  }

  /** A single character after a backslash. */
  readEscape(): number {
    const text = this.text;
    const start = this.at;
    this.at += 1;
    if (this.at >= text.length)
      throw new RegexSyntaxError("trailing backslash at end of expression", "", start, start + 1);
    const rune = this.nextRune();
    const letter = String.fromCodePoint(rune);
    const peek = () => text[this.at] ?? "";
    if (letter === "0" || (/^[1-7]$/.test(letter) && OCTAL.test(peek()))) {
      // A single digit other than 0 would be a reference to a group, which the language does not have.
      let value = rune - 0x30;
      for (let i = 1; i < 3 && OCTAL.test(peek()); i++) value = value * 8 + Number(text[this.at++]);
      return value;
    }
    if (letter === "x" && this.at < text.length) {
      const value = this.#readHex();
      if (value !== undefined) return value;
    } else if (rune < 0x80 && !ALNUM.test(letter)) return rune;
    const control = "abfnrtv".indexOf(letter) < 0 || letter === "b" ? undefined : CONTROL[letter];
    if (control !== undefined) return control;
    throw this.error("invalid escape sequence", start, this.at);
  }

  /** After `\x`: two digits, or any number in braces. `undefined`: what was read up to here is wrong. */
  #readHex(): number | undefined {
    const first = String.fromCodePoint(this.nextRune());
    if (first === "{") {
      let value = 0;
      let digits = 0;
      while (this.at < this.text.length) {
        const c = String.fromCodePoint(this.nextRune());
        if (c === "}") return digits === 0 ? undefined : value;
        if (!HEX.test(c)) return undefined;
        value = value * 16 + Number.parseInt(c, 16);
        if (value > 0x10ffff) return undefined;
        digits++;
      }
      return undefined;
    }
    if (this.at >= this.text.length) return undefined;
    const second = String.fromCodePoint(this.nextRune());
    return HEX.test(first) && HEX.test(second) ? Number.parseInt(first + second, 16) : undefined;
  }

  /** A class in brackets, as clean ranges. */
  readClass(fold: boolean): number[] {
    const text = this.text;
    const start = this.at;
    let set: number[] = [];
    this.at += 1;
    const negated = text[this.at] === "^";
    if (negated) this.at += 1;
    const append = (more: number[]) => {
      // Not by spreading: a class may have more pairs than a call may have arguments.
      for (const bound of more) set.push(bound);
    };
    for (let first = true; text[this.at] !== "]" || first; first = false) {
      if (this.at + 2 < text.length && text.startsWith("[:", this.at)) {
        const close = text.indexOf(":]", this.at + 2);
        if (close >= 0) {
          const named = posixClass(text.slice(this.at + 2, close), fold);
          if (named === undefined) throw this.error("invalid character class range", this.at, close + 2);
          append(named);
          this.at = close + 2;
          continue;
        }
      }
      const escaped = this.readClassEscape(fold);
      if (escaped !== undefined) {
        append(escaped);
        continue;
      }
      const from = this.at;
      const lo = this.#readClassCharacter(start);
      let hi = lo;
      if (this.at + 1 < text.length && text[this.at] === "-" && text[this.at + 1] !== "]") {
        this.at += 1;
        hi = this.#readClassCharacter(start);
        if (hi < lo) throw this.error("invalid character class range", from, this.at);
      }
      if (fold) appendFoldedRange(set, lo, hi);
      else set.push(lo, hi);
    }
    this.at += 1;
    set = cleanRanges(set);
    return negated ? negateRanges(set) : set;
  }

  #readClassCharacter(classStart: number): number {
    if (this.at >= this.text.length) throw this.error("missing closing ]", classStart, this.text.length);
    return this.text[this.at] === "\\" ? this.readEscape() : this.nextRune();
  }
}
