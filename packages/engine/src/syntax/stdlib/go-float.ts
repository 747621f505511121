/**
 * Go's `strconv.FormatFloat` for all verbs of `fmt`. Digits come from the exact decimal expansion and are rounded half
 * to even; JavaScript's `toFixed` and `toExponential` round halves up.
 */

export type FloatVerb = "b" | "e" | "E" | "f" | "g" | "G" | "x" | "X";

/** Digits after the point beyond which a double has only zeros. */
const MAX_FRACTION = 1074;

/** `0.digits` times ten to the power of `point`. Zero has no digits. */
interface Decimal {
  readonly digits: string;
  readonly point: number;
}

/**
 * The number as text: a sign only where it is negative (infinities always have one). A `precision` of -1 means as many
 * digits as it takes to read the same number again.
 */
export function formatGoFloat(value: number, verb: FloatVerb, precision: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const size = Math.abs(value);
  switch (verb) {
    case "b":
      return sign + formatBinary(size);
    case "x":
      return sign + formatHexadecimal(size, precision);
    case "X":
      return sign + formatHexadecimal(size, precision).toUpperCase();
    case "f": {
      const digits = precision < 0 ? shortestDigits(size) : exactDigits(size);
      if (precision < 0) return sign + fixed(digits, Math.max(digits.digits.length - digits.point, 0));
      return sign + fixed(round(digits, digits.point + precision), precision);
    }
    case "e":
    case "E": {
      const digits = precision < 0 ? shortestDigits(size) : round(exactDigits(size), precision + 1);
      return sign + scientific(digits, precision < 0 ? digits.digits.length - 1 : precision, verb);
    }
    default:
      return sign + general(size, verb === "g" ? "e" : "E", precision);
  }
}

/** `%g`: without an exponent while that is short. */
function general(size: number, letter: "e" | "E", precision: number): string {
  const shortest = precision < 0;
  const digits = shortest ? shortestDigits(size) : round(exactDigits(size), Math.max(precision, 1));
  const count = digits.digits.length;
  let wanted = shortest ? count : Math.max(precision, 1);
  let limit = wanted > count && count >= digits.point ? count : wanted;
  if (shortest) limit = 6;
  const exponent = digits.point - 1;
  if (exponent < -4 || exponent >= limit) return scientific(digits, Math.min(wanted, count) - 1, letter);
  if (wanted > digits.point) wanted = count;
  return fixed(digits, Math.max(wanted - digits.point, 0));
}

function fixed(d: Decimal, precision: number): string {
  let text = d.point > 0 ? d.digits.slice(0, d.point).padEnd(d.point, "0") : "0";
  if (precision <= 0) return text;
  text += ".";
  const zeros = Math.min(Math.max(-d.point, 0), precision);
  const rest = d.digits.slice(Math.max(d.point, 0), Math.max(d.point + precision, 0));
  return text + ("0".repeat(zeros) + rest).padEnd(precision, "0");
}

function scientific(d: Decimal, precision: number, letter: "e" | "E"): string {
  const first = d.digits[0] ?? "0";
  const rest = precision > 0 ? `.${d.digits.slice(1, precision + 1).padEnd(precision, "0")}` : "";
  const exponent = d.digits === "" ? 0 : d.point - 1;
  return `${first}${rest}${letter}${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

/** The fewest digits that read as the same number. JavaScript and Go agree on them. */
function shortestDigits(size: number): Decimal {
  if (size === 0) return { digits: "", point: 0 };
  const [mantissa, exponent] = size.toExponential().split("e") as [string, string];
  return { digits: mantissa.replace(".", ""), point: Number(exponent) + 1 };
}

/** All digits of the number. */
function exactDigits(size: number): Decimal {
  if (size === 0) return { digits: "", point: 0 };
  const [mantissa, exponent] = split(size);
  // A fraction of two to the power of n has n decimal digits: m / 2^n = m · 5^n / 10^n.
  const whole = exponent >= 0 ? mantissa << BigInt(exponent) : mantissa * 5n ** BigInt(-exponent);
  const digits = whole.toString();
  return { digits: digits.replace(/0+$/, ""), point: digits.length + Math.min(exponent, 0) };
}

/** Rounded to `count` digits, half to even; trailing zeros cut. */
function round(d: Decimal, count: number): Decimal {
  if (count < 0) return { digits: "", point: 0 };
  if (count >= Math.min(d.digits.length, MAX_FRACTION + 400)) return d;
  const next = d.digits[count]!;
  const half = next === "5" && count + 1 === d.digits.length;
  const up = half ? count > 0 && Number(d.digits[count - 1]) % 2 === 1 : next >= "5";
  const kept = d.digits.slice(0, count);
  if (!up) {
    const digits = kept.replace(/0+$/, "");
    return digits === "" ? { digits, point: 0 } : { digits, point: d.point };
  }
  const raised = (BigInt(kept === "" ? "0" : kept) + 1n).toString();
  return { digits: raised.replace(/0+$/, ""), point: d.point + raised.length - count };
}

/** Mantissa of 53 bits (fewer below the normal numbers) and exponent of its last bit. */
function split(size: number): [mantissa: bigint, exponent: number] {
  const bits = new BigUint64Array(Float64Array.of(size).buffer)[0]!;
  const biased = Number(bits >> 52n);
  const fraction = bits & ((1n << 52n) - 1n);
  return biased === 0 ? [fraction, -MAX_FRACTION] : [fraction | (1n << 52n), biased - 1075];
}

function formatBinary(size: number): string {
  const [mantissa, exponent] = split(size);
  return `${mantissa}p${exponent >= 0 ? "+" : ""}${exponent}`;
}

function formatHexadecimal(size: number, precision: number): string {
  let [mantissa, exponent] = split(size);
  exponent += 52;
  if (mantissa === 0n) exponent = 0;
  mantissa <<= 8n;
  const one = 1n << 60n;
  for (; mantissa !== 0n && mantissa < one; exponent--) mantissa <<= 1n;
  if (precision >= 0 && precision < 15) {
    const drop = BigInt(60 - precision * 4);
    const rest = mantissa & ((1n << drop) - 1n);
    const half = 1n << (drop - 1n);
    mantissa >>= drop;
    if (rest > half || (rest === half && (mantissa & 1n) === 1n)) mantissa++;
    mantissa <<= drop;
    if (mantissa >= one << 1n) {
      mantissa >>= 1n;
      exponent++;
    }
  }
  const fraction = (mantissa & (one - 1n)).toString(16).padStart(15, "0");
  const shown = precision < 0 ? fraction.replace(/0+$/, "") : fraction.slice(0, precision).padEnd(precision, "0");
  const power = String(Math.abs(exponent)).padStart(2, "0");
  return `0x${mantissa >> 60n}${shown === "" ? "" : `.${shown}`}p${exponent < 0 ? "-" : "+"}${power}`;
}
