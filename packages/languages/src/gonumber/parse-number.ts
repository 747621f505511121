/**
 * Go's `strconv.ParseInt`, `ParseUint`, `Atoi`, `ParseFloat` and `ParseBool`: which texts are numbers (base prefixes,
 * underscores, hexadecimal floats, `inf`), what they are worth, and Go's error texts where they are not.
 */
import { quote } from "./quote.ts";

export type NumberError = {
  readonly ok: false;
  /** `syntax`: not a number; `range`: a number that does not fit. */
  readonly kind: "syntax" | "range" | "base";
  /** Go's text: `strconv.ParseInt: parsing "x": invalid syntax`. */
  readonly message: string;
};

/** With `range` errors, `value` is the nearest number that fits, which Go returns beside the error. */
export type IntResult = { readonly ok: true; readonly value: bigint } | (NumberError & { readonly value: bigint });
export type FloatResult = { readonly ok: true; readonly value: number } | (NumberError & { readonly value: number });
export type BoolResult = { readonly ok: true; readonly value: boolean } | NumberError;

const REASONS = { syntax: "invalid syntax", range: "value out of range" } as const;

const failure = (name: string, text: string, kind: "syntax" | "range"): NumberError => ({
  ok: false,
  kind,
  message: `strconv.${name}: parsing ${quote(text)}: ${REASONS[kind]}`,
});

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;
/** Lower case for letters; something else for anything else. */
const lower = (unit: number): number => unit | 0x20;

type Magnitude =
  | { kind: "ok"; value: bigint }
  | { kind: "range"; value: bigint }
  | { kind: "syntax" }
  | { kind: "base" };

/** The unsigned part that all integer functions share. `base` 0 reads prefixes (`0x`, `0o`, `0b`, `0`) and underscores. */
function parseMagnitude(text: string, base: number, bits: number): Magnitude {
  if (text === "") return { kind: "syntax" };
  let radix = base;
  let i = 0;
  if (base === 0) {
    radix = 10;
    if (text.charCodeAt(0) === 0x30) {
      const mark = text.length >= 3 ? lower(text.charCodeAt(1)) : 0;
      if (mark === 0x62) radix = 2;
      else if (mark === 0x6f) radix = 8;
      else if (mark === 0x78) radix = 16;
      i = radix === 10 ? 1 : 2;
      if (radix === 10) radix = 8;
    }
  } else if (base < 2 || base > 36) return { kind: "base" };

  const max = (1n << BigInt(bits)) - 1n;
  const bigRadix = BigInt(radix);
  let small = 0;
  let value = 0n;
  let exact = true; // `small` still holds the whole value
  let underscores = false;
  for (; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    let digit: number;
    if (unit === 0x5f && base === 0) {
      underscores = true;
      continue;
    }
    if (isDigit(unit)) digit = unit - 0x30;
    else if (unit < 0x80 && lower(unit) >= 0x61 && lower(unit) <= 0x7a) digit = lower(unit) - 0x61 + 10;
    else return { kind: "syntax" };
    if (digit >= radix) return { kind: "syntax" };
    if (exact && small < 2 ** 47) {
      small = small * radix + digit;
      continue;
    }
    if (exact) {
      value = BigInt(small);
      exact = false;
    }
    value = value * bigRadix + BigInt(digit);
    // Anything after the overflow is not read, as in Go.
    if (value > max) return { kind: "range", value: max };
  }
  if (underscores && !areUnderscoresPlaced(text)) return { kind: "syntax" };
  if (exact) value = BigInt(small);
  return value > max ? { kind: "range", value: max } : { kind: "ok", value };
}

/** Whether underscores are only between digits, or between a base prefix and a digit. */
function areUnderscoresPlaced(signed: string): boolean {
  const text = /^[+-]/.test(signed) ? signed.slice(1) : signed;
  const prefixed = /^0[bBoOxX]/.test(text);
  const digits = /^0[xX]/.test(text) ? /[0-9a-fA-F]/ : /[0-9]/;
  let saw: "start" | "digit" | "underscore" | "other" = prefixed ? "digit" : "start";
  for (let i = prefixed ? 2 : 0; i < text.length; i++) {
    const char = text[i]!;
    if (digits.test(char)) saw = "digit";
    else if (char === "_") {
      if (saw !== "digit") return false;
      saw = "underscore";
    } else {
      if (saw === "underscore") return false;
      saw = "other";
    }
  }
  return saw !== "underscore";
}

/** Go's `strconv.ParseUint(text, base, bits)`: no sign allowed. */
export function parseUint(text: string, base = 10, bits = 64): IntResult {
  const result = parseMagnitude(text, base, bits);
  if (result.kind === "ok") return { ok: true, value: result.value };
  if (result.kind === "range") return { ...failure("ParseUint", text, "range"), value: result.value };
  return badInteger("ParseUint", text, base, result.kind);
}

/** Go's `strconv.ParseInt(text, base, bits)`. */
export function parseInt64(text: string, base = 10, bits = 64): IntResult {
  return parseSigned("ParseInt", text, base, bits);
}

/** Go's `strconv.Atoi`: decimal, 64 bits, with its own name in the error text. */
export function atoi(text: string): IntResult {
  return parseSigned("Atoi", text, 10, 64);
}

function parseSigned(name: string, text: string, base: number, bits: number): IntResult {
  const signed = text[0] === "+" || text[0] === "-";
  const negative = text[0] === "-";
  const result = parseMagnitude(signed ? text.slice(1) : text, base, bits);
  if (result.kind === "syntax" || result.kind === "base") return badInteger(name, text, base, result.kind);
  const limit = 1n << BigInt(bits - 1);
  if (!negative && result.value >= limit) return { ...failure(name, text, "range"), value: limit - 1n };
  if (negative && result.value > limit) return { ...failure(name, text, "range"), value: -limit };
  return { ok: true, value: negative ? -result.value : result.value };
}

function badInteger(name: string, text: string, base: number, kind: "syntax" | "base"): IntResult {
  if (kind === "syntax") return { ...failure(name, text, "syntax"), value: 0n };
  const message = `strconv.${name}: parsing ${quote(text)}: invalid base ${base}`;
  return { ok: false, kind, message, value: 0n };
}

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const HEX = /^([+-]?)0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?[pP]([+-]?\d+)$/;
const INFINITE = /^([+-]?)inf(?:inity)?$/i;

/**
 * Go's `strconv.ParseFloat(text, 64)`: decimal and hexadecimal floats, underscores between digits, `inf`, `infinity`
 * (signed) and `nan` in any case. Rounds to nearest even; too large is a `range` error with an infinite value.
 */
export function parseFloat64(text: string): FloatResult {
  if (DECIMAL.test(text)) return finite(text, Number(text));
  const special = INFINITE.exec(text);
  if (special) return { ok: true, value: special[1] === "-" ? -Infinity : Infinity };
  if (/^nan$/i.test(text)) return { ok: true, value: Number.NaN };
  let plain = text;
  if (text.includes("_")) {
    if (!areUnderscoresPlaced(text)) return { ...failure("ParseFloat", text, "syntax"), value: 0 };
    plain = text.replaceAll("_", "");
    if (DECIMAL.test(plain)) return finite(text, Number(plain));
  }
  const hex = HEX.exec(plain);
  if (hex && (hex[2] !== "" || (hex[3] ?? "") !== "")) {
    const value = hexValue(hex[2]! + (hex[3] ?? ""), Number(hex[4]) - 4 * (hex[3] ?? "").length);
    return finite(text, hex[1] === "-" ? -value : value);
  }
  return { ...failure("ParseFloat", text, "syntax"), value: 0 };
}

function finite(text: string, value: number): FloatResult {
  return Number.isFinite(value) ? { ok: true, value } : { ...failure("ParseFloat", text, "range"), value };
}

/** The double nearest to `digits` (hexadecimal) times 2^`exponent`, ties to even. */
function hexValue(digits: string, exponent: number): number {
  const significant = digits.replace(/^0+/, "");
  if (significant === "") return 0;
  // 17 digits are more than 64 bits; what is cut off only matters as "not zero".
  const kept = significant.slice(0, 17);
  const sticky = /[^0]/.test(significant.slice(17)) ? 1n : 0n;
  const mantissa = (BigInt(`0x${kept}`) << 1n) | sticky;
  const scale = exponent + 4 * (significant.length - kept.length) - 1;
  const bits = mantissa.toString(2).length;
  const top = scale + bits - 1; // exponent of the leading bit
  if (top > 1023) return Infinity;
  const precision = top >= -1022 ? 53 : top + 1075;
  if (precision < 0) return 0;
  const shift = bits - precision;
  if (shift <= 0) return Number(mantissa) * 2 ** scale;
  const half = 1n << BigInt(shift - 1);
  const rest = mantissa & ((1n << BigInt(shift)) - 1n);
  let rounded = mantissa >> BigInt(shift);
  if (rest > half || (rest === half && (rounded & 1n) === 1n)) rounded += 1n;
  return Number(rounded) * 2 ** (scale + shift);
}

/** Go's `strconv.ParseBool`: 1, t, T, TRUE, true, True and their opposites, nothing else. */
export function parseBool(text: string): BoolResult {
  switch (text) {
    case "1":
    case "t":
    case "T":
    case "true":
    case "TRUE":
    case "True":
      return { ok: true, value: true };
    case "0":
    case "f":
    case "F":
    case "false":
    case "FALSE":
    case "False":
      return { ok: true, value: false };
    default:
      return failure("ParseBool", text, "syntax");
  }
}
