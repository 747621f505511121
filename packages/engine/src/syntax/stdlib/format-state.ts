/**
 * Flags, width and precision of one directive of a Go format, and how single values are written under them: Go's
 * `fmt` struct.
 */
import { compareBytes, encodeUtf8 } from "../../base/text.ts";
import { isPrintable, quoteWith } from "../characters.ts";
import { type FloatVerb, formatGoFloat } from "./go-float.ts";

const RADIX: Readonly<Record<string, number>> = { v: 10, d: 10, b: 2, o: 8, O: 8, x: 16, X: 16 };
const FLOAT_VERBS: Readonly<Record<string, readonly [FloatVerb, number]>> = {
  v: ["g", -1],
  b: ["b", -1],
  g: ["g", -1],
  G: ["G", -1],
  x: ["x", -1],
  X: ["X", -1],
  f: ["f", 6],
  F: ["f", 6],
  e: ["e", 6],
  E: ["E", 6],
};

export class FormatState {
  text = "";
  width: number | undefined;
  precision: number | undefined;
  /** `%#v` */
  goSyntax = false;
  #sharp = false;
  #zero = false;
  #plus = false;
  #minus = false;
  #space = false;

  write(text: string): void {
    this.text += text;
  }

  clearFlags(): void {
    this.width = undefined;
    this.precision = undefined;
    this.goSyntax = false;
    this.#sharp = false;
    this.#zero = false;
    this.#plus = false;
    this.#minus = false;
    this.#space = false;
  }

  /** Whether `char` is a flag; sets it then. */
  setFlag(char: string): boolean {
    if (char === "#") this.#sharp = true;
    else if (char === "0") this.#zero = true;
    else if (char === "+") this.#plus = true;
    else if (char === "-") this.#minus = true;
    else if (char === " ") this.#space = true;
    else return false;
    return true;
  }

  /** For `%v`: `#` and `+` mean another spelling, not flags of the elements. */
  useGoSyntax(): void {
    this.goSyntax = this.#sharp;
    this.#sharp = false;
    this.#plus = false;
  }

  /** A negative width from an argument. */
  alignLeft(width: number): void {
    this.width = width;
    this.#minus = true;
    this.#zero = false;
  }

  sortedKeys(fields: ReadonlyMap<string, unknown>): string[] {
    return [...fields.keys()].sort(compareBytes);
  }

  #padding(count: number, zero: boolean): string {
    return count > 0 ? (zero && !this.#minus ? "0" : " ").repeat(count) : "";
  }

  /** Writes `text` padded to the width, which counts code points. */
  pad(text: string, zero = this.#zero): void {
    const padding = this.width === undefined ? "" : this.#padding(this.width - [...text].length, zero);
    this.text += this.#minus ? text + padding : padding + text;
  }

  /** Writes a text under `verb`; false when it is no verb for texts. */
  string(text: string, verb: string): boolean {
    switch (verb) {
      case "s":
        this.pad(this.#truncate(text));
        return true;
      case "v":
        if (this.goSyntax) this.#quoted(text);
        else this.pad(this.#truncate(text));
        return true;
      case "q":
        this.#quoted(text);
        return true;
      case "x":
      case "X":
        this.#hexadecimal(text, verb);
        return true;
      default:
        return false;
    }
  }

  #truncate(text: string): string {
    if (this.precision === undefined || text.length <= this.precision) return text;
    return [...text].slice(0, this.precision).join("");
  }

  #quoted(text: string): void {
    const cut = this.#truncate(text);
    if (this.#sharp && /^[^\0-\x08\x0a-\x1f\x7f`\ufeff]*$/.test(cut)) this.pad(`\`${cut}\``);
    else this.pad(quoteWith(cut, '"', this.#plus));
  }

  #hexadecimal(text: string, verb: "x" | "X"): void {
    const bytes = encodeUtf8(text).subarray(0, this.precision);
    if (bytes.length === 0) {
      this.text += this.#padding(this.width ?? 0, this.#zero);
      return;
    }
    const prefix = this.#sharp ? `0${verb}` : "";
    const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"));
    const upper = verb === "X" ? digits.map((pair) => pair.toUpperCase()) : digits;
    this.pad(prefix + upper.join(this.#space ? ` ${prefix}` : ""));
  }

  /** Writes an integer under `verb`; false when it is no verb for integers. */
  integer(value: bigint, signed: boolean, verb: string): boolean {
    if (verb === "c" || verb === "q" || verb === "U") {
      this.#character(BigInt.asUintN(64, value), verb);
      return true;
    }
    const radix = RADIX[verb];
    if (radix === undefined) return false;
    if (verb === "v" && this.goSyntax && !signed) {
      const sharp = this.#sharp;
      this.#sharp = true;
      this.#digits(value, 16, "x");
      this.#sharp = sharp;
    } else this.#digits(value, radix, verb);
    return true;
  }

  #digits(value: bigint, radix: number, verb: string): void {
    const negative = value < 0n;
    let width = 0;
    if (this.precision !== undefined) {
      width = this.precision;
      if (width === 0 && value === 0n) {
        this.text += this.#padding(this.width ?? 0, false);
        return;
      }
    } else if (this.#zero && !this.#minus && this.width !== undefined) {
      width = this.width - (negative || this.#plus || this.#space ? 1 : 0);
    }
    let digits = (negative ? -value : value).toString(radix);
    if (verb === "X") digits = digits.toUpperCase();
    digits = digits.padStart(width, "0");
    if (this.#sharp) {
      if (radix === 2) digits = `0b${digits}`;
      else if (radix === 8 && !digits.startsWith("0")) digits = `0${digits}`;
      else if (radix === 16) digits = `0${verb === "X" ? "X" : "x"}${digits}`;
    }
    if (verb === "O") digits = `0o${digits}`;
    const sign = negative ? "-" : this.#plus ? "+" : this.#space ? " " : "";
    this.pad(sign + digits, false);
  }

  #character(value: bigint, verb: "c" | "q" | "U"): void {
    if (verb === "U") {
      const digits = value
        .toString(16)
        .toUpperCase()
        .padStart(Math.max(this.precision ?? 0, 4), "0");
      const shown = this.#sharp && value <= 0x10ffffn && isPrintable(Number(value));
      this.pad(`U+${digits}${shown ? ` '${String.fromCodePoint(Number(value))}'` : ""}`, false);
      return;
    }
    const valid = value <= 0x10ffffn && (value < 0xd800n || value >= 0xe000n);
    const char = valid ? String.fromCodePoint(Number(value)) : "\ufffd";
    this.pad(verb === "c" ? char : quoteWith(char, "'", this.#plus));
  }

  /** Writes a floating-point number under `verb`; false when it is no verb for them. */
  float(value: number, verb: string): boolean {
    const rule = FLOAT_VERBS[verb];
    if (!rule) return false;
    const precision = this.precision ?? rule[1];
    const bare = formatGoFloat(value, rule[0], precision);
    let number = bare.startsWith("-") || bare.startsWith("+") ? bare : `+${bare}`;
    if (this.#space && number.startsWith("+") && !this.#plus) number = ` ${number.slice(1)}`;
    if (!Number.isFinite(value)) {
      // Zeros do not pad what is no number; only NaN goes without the sign that was not asked for.
      this.pad(Number.isNaN(value) && !this.#space && !this.#plus ? number.slice(1) : number, false);
      return true;
    }
    if (this.#sharp && rule[0] !== "b") number = keepPoint(number, verb, precision);
    if (this.#plus || !number.startsWith("+")) {
      const width = this.width ?? 0;
      if (this.#zero && !this.#minus && width > number.length)
        this.text += number[0]! + "0".repeat(width - number.length) + number.slice(1);
      else this.pad(number);
    } else this.pad(number.slice(1));
    return true;
  }
}

/** For the `#` flag: a decimal point always, and the trailing zeros of `%g`. */
function keepPoint(number: string, verb: string, precision: number): string {
  const hexadecimal = verb === "x" || verb === "X";
  let missing = verb === "v" || verb === "g" || verb === "G" || verb === "x" ? (precision < 0 ? 6 : precision) : 0;
  const m = (hexadecimal ? /^(.*?)(p.*)?$/i : /^(.*?)(e.*)?$/i).exec(number)!;
  let body = m[1]!;
  // The x of a hexadecimal prefix counts as a digit, as in Go.
  const significant = body.slice(1).replace(".", "").replace(/^0+/, "").length;
  missing -= significant;
  if (!body.includes(".")) {
    if (body.length === 2 && body[1] === "0") missing--;
    body += ".";
  }
  return body + "0".repeat(Math.max(missing, 0)) + (m[2] ?? "");
}
