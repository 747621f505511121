/**
 * The format strings of Go's Printf: flags, explicit argument indexes (`%[2]d`), `*` for width and precision, and
 * what is written where they are wrong. A port of doPrintf in fmt/print.go, independent of how values print.
 */
import { GoInt, type GoValue } from "../value.ts";

/** Where formatted text goes, with the flags that the next operand is printed under. */
export interface PrintfSink {
  minus: boolean;
  plus: boolean;
  sharp: boolean;
  space: boolean;
  zero: boolean;
  plusV: boolean;
  sharpV: boolean;
  width: number | undefined;
  precision: number | undefined;
  clearFlags(): void;
  write(text: string): void;
  printArg(arg: GoValue, verb: string): void;
  printExtra(arg: GoValue): void;
}

/** Larger widths and precisions are refused, as Go does. */
const MAX_NUMBER = 1e6;

interface ParsedNumber {
  readonly value: number | undefined;
  readonly next: number;
}

function parseNumber(format: string, start: number, end: number): ParsedNumber {
  let value = 0;
  let at = start;
  for (; at < end && format[at]! >= "0" && format[at]! <= "9"; at++) {
    if (value > MAX_NUMBER) return { value: undefined, next: end };
    value = value * 10 + (format.charCodeAt(at) - 0x30);
  }
  return { value: at > start ? value : undefined, next: at };
}

/** Reads one format string. State that Go keeps in its printer lives here for the length of one call. */
class FormatReader {
  readonly #format: string;
  readonly #args: readonly GoValue[];
  readonly #sink: PrintfSink;
  #at = 0;
  #argNum = 0;
  #reordered = false;
  #goodArgNum = true;
  /** The previous item was an index such as `[3]`. */
  #afterIndex = false;

  constructor(format: string, args: readonly GoValue[], sink: PrintfSink) {
    this.#format = format;
    this.#args = args;
    this.#sink = sink;
  }

  run(): void {
    const format = this.#format;
    const sink = this.#sink;
    while (this.#at < format.length) {
      this.#goodArgNum = true;
      let percent = format.indexOf("%", this.#at);
      if (percent < 0) percent = format.length;
      if (percent > this.#at) sink.write(format.slice(this.#at, percent));
      this.#at = percent + 1;
      if (percent >= format.length) break;
      sink.clearFlags();
      this.#flags();
      this.#argIndex();
      this.#width();
      this.#precision();
      if (!this.#afterIndex) this.#argIndex();
      if (this.#at >= format.length) {
        sink.write("%!(NOVERB)");
        break;
      }
      this.#verb();
    }
    this.#extra();
  }

  #flags(): void {
    for (; this.#at < this.#format.length; this.#at++) {
      switch (this.#format[this.#at]) {
        case "#":
          this.#sink.sharp = true;
          break;
        case "0":
          this.#sink.zero = true;
          break;
        case "+":
          this.#sink.plus = true;
          break;
        case "-":
          this.#sink.minus = true;
          break;
        case " ":
          this.#sink.space = true;
          break;
        default:
          return;
      }
    }
  }

  /** `[n]`, if it is here. */
  #argIndex(): void {
    this.#afterIndex = false;
    if (this.#format[this.#at] !== "[") return;
    this.#reordered = true;
    const close = this.#format.length - this.#at < 3 ? -1 : this.#format.indexOf("]", this.#at + 1);
    if (close < 0) {
      this.#goodArgNum = false;
      this.#at += 1;
      return;
    }
    const index = parseNumber(this.#format, this.#at + 1, close);
    this.#at = close + 1;
    const isNumber = index.value !== undefined && index.next === close;
    this.#afterIndex = isNumber;
    if (isNumber && index.value! >= 1 && index.value! <= this.#args.length) this.#argNum = index.value! - 1;
    else this.#goodArgNum = false;
  }

  /** The next argument as a width or precision; undefined where it is none. */
  #intArg(): number | undefined {
    if (this.#argNum >= this.#args.length) return undefined;
    const arg = this.#args[this.#argNum++];
    if (!(arg instanceof GoInt)) return undefined;
    const value = Number(arg.value);
    return Math.abs(value) > MAX_NUMBER ? undefined : value;
  }

  #width(): void {
    const sink = this.#sink;
    if (this.#format[this.#at] !== "*") {
      const number = parseNumber(this.#format, this.#at, this.#format.length);
      sink.width = number.value;
      this.#at = number.next;
      if (this.#afterIndex && number.value !== undefined) this.#goodArgNum = false;
      return;
    }
    this.#at++;
    sink.width = this.#intArg();
    if (sink.width === undefined) sink.write("%!(BADWIDTH)");
    else if (sink.width < 0) {
      sink.width = -sink.width;
      sink.minus = true;
      sink.zero = false;
    }
    this.#afterIndex = false;
  }

  #precision(): void {
    const sink = this.#sink;
    if (this.#at + 1 >= this.#format.length || this.#format[this.#at] !== ".") return;
    this.#at++;
    if (this.#afterIndex) this.#goodArgNum = false;
    this.#argIndex();
    if (this.#format[this.#at] === "*") {
      this.#at++;
      const value = this.#intArg();
      sink.precision = value !== undefined && value >= 0 ? value : undefined;
      if (sink.precision === undefined) sink.write("%!(BADPREC)");
      this.#afterIndex = false;
      return;
    }
    const number = parseNumber(this.#format, this.#at, this.#format.length);
    sink.precision = number.value ?? 0;
    this.#at = number.next;
  }

  #verb(): void {
    const sink = this.#sink;
    const code = this.#format.codePointAt(this.#at)!;
    const verb = code >= 0xd800 && code <= 0xdfff ? "\ufffd" : String.fromCodePoint(code);
    this.#at += code > 0xffff ? 2 : 1;
    if (verb === "%") {
      sink.write("%");
      return;
    }
    if (!this.#goodArgNum) {
      sink.write(`%!${verb}(BADINDEX)`);
      return;
    }
    if (this.#argNum >= this.#args.length) {
      sink.write(`%!${verb}(MISSING)`);
      return;
    }
    if (verb === "v" || verb === "w") {
      sink.sharpV = sink.sharp;
      sink.sharp = false;
      sink.plusV = sink.plus;
      sink.plus = false;
    }
    sink.printArg(this.#args[this.#argNum++]!, verb);
  }

  /** Arguments that no verb took; unknown if indexes were used. */
  #extra(): void {
    if (this.#reordered || this.#argNum >= this.#args.length) return;
    this.#sink.clearFlags();
    this.#sink.write("%!(EXTRA ");
    for (let i = this.#argNum; i < this.#args.length; i++) {
      if (i > this.#argNum) this.#sink.write(", ");
      this.#sink.printExtra(this.#args[i]!);
    }
    this.#sink.write(")");
  }
}

/** Writes `args` under `format`. */
export function parsePrintf(format: string, args: readonly GoValue[], sink: PrintfSink): void {
  new FormatReader(format, args, sink).run();
}
