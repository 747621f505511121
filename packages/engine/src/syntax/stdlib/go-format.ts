/**
 * Go's `fmt.Sprintf` for the values of the configuration language. Wrong verbs and missing or surplus arguments do not
 * fail: they leave `%!d(string=x)` and the like in the text, as in Go. What Go prints as a memory address (functions,
 * `%p`) is printed as a word.
 */
import { toUint64 } from "../go-number.ts";
import { describeValue, type NumberValue, secretOf, type Value } from "../value.ts";
import { FormatState } from "./format-state.ts";

/** Greatest width, precision and argument number that Go reads. */
const MAX_NUMBER = 1_000_000;
const MAX_INT64 = 2n ** 63n - 1n;

/** `format` filled with `args`; undefined when the text would be longer than `limit`. */
export function formatGo(format: string, args: readonly Value[], limit: number): string | undefined {
  return new Formatter(format, args, limit).run();
}

/** The Go type of a value that was decoded into an `interface{}`. */
function typeName(value: Value): string {
  switch (value.type) {
    case "null":
      return "<nil>";
    case "number":
      return value.kind === "float" ? "float64" : value.value > MAX_INT64 ? "uint64" : "int";
    case "array":
      return "[]interface {}";
    case "object":
      return "map[string]interface {}";
    case "function":
      return "func";
    case "capsule":
      return value.name;
    default:
      return value.type;
  }
}

class Formatter {
  readonly #format: string;
  readonly #args: readonly Value[];
  readonly #limit: number;
  readonly #out: FormatState;
  #at = 0;
  #arg = 0;
  #reordered = false;
  #goodArgument = true;
  /** Whether the item before was an argument index such as `[3]`. */
  #afterIndex = false;

  constructor(format: string, args: readonly Value[], limit: number) {
    this.#format = format;
    this.#args = args;
    this.#limit = limit;
    this.#out = new FormatState();
  }

  run(): string | undefined {
    const out = this.#out;
    while (this.#at < this.#format.length) {
      const next = this.#format.indexOf("%", this.#at);
      out.write(this.#format.slice(this.#at, next < 0 ? this.#format.length : next));
      if (next < 0) break;
      this.#at = next + 1;
      this.#goodArgument = true;
      if (!this.#directive()) break;
      if (out.text.length > this.#limit) return undefined;
    }
    if (!this.#reordered && this.#arg < this.#args.length) this.#writeExtra();
    return out.text.length > this.#limit ? undefined : out.text;
  }

  /** Reads and prints what follows a percent sign; false when the format ended within. */
  #directive(): boolean {
    const out = this.#out;
    out.clearFlags();
    for (; this.#at < this.#format.length; this.#at++) if (!out.setFlag(this.#format[this.#at]!)) break;
    this.#readIndex();
    this.#readWidth();
    if (this.#format[this.#at] === "." && this.#at + 1 < this.#format.length) this.#readPrecision();
    if (!this.#afterIndex) this.#readIndex();
    const code = this.#format.codePointAt(this.#at);
    if (code === undefined) {
      out.write("%!(NOVERB)");
      return false;
    }
    const verb = String.fromCodePoint(code);
    this.#at += verb.length;
    // A finished index does not reach into the next directive.
    this.#afterIndex = false;
    if (verb === "%") out.write("%");
    else if (!this.#goodArgument) out.write(`%!${verb}(BADINDEX)`);
    else if (this.#arg >= this.#args.length) out.write(`%!${verb}(MISSING)`);
    else {
      if (verb === "v" || verb === "w") out.useGoSyntax();
      this.#print(this.#args[this.#arg]!, verb, 0);
      this.#arg++;
    }
    return true;
  }

  #writeExtra(): void {
    const out = this.#out;
    out.clearFlags();
    out.write("%!(EXTRA ");
    this.#args.slice(this.#arg).forEach((arg, i) => {
      if (i > 0) out.write(", ");
      if (out.text.length > this.#limit) return;
      if (arg.type === "null") out.write("<nil>");
      else {
        out.write(`${typeName(arg)}=`);
        this.#print(arg, "v", 0);
      }
    });
    out.write(")");
  }

  /** A run of digits at the current place; undefined when there is none or it is too large. */
  #readNumber(end = this.#format.length): number | undefined {
    let value: number | undefined;
    for (; this.#at < end; this.#at++) {
      const digit = this.#format.charCodeAt(this.#at) - 0x30;
      if (digit < 0 || digit > 9) break;
      if (value !== undefined && value > MAX_NUMBER) {
        this.#at = end;
        return undefined;
      }
      value = (value ?? 0) * 10 + digit;
    }
    return value;
  }

  /** `[n]`: the number of the next argument, from 1. */
  #readIndex(): void {
    this.#afterIndex = false;
    if (this.#format[this.#at] !== "[") return;
    this.#reordered = true;
    const start = this.#at;
    const close = this.#format.indexOf("]", start + 1);
    if (close < 0 || this.#format.length - start < 3) {
      this.#goodArgument = false;
      this.#at = start + 1;
      return;
    }
    this.#at = start + 1;
    const number = this.#readNumber(close);
    const whole = number !== undefined && this.#at === close;
    this.#at = close + 1;
    this.#afterIndex = whole;
    if (whole && number >= 1 && number <= this.#args.length) this.#arg = number - 1;
    else this.#goodArgument = false;
  }

  /** The argument of a `*`; undefined when it is no integer of sensible size. */
  #integerArgument(): number | undefined {
    const value = this.#args[this.#arg];
    if (value === undefined) return undefined;
    this.#arg++;
    if (value.type !== "number" || value.kind === "float" || value.value > MAX_INT64) return undefined;
    const number = Number(value.value);
    return Math.abs(number) > MAX_NUMBER ? undefined : number;
  }

  #readWidth(): void {
    const out = this.#out;
    if (this.#format[this.#at] !== "*") {
      out.width = this.#readNumber();
      if (this.#afterIndex && out.width !== undefined) this.#goodArgument = false;
      return;
    }
    this.#at++;
    out.width = this.#integerArgument();
    if (out.width === undefined) out.write("%!(BADWIDTH)");
    else if (out.width < 0) out.alignLeft(-out.width);
    this.#afterIndex = false;
  }

  #readPrecision(): void {
    const out = this.#out;
    this.#at++;
    if (this.#afterIndex) this.#goodArgument = false;
    this.#readIndex();
    if (this.#format[this.#at] !== "*") {
      out.precision = this.#readNumber() ?? 0;
      return;
    }
    this.#at++;
    const precision = this.#integerArgument();
    out.precision = precision !== undefined && precision >= 0 ? precision : undefined;
    if (out.precision === undefined) out.write("%!(BADPREC)");
    this.#afterIndex = false;
  }

  #badVerb(value: Value, verb: string, depth: number): void {
    const out = this.#out;
    out.write(`%!${verb}(`);
    if (value.type === "null") out.write("<nil>");
    else {
      out.write(`${typeName(value)}=`);
      this.#print(value, "v", depth);
    }
    out.write(")");
  }

  #print(value: Value, verb: string, depth: number): void {
    const out = this.#out;
    if (out.text.length > this.#limit) return;
    if (value.type === "null") {
      if (depth > 0) out.write(out.goSyntax ? "interface {}(nil)" : "<nil>");
      else if (verb === "v" || verb === "T") out.pad("<nil>");
      else this.#badVerb(value, verb, depth);
      return;
    }
    if (depth === 0 && verb === "T") {
      out.string(typeName(value), "s");
      return;
    }
    // `%w` is for errors only.
    if (verb === "w") {
      this.#badVerb(value, verb, depth);
      return;
    }
    switch (value.type) {
      case "bool":
        if (verb === "t" || verb === "v") out.pad(String(value.value));
        else this.#badVerb(value, verb, depth);
        break;
      case "number":
        if (!this.#number(value, verb)) this.#badVerb(value, verb, depth);
        break;
      case "string":
        if (!out.string(value.value, verb)) this.#badVerb(value, verb, depth);
        break;
      case "array":
        this.#array(value.items, verb, depth);
        break;
      case "object":
        this.#object(value.fields, verb, depth);
        break;
      case "function":
        out.write("function");
        break;
      case "capsule": {
        const secret = secretOf(value);
        if (!secret) out.write(describeValue(value));
        else if (secret.optional) out.write(`{${secret.isSecret} ${secret.text}}`);
        else if (!out.string(secret.text, verb)) this.#badVerb(value, verb, depth);
      }
    }
  }

  #number(value: NumberValue, verb: string): boolean {
    if (value.kind === "float") return this.#out.float(value.value, verb);
    // Decoded into an `interface{}`, an unsigned integer that fits becomes a signed one.
    const signed = value.kind === "int" || value.value <= MAX_INT64;
    return this.#out.integer(signed ? value.value : toUint64(value), signed, verb);
  }

  #array(items: readonly Value[], verb: string, depth: number): void {
    const out = this.#out;
    out.write(out.goSyntax ? "[]interface {}{" : "[");
    items.forEach((item, i) => {
      if (i > 0) out.write(out.goSyntax ? ", " : " ");
      this.#print(item, verb, depth + 1);
    });
    out.write(out.goSyntax ? "}" : "]");
  }

  #object(fields: ReadonlyMap<string, Value>, verb: string, depth: number): void {
    const out = this.#out;
    out.write(out.goSyntax ? "map[string]interface {}{" : "map[");
    out.sortedKeys(fields).forEach((key, i) => {
      if (i > 0) out.write(out.goSyntax ? ", " : " ");
      this.#print({ type: "string", value: key }, verb, depth + 1);
      out.write(":");
      this.#print(fields.get(key)!, verb, depth + 1);
    });
    out.write(out.goSyntax ? "}" : "]");
  }
}
