/**
 * Go's `strconv.FormatFloat`. Shortest digits come from JavaScript (the same shortest, nearest digits by definition);
 * a fixed number of digits is rounded on the exact decimal expansion, half to even, because `toFixed` and
 * `toExponential` round ties up.
 */
import { type Digits, exactDigits, roundDigits, shortestDigits32, shortestDigits64 } from "./digits.ts";

/** `e`, `E`: exponent; `f`: none; `g`, `G`: whichever is shorter; `b`: binary exponent; `x`, `X`: hexadecimal. */
export type FloatFormat = "e" | "E" | "f" | "g" | "G" | "b" | "x" | "X";

const view = new DataView(new ArrayBuffer(8));

interface Parts {
  readonly negative: boolean;
  /** The value is `mantissa * 2^exponent`. */
  readonly mantissa: bigint;
  readonly exponent: number;
  readonly mantissaBits: number;
  readonly minExponent: number;
}

function decompose(value: number, bits: 32 | 64): Parts {
  const mantissaBits = bits === 64 ? 52 : 23;
  let raw: bigint;
  if (bits === 64) {
    view.setFloat64(0, value);
    raw = view.getBigUint64(0);
  } else {
    view.setFloat32(0, value);
    raw = BigInt(view.getUint32(0));
  }
  const bias = bits === 64 ? 1023 : 127;
  const stored = Number(raw >> BigInt(mantissaBits)) & (bits === 64 ? 0x7ff : 0xff);
  const fraction = raw & ((1n << BigInt(mantissaBits)) - 1n);
  return {
    negative: raw >> BigInt(bits - 1) !== 0n,
    mantissa: stored === 0 ? fraction : fraction | (1n << BigInt(mantissaBits)),
    exponent: (stored === 0 ? 1 : stored) - bias - mantissaBits,
    mantissaBits,
    minExponent: 1 - bias - mantissaBits,
  };
}

/**
 * Go's `strconv.FormatFloat(value, format, precision, bits)`. A negative precision gives the fewest digits that read
 * back as the same number. `%g` switches to an exponent below -4 and from the precision on (6 when shortest).
 */
export function formatFloat(value: number, format: FloatFormat, precision = -1, bits: 32 | 64 = 64): string {
  const number = bits === 32 ? Math.fround(value) : value;
  if (Number.isNaN(number)) return "NaN";
  if (!Number.isFinite(number)) return number > 0 ? "+Inf" : "-Inf";
  if (format === "f" && precision < 0 && bits === 64) return formatGoFloat(number);
  const parts = decompose(number, bits);
  const sign = parts.negative ? "-" : "";
  if (format === "b") {
    return `${sign}${parts.mantissa}p${parts.exponent >= 0 ? "+" : ""}${parts.exponent}`;
  }
  if (format === "x" || format === "X") return sign + formatHex(parts, format, precision);
  const shortest = precision < 0;
  let digits: Digits = { text: "", point: 0 };
  let wanted = precision;
  if (parts.mantissa !== 0n) {
    if (shortest) {
      digits =
        bits === 64
          ? shortestDigits64(Math.abs(number))
          : shortestDigits32(parts.mantissa, parts.exponent, parts.mantissaBits, parts.minExponent);
      if (format === "f") wanted = Math.max(digits.text.length - digits.point, 0);
      else if (format === "g" || format === "G") wanted = digits.text.length;
      else wanted = digits.text.length - 1;
    } else {
      digits = exactDigits(parts.mantissa, parts.exponent);
      if (format === "f") digits = roundDigits(digits, digits.point + precision);
      else if (format === "e" || format === "E") digits = roundDigits(digits, precision + 1);
      else {
        if (precision === 0) wanted = 1;
        digits = roundDigits(digits, wanted);
      }
    }
  }
  return sign + layOut(digits, format, wanted, shortest);
}

function layOut(digits: Digits, format: "e" | "E" | "f" | "g" | "G", precision: number, shortest: boolean): string {
  if (format === "f") return fixed(digits, precision);
  if (format === "e" || format === "E") return exponential(digits, precision, format);
  const count = digits.text.length;
  let threshold = precision;
  if (threshold > count && count >= digits.point) threshold = count;
  if (shortest) threshold = 6;
  const exponent = digits.point - 1;
  if (exponent < -4 || exponent >= threshold) {
    return exponential(digits, Math.min(precision, count) - 1, format === "g" ? "e" : "E");
  }
  return fixed(digits, Math.max((precision > digits.point ? count : precision) - digits.point, 0));
}

/** `d.ddde±dd` with `precision` digits after the point. */
function exponential(digits: Digits, precision: number, mark: "e" | "E"): string {
  const count = digits.text.length;
  let out = count === 0 ? "0" : digits.text[0]!;
  if (precision > 0) out += `.${digits.text.slice(1, precision + 1).padEnd(precision, "0")}`;
  const exponent = count === 0 ? 0 : digits.point - 1;
  return `${out}${mark}${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

/** `ddd.ddd` with `precision` digits after the point. */
function fixed(digits: Digits, precision: number): string {
  const { text, point } = digits;
  const whole = point > 0 ? text.slice(0, point).padEnd(point, "0") : "0";
  if (precision <= 0) return whole;
  const zeros = Math.min(Math.max(-point, 0), precision);
  const rest = text.slice(Math.max(point, 0), Math.max(point + precision, 0));
  return `${whole}.${("0".repeat(zeros) + rest).padEnd(precision, "0")}`;
}

/** `0x1.yyyp±dd`, without the sign. */
function formatHex(parts: Parts, format: "x" | "X", precision: number): string {
  let exponent = parts.mantissa === 0n ? 0 : parts.exponent + parts.mantissaBits;
  let mantissa = parts.mantissa << BigInt(60 - parts.mantissaBits);
  const one = 1n << 60n;
  while (mantissa !== 0n && (mantissa & one) === 0n) {
    mantissa <<= 1n;
    exponent--;
  }
  if (precision >= 0 && precision < 15) {
    const shift = BigInt(precision * 4);
    const extra = (mantissa << shift) & (one - 1n);
    mantissa >>= 60n - shift;
    if ((extra | (mantissa & 1n)) > 1n << 59n) mantissa += 1n;
    mantissa <<= 60n - shift;
    if ((mantissa & (one << 1n)) !== 0n) {
      mantissa >>= 1n;
      exponent++;
    }
  }
  let fraction = (mantissa & (one - 1n)).toString(16).padStart(15, "0");
  fraction = precision < 0 ? fraction.replace(/0+$/, "") : fraction.slice(0, precision).padEnd(precision, "0");
  const size = String(Math.abs(exponent)).padStart(2, "0");
  const out = `0x${mantissa >> 60n}${fraction === "" ? "" : `.${fraction}`}p${exponent < 0 ? "-" : "+"}${size}`;
  return format === "X" ? out.toUpperCase() : out;
}

/**
 * The text of a float as stages see it: the shortest decimal without an exponent, `strconv.FormatFloat(f, 'f', -1, 64)`.
 * JavaScript's own text is the same between 1e-6 and 1e21.
 */
export function formatGoFloat(value: number): string {
  const size = Math.abs(value);
  if ((size >= 1e-6 && size < 1e21) || Object.is(value, 0)) return String(value);
  if (Number.isNaN(value)) return "NaN";
  if (size === Infinity) return value > 0 ? "+Inf" : "-Inf";
  if (size === 0) return "-0";
  const digits = shortestDigits64(size);
  return (value < 0 ? "-" : "") + fixed(digits, Math.max(digits.text.length - digits.point, 0));
}
