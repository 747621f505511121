/**
 * Go's `time.ParseDuration` and `Duration.String`, with Go's error texts and Go's rounding: fractions are scaled in
 * 64-bit floating point and cut, so `0.1ns` is zero and `1.000000001h` has the nanoseconds that Go gives it.
 */
import type { Nanos } from "../base/time.ts";
import { quoteTime } from "./quote.ts";

export type DurationResult =
  | { readonly ok: true; readonly nanos: Nanos }
  | { readonly ok: false; readonly message: string };

/** Nanoseconds per unit; both micro signs (U+00B5 and U+03BC) count. */
const UNITS: ReadonlyMap<string, bigint> = new Map([
  ["ns", 1n],
  ["us", 1_000n],
  ["\u00b5s", 1_000n],
  ["\u03bcs", 1_000n],
  ["ms", 1_000_000n],
  ["s", 1_000_000_000n],
  ["m", 60_000_000_000n],
  ["h", 3_600_000_000_000n],
]);

const LIMIT = 1n << 63n;
const FRACTION_LIMIT = (LIMIT - 1n) / 10n;

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

/**
 * Parses a Go duration: a possibly signed sequence of decimal numbers, each with an optional fraction and a unit
 * (`ns`, `us`, `ms`, `s`, `m`, `h`), or `0`. The message is Go's (`time: invalid duration "x"`).
 */
export function parseDuration(text: string): DurationResult {
  let total = 0n;
  let i = 0;
  let negative = false;
  if (text[0] === "-" || text[0] === "+") {
    negative = text[0] === "-";
    i = 1;
  }
  if (text.length - i === 1 && text[i] === "0") return { ok: true, nanos: 0n };
  if (i === text.length) return invalid(text);
  while (i < text.length) {
    const first = text.charCodeAt(i);
    if (first !== 0x2e && !isDigit(first)) return invalid(text);
    const wholeStart = i;
    while (i < text.length && isDigit(text.charCodeAt(i))) i++;
    let whole = readWhole(text, wholeStart, i);
    if (whole === undefined) return invalid(text);
    let digits = i > wholeStart;
    let fraction = 0n;
    let scale = 1;
    if (i < text.length && text.charCodeAt(i) === 0x2e) {
      const start = ++i;
      let full = false;
      for (; i < text.length && isDigit(text.charCodeAt(i)); i++) {
        // Digits beyond what fits 63 bits are read and ignored.
        if (full) continue;
        if (fraction > FRACTION_LIMIT) {
          full = true;
          continue;
        }
        const next = fraction * 10n + BigInt(text.charCodeAt(i) - 0x30);
        if (next > LIMIT) {
          full = true;
          continue;
        }
        fraction = next;
        scale *= 10;
      }
      if (i > start) digits = true;
    }
    if (!digits) return invalid(text);
    const unitStart = i;
    while (i < text.length && text.charCodeAt(i) !== 0x2e && !isDigit(text.charCodeAt(i))) i++;
    if (i === unitStart) return { ok: false, message: `time: missing unit in duration ${quoteTime(text)}` };
    const name = text.slice(unitStart, i);
    const unit = UNITS.get(name);
    if (unit === undefined)
      return { ok: false, message: `time: unknown unit ${quoteTime(name)} in duration ${quoteTime(text)}` };
    if (whole > LIMIT / unit) return invalid(text);
    whole *= unit;
    if (fraction > 0n) {
      whole += BigInt(Math.trunc(Number(fraction) * (Number(unit) / scale)));
      if (whole > LIMIT) return invalid(text);
    }
    total += whole;
    if (total > LIMIT) return invalid(text);
  }
  if (negative) return { ok: true, nanos: -total };
  if (total > LIMIT - 1n) return invalid(text);
  return { ok: true, nanos: total };
}

/** Digits as an unsigned number of at most 2^63, or `undefined`; leading zeros do not count towards the size. */
function readWhole(text: string, start: number, end: number): bigint | undefined {
  let from = start;
  while (from < end && text.charCodeAt(from) === 0x30) from++;
  if (from === end) return 0n;
  if (end - from > 19) return undefined;
  const value = BigInt(text.slice(from, end));
  return value > LIMIT ? undefined : value;
}

function invalid(text: string): DurationResult {
  return { ok: false, message: `time: invalid duration ${quoteTime(text)}` };
}

/**
 * A duration as Go prints it: `72h3m0.5s`, `1.5ms`, `0s`. Leading zero units are left out, trailing zeros of the
 * fraction too; below one second a smaller unit is used (`µs` with U+00B5).
 */
export function formatDuration(nanos: Nanos): string {
  const negative = nanos < 0n;
  const size = negative ? -nanos : nanos;
  const sign = negative ? "-" : "";
  if (size === 0n) return "0s";
  if (size < 1_000n) return `${sign}${size}ns`;
  if (size < 1_000_000n) return `${sign}${decimal(size, 3)}\u00b5s`;
  if (size < 1_000_000_000n) return `${sign}${decimal(size, 6)}ms`;
  const minutes = size / 60_000_000_000n;
  const seconds = `${decimal(size % 60_000_000_000n, 9)}s`;
  if (minutes === 0n) return sign + seconds;
  const hours = minutes / 60n;
  return hours === 0n ? `${sign}${minutes}m${seconds}` : `${sign}${hours}h${minutes % 60n}m${seconds}`;
}

/** `value / 10^places` in decimal, without trailing zeros. */
function decimal(value: bigint, places: number): string {
  const digits = value.toString().padStart(places + 1, "0");
  const fraction = digits.slice(-places).replace(/0+$/, "");
  const whole = digits.slice(0, -places);
  return fraction === "" ? whole : `${whole}.${fraction}`;
}
