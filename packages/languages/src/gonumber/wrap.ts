/** Integers of 64 bits that wrap around, as Go's do. */

/** The low 64 bits, signed. */
export function wrapInt64(value: bigint): bigint {
  return BigInt.asIntN(64, value);
}

/** The low 64 bits, unsigned. */
export function wrapUint64(value: bigint): bigint {
  return BigInt.asUintN(64, value);
}

/**
 * Go's `int64(f)` on amd64: cut towards zero; what does not fit (and NaN) becomes -2^63.
 */
export function floatToInt64(value: number): bigint {
  if (!(value >= -(2 ** 63) && value < 2 ** 63)) return -(1n << 63n);
  return BigInt(Math.trunc(value));
}
