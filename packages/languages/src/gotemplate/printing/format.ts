/**
 * The low half of Go's fmt package (format.go): flags, width and precision applied to one basic value. Lengths count
 * code points, as Go's padding does; texts are built as JavaScript strings.
 */
import { type FloatFormat, formatFloat, isPrintable } from "../../gonumber/index.ts";
import { failLimit } from "../functions.ts";
import { MAX_OUTPUT } from "../limits.ts";
import { toBytes } from "../values/go-string.ts";
import { canBackquote, quote, quoteRune } from "../values/quote.ts";

const MAX_RUNE = 0x10ffffn;

/** Number of code points: `utf8.RuneCountInString`. */
function runeCount(text: string): number {
  let count = text.length;
  for (let i = 0; i + 1 < text.length; i++)
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      count--;
      i++;
    }
  return count;
}

/** The first `count` code points. */
function firstRunes(text: string, count: number): string {
  if (text.length <= count) return text;
  let at = 0;
  for (let n = 0; n < count && at < text.length; n++) at += text.codePointAt(at)! > 0xffff ? 2 : 1;
  return text.slice(0, at);
}

const toRune = (value: bigint): number => {
  const isRune = value >= 0n && value <= MAX_RUNE && (value < 0xd800n || value > 0xdfffn);
  return isRune ? Number(value) : 0xfffd;
};

export class Formatter {
  out = "";
  minus = false;
  plus = false;
  sharp = false;
  space = false;
  zero = false;
  /** `%+v` and `%#v` are formats of their own, not flags. */
  plusV = false;
  sharpV = false;
  width: number | undefined;
  precision: number | undefined;

  clearFlags(): void {
    this.minus = false;
    this.plus = false;
    this.sharp = false;
    this.space = false;
    this.zero = false;
    this.plusV = false;
    this.sharpV = false;
    this.width = undefined;
    this.precision = undefined;
  }

  write(text: string): void {
    this.out += text;
    if (this.out.length > MAX_OUTPUT) failLimit("template-output", `text longer than ${MAX_OUTPUT} characters`);
  }

  /** Padding of `count` characters: zeros only to the left. */
  #padding(count: number): string {
    if (count <= 0) return "";
    if (this.out.length + count > MAX_OUTPUT) failLimit("template-output", `text longer than ${MAX_OUTPUT} characters`);
    return (this.zero && !this.minus ? "0" : " ").repeat(count);
  }

  /** Writes `text`, padded to the width. */
  pad(text: string): void {
    if (!this.width) {
      this.write(text);
      return;
    }
    const padding = this.#padding(this.width - runeCount(text));
    this.write(this.minus ? text + padding : padding + text);
  }

  /** The same without zeros, whatever the flag says. */
  #padWithSpaces(text: string): void {
    const zero = this.zero;
    this.zero = false;
    this.pad(text);
    this.zero = zero;
  }

  boolean(value: boolean): void {
    this.pad(value ? "true" : "false");
  }

  #truncate(text: string): string {
    return this.precision === undefined ? text : firstRunes(text, this.precision);
  }

  /** `%s`. */
  string(text: string): void {
    this.pad(this.#truncate(text));
  }

  /** `%q`. */
  quoted(text: string): void {
    const cut = this.#truncate(text);
    if (this.sharp && canBackquote(cut)) this.pad(`\`${cut}\``);
    else this.pad(quote(cut, this.plus));
  }

  /** `%x` and `%X` of a text. */
  hexString(text: string, upper: boolean): void {
    this.hexBytes(toBytes(text), upper);
  }

  /** `%x` and `%X` of bytes. */
  hexBytes(bytes: Uint8Array, upper: boolean): void {
    const length = Math.min(bytes.length, this.precision ?? bytes.length);
    const prefix = upper ? "0X" : "0x";
    let text = "";
    for (let i = 0; i < length; i++) {
      const digits = bytes[i]!.toString(16).padStart(2, "0");
      if (this.space && i > 0) text += " ";
      if (this.sharp && (this.space || i === 0)) text += prefix;
      text += upper ? digits.toUpperCase() : digits;
    }
    this.pad(text);
  }

  /** An integer in a base; `verb` matters for `O` only. Unsigned values come plain, signed ones with their sign. */
  integer(value: bigint, base: 2 | 8 | 10 | 16, verb: string, upper = false): void {
    const negative = value < 0n;
    let digits = (negative ? -value : value).toString(base);
    if (upper) digits = digits.toUpperCase();
    let wanted = 0;
    if (this.precision !== undefined) {
      wanted = this.precision;
      if (wanted === 0 && value === 0n) {
        this.#padWithSpaces("");
        return;
      }
    } else if (this.zero && !this.minus && this.width !== undefined) {
      wanted = this.width;
      if (negative || this.plus || this.space) wanted--;
    }
    if (digits.length < wanted) digits = this.#zeros(wanted - digits.length) + digits;
    if (this.sharp) {
      if (base === 2) digits = `0b${digits}`;
      else if (base === 8 && !digits.startsWith("0")) digits = `0${digits}`;
      else if (base === 16) digits = (upper ? "0X" : "0x") + digits;
    }
    if (verb === "O") digits = `0o${digits}`;
    const sign = negative ? "-" : this.plus ? "+" : this.space ? " " : "";
    this.#padWithSpaces(sign + digits);
  }

  #zeros(count: number): string {
    if (this.out.length + count > MAX_OUTPUT) failLimit("template-output", `text longer than ${MAX_OUTPUT} characters`);
    return "0".repeat(count);
  }

  /** `%U`, with the character itself under `#`. */
  unicode(value: bigint): void {
    const unsigned = BigInt.asUintN(64, value);
    let text = unsigned.toString(16).toUpperCase();
    const wanted = Math.max(4, this.precision ?? 0);
    if (text.length < wanted) text = this.#zeros(wanted - text.length) + text;
    text = `U+${text}`;
    if (this.sharp && unsigned <= MAX_RUNE && isPrintable(Number(unsigned)))
      text += ` '${String.fromCodePoint(toRune(unsigned))}'`;
    this.#padWithSpaces(text);
  }

  /** `%c`. */
  character(value: bigint): void {
    this.pad(String.fromCodePoint(toRune(value)));
  }

  /** `%q` of an integer. */
  quotedCharacter(value: bigint): void {
    this.pad(quoteRune(toRune(value), this.plus));
  }

  /** A float in one of strconv's formats; an explicit precision overrules `precision`. */
  float(value: number, bits: 32 | 64, verb: FloatFormat, precision: number): void {
    const wanted = this.precision ?? precision;
    let text = formatFloat(value, verb, wanted, bits);
    if (text[0] !== "-" && text[0] !== "+") text = `+${text}`;
    if (this.space && text[0] === "+" && !this.plus) text = ` ${text.slice(1)}`;
    if (text[1] === "I" || text[1] === "N") {
      // Infinities and NaN do not look like numbers and are not padded with zeros.
      if (text[1] === "N" && !this.space && !this.plus) text = text.slice(1);
      this.#padWithSpaces(text);
      return;
    }
    if (this.sharp && verb !== "b") text = this.#withPoint(text, verb, wanted);
    if (!this.plus && text[0] === "+") {
      this.pad(text.slice(1));
      return;
    }
    // With zeros to the left, the sign comes before them.
    if (this.zero && !this.minus && this.width !== undefined && this.width > text.length) {
      const padding = this.#padding(this.width - text.length);
      this.write(text[0] + padding + text.slice(1));
      return;
    }
    this.pad(text);
  }

  /** The `#` flag: always a decimal point, and for `g` no zeros removed. `text` starts with its sign. */
  #withPoint(text: string, verb: FloatFormat, precision: number): string {
    let digits = 0;
    if (verb === "g" || verb === "G" || verb === "x") digits = precision === -1 ? 6 : precision;
    const isHex = verb === "x" || verb === "X";
    const tailAt = text.search(isHex ? /[pP]/ : /[pPeE]/);
    const tail = tailAt < 0 ? "" : text.slice(tailAt);
    let head = tailAt < 0 ? text : text.slice(0, tailAt);
    let sawDigit = false;
    for (const char of head.slice(1)) {
      if (char === ".") continue;
      if (char !== "0") sawDigit = true;
      if (sawDigit) digits--;
    }
    if (!head.includes(".")) {
      // A leading zero counts once.
      if (head.length === 2 && head[1] === "0") digits--;
      head += ".";
    }
    return head + (digits > 0 ? this.#zeros(digits) : "") + tail;
  }
}
