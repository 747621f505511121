/**
 * Go's `math.Exp` and `math.Log` on amd64, bit for bit, since the last digit of a power with a fraction shows. Go rounds once
 * where the processor multiplies and adds in one step, which JavaScript cannot: that step is exact here.
 */

const float = new Float64Array(1);
const bits = new BigUint64Array(float.buffer);

/** `value` is the whole number times two to the power of the exponent. Finite numbers only. */
function toExact(value: number): [whole: bigint, exponent: number] {
  float[0] = value;
  const raw = bits[0]!;
  const stored = Number((raw >> 52n) & 0x7ffn);
  const fraction = raw & 0xf_ffff_ffff_ffffn;
  const size = stored === 0 ? fraction : fraction | (1n << 52n);
  return [raw >> 63n === 0n ? size : -size, Math.max(stored, 1) - 1075];
}

/** `a * b + c`, rounded once. For finite numbers whose result is far from the smallest ones. */
function multiplyAdd(a: number, b: number, c: number): number {
  const [wholeA, exponentA] = toExact(a);
  const [wholeB, exponentB] = toExact(b);
  const [wholeC, exponentC] = toExact(c);
  const exponentP = exponentA + exponentB;
  const exponent = Math.min(exponentP, exponentC);
  let sum = ((wholeA * wholeB) << BigInt(exponentP - exponent)) + (wholeC << BigInt(exponentC - exponent));
  // To 64 bits; the lowest one says whether something was cut off. The conversion then rounds half to even.
  const size = (sum < 0n ? -sum : sum).toString(2).length;
  const cut = Math.max(0, size - 64);
  if (cut > 0) {
    const rest = sum & ((1n << BigInt(cut)) - 1n);
    sum >>= BigInt(cut);
    if (rest !== 0n) sum |= 1n;
  }
  return Number(sum) * 2 ** (exponent + cut);
}

const LN2_UPPER = 0.693147180559663;
const LN2_LOWER = 2.8235290563031577e-13;
/** Of the series, from the last term to the second. */
const TERMS = [
  0.0001984126984126984, 0.001388888888888889, 0.008333333333333333, 0.041666666666666664, 0.16666666666666666, 0.5, 1,
];

const roundHalfToEven = (value: number): number => {
  const down = Math.floor(value);
  const rest = value - down;
  return rest > 0.5 || (rest === 0.5 && down % 2 !== 0) ? down + 1 : down;
};

/** e to the power of `x`, for |x| below 700. */
export function exponential(x: number): number {
  const exponent = roundHalfToEven(x * Math.LOG2E);
  const reduced = multiplyAdd(-LN2_LOWER, exponent, multiplyAdd(-LN2_UPPER, exponent, x)) * 0.0625;
  let sum = 2.48015873015873e-5;
  for (const term of TERMS) sum = multiplyAdd(sum, reduced, term);
  let result = reduced * sum;
  for (let i = 0; i < 3; i++) result *= result + 2;
  return multiplyAdd(result + 2, result, 1) * 2 ** exponent;
}

const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

/** The natural logarithm of a finite number above zero. */
export function logarithm(x: number): number {
  float[0] = x;
  const raw = bits[0]!;
  let exponent = Number(raw >> 52n) - 1022;
  bits[0] = (raw & 0xf_ffff_ffff_ffffn) | (1022n << 52n);
  let fraction = float[0];
  if (fraction <= Math.SQRT1_2) {
    exponent--;
    fraction *= 2;
  }
  const f = fraction - 1;
  const s = f / (2 + f);
  const s2 = s * s;
  const s4 = s2 * s2;
  const odd =
    s2 * (0.6666666666666735 + s4 * (0.2857142874366239 + s4 * (0.1818357216161805 + s4 * 0.14798198605116586)));
  const even = s4 * (0.3999999999940942 + s4 * (0.22222198432149784 + s4 * 0.15313837699209373));
  const half = 0.5 * f * f;
  return exponent * LN2_HIGH - (half - (s * (half + (odd + even)) + exponent * LN2_LOW) - f);
}
