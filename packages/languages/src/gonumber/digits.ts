/**
 * Decimal digits of binary floating-point numbers: the exact expansion, rounding it, and the shortest digits that read
 * back as the same number. All loops are bounded by the size of a double (at most 1075 digits).
 */

/** The number `0.d1d2d3… × 10^point`; no trailing zeros, empty for zero. */
export interface Digits {
  readonly text: string;
  readonly point: number;
}

const trim = (text: string): string => text.replace(/0+$/, "");

/** All digits of `mantissa × 2^exponent` (mantissa above zero). */
export function exactDigits(mantissa: bigint, exponent: number): Digits {
  const digits = (exponent >= 0 ? mantissa << BigInt(exponent) : mantissa * 5n ** BigInt(-exponent)).toString();
  return { text: trim(digits), point: digits.length + Math.min(exponent, 0) };
}

/** The first `count` digits, rounded half to even. A negative count leaves the digits alone, as Go does. */
export function roundDigits(digits: Digits, count: number): Digits {
  const { text, point } = digits;
  if (count < 0 || count >= text.length) return digits;
  const next = text.charCodeAt(count);
  const half = next === 0x35 && count + 1 === text.length;
  const up = half ? count > 0 && text.charCodeAt(count - 1) % 2 === 1 : next >= 0x35;
  const head = text.slice(0, count);
  if (!up) {
    const kept = trim(head);
    return { text: kept, point: kept === "" ? 0 : point };
  }
  const kept = head.replace(/9+$/, "");
  if (kept === "") return { text: "1", point: point + 1 };
  return { text: kept.slice(0, -1) + String.fromCharCode(kept.charCodeAt(kept.length - 1) + 1), point };
}

/** Shortest digits of a finite double above zero. */
export function shortestDigits64(value: number): Digits {
  const text = value.toExponential();
  const mark = text.indexOf("e");
  const mantissa = text.slice(0, mark).replace(".", "");
  return { text: trim(mantissa), point: Number(text.slice(mark + 1)) + 1 };
}

/** Shortest digits of a 32-bit float `mantissa × 2^exponent` above zero, by exact arithmetic on its rounding interval. */
export function shortestDigits32(
  mantissa: bigint,
  exponent: number,
  mantissaBits: number,
  minExponent: number,
): Digits {
  // Everything in quarters of the last place, so that half-way points are whole numbers.
  const scale = exponent - 2;
  const up = (n: bigint): bigint => (scale >= 0 ? n << BigInt(scale) : n);
  const unit = scale >= 0 ? 1n : 1n << BigInt(-scale);
  const value = up(mantissa * 4n);
  const high = up(mantissa * 4n + 2n);
  const atPower = mantissa === 1n << BigInt(mantissaBits) && exponent > minExponent;
  const low = up(mantissa * 4n - (atPower ? 1n : 2n));
  const inclusive = mantissa % 2n === 0n;
  const { point, text } = exactDigits(mantissa, exponent);
  for (let count = 1; count < text.length; count++) {
    const power = point - count;
    const ten = 10n ** BigInt(Math.abs(power));
    const times = power >= 0 ? 1n : ten;
    const step = power >= 0 ? ten * unit : unit;
    const floor = (value * times) / step;
    const fits = (n: bigint): boolean => {
      const at = n * step;
      return inclusive ? at >= low * times && at <= high * times : at > low * times && at < high * times;
    };
    const down = fits(floor);
    const upward = fits(floor + 1n);
    if (!down && !upward) continue;
    const above = (floor + 1n) * step - value * times;
    const below = value * times - floor * step;
    const takeUp = upward && (!down || above < below || (above === below && floor % 2n === 1n));
    const digits = (takeUp ? floor + 1n : floor).toString();
    return { text: trim(digits), point: point + digits.length - count };
  }
  return { text, point };
}
