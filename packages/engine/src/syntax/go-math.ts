/**
 * Go's `math.Pow`. JavaScript's `**` may differ from it in the last bit, which shows in printed floats, so the algorithm
 * is the same: whole powers by successive squaring of the fraction, the exponent apart. Powers with a fraction go through
 * Go's own `exp` and `log`.
 */
import { exponential, logarithm } from "./go-exp.ts";

const float = new Float64Array(1);
const bits = new BigUint64Array(float.buffer);

/** `value` as a fraction in [½, 1) and a power of two. Not for zero, infinities and NaN. */
function splitFloat(value: number): [fraction: number, exponent: number] {
  let scaled = value;
  let exponent = 0;
  if (Math.abs(value) < 2 ** -1022) {
    scaled = value * 2 ** 52;
    exponent = -52;
  }
  float[0] = scaled;
  const raw = bits[0]!;
  exponent += Number((raw >> 52n) & 0x7ffn) - 1022;
  bits[0] = (raw & ~(0x7ffn << 52n)) | (1022n << 52n);
  return [float[0], exponent];
}

/** `fraction` times two to the power of `exponent`, rounded once. */
function joinFloat(fraction: number, exponent: number): number {
  if (fraction === 0 || !Number.isFinite(fraction)) return fraction;
  const [part, more] = splitFloat(fraction);
  const power = exponent + more;
  if (power > 1024) return part < 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (power < -1075) return part < 0 ? -0 : 0;
  // Two steps keep every factor a normal number; only the last one can round.
  return power > 1000
    ? part * 2 ** 1000 * 2 ** (power - 1000)
    : power < -1000
      ? part * 2 ** -1000 * 2 ** (power + 1000)
      : part * 2 ** power;
}

const isOddInteger = (value: number): boolean =>
  Math.abs(value) < 2 ** 53 && value % 2 !== 0 && Number.isInteger(value);

/** `x` to the power of `y`, with Go's special cases. */
export function power(x: number, y: number): number {
  if (y === 0 || x === 1) return 1;
  if (y === 1) return x;
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  const infinity = Number.POSITIVE_INFINITY;
  if (x === 0) {
    const negative = Object.is(x, -0) && isOddInteger(y);
    if (y < 0) return negative ? -infinity : infinity;
    return negative ? x : 0;
  }
  if (Math.abs(y) === infinity) {
    if (x === -1) return 1;
    return Math.abs(x) < 1 === y > 0 ? 0 : infinity;
  }
  if (x === -infinity) return power(-0, -y);
  if (x === infinity) return y < 0 ? 0 : infinity;
  if (y === 0.5) return Math.sqrt(x);
  if (y === -0.5) return 1 / Math.sqrt(x);
  return powerOfFinite(x, y);
}

function powerOfFinite(x: number, y: number): number {
  let whole = Math.trunc(Math.abs(y));
  let part = Math.abs(y) - whole;
  if (part !== 0 && x < 0) return Number.NaN;
  if (whole >= 2 ** 63) {
    if (x === -1) return 1;
    return Math.abs(x) < 1 === y > 0 ? 0 : Number.POSITIVE_INFINITY;
  }
  let fraction = 1;
  let exponent = 0;
  if (part !== 0) {
    if (part > 0.5) {
      part--;
      whole++;
    }
    fraction = exponential(part * logarithm(x));
  }
  let [square, squareExponent] = splitFloat(x);
  for (let rest = BigInt(whole); rest !== 0n; rest >>= 1n) {
    if (Math.abs(squareExponent) > 4096) {
      exponent += squareExponent;
      break;
    }
    if (rest & 1n) {
      fraction *= square;
      exponent += squareExponent;
    }
    square *= square;
    squareExponent *= 2;
    if (square < 0.5) {
      square += square;
      squareExponent--;
    }
  }
  return y < 0 ? joinFloat(1 / fraction, -exponent) : joinFloat(fraction, exponent);
}
