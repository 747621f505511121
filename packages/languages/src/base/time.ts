/** Nanoseconds since 1970-01-01T00:00:00Z, or a duration in nanoseconds. Exact. */
export type Nanos = bigint;

export const MICROSECOND = 1_000n;
export const MILLISECOND = 1_000_000n;
export const SECOND = 1_000_000_000n;
export const MINUTE = 60n * SECOND;
export const HOUR = 60n * MINUTE;
export const DAY = 24n * HOUR;

/** The time or duration of so many milliseconds, without a part of one. */
export const nanosOf = (milliseconds: number): Nanos => BigInt(Math.floor(milliseconds)) * MILLISECOND;

/** Floor division: `floorDiv(-1n, 1000n)` is `-1n`. */
export function floorDiv(a: bigint, b: bigint): bigint {
  const q = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? q - 1n : q;
}

const RFC3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,9})\d*)?(?:([Zz])|([+-])(\d{2}):(\d{2}))$/;

/** Parses an RFC 3339 instant with up to nine digits of fraction; `undefined` when it is not one. */
export function parseRfc3339(text: string): Nanos | undefined {
  const m = RFC3339.exec(text);
  if (!m) return undefined;
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((i) => Number(m[i])) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const zoneHour = Number(m[10] ?? 0);
  const zoneMinute = Number(m[11] ?? 0);
  if (month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59 || zoneHour > 23 || zoneMinute > 59)
    return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  date.setUTCHours(hour, minute, second);
  const zone = BigInt((m[9] === "-" ? -1 : 1) * (zoneHour * 60 + zoneMinute)) * MINUTE;
  return BigInt(date.getTime()) * MILLISECOND + BigInt((m[7] ?? "0").padEnd(9, "0")) - zone;
}

/**
 * An instant in UTC with as many fraction digits as it needs: `2026-01-15T08:00:00.012Z`. Years outside 0–9999 are written
 * with a sign and six digits; beyond JavaScript's dates (some 270,000 years) the seconds since 1970 replace date and time.
 */
export function formatRfc3339(at: Nanos): string {
  const seconds = floorDiv(at, SECOND);
  const nanos = at - seconds * SECOND;
  const millis = Number(seconds) * 1000;
  const base =
    Number.isFinite(millis) && Math.abs(millis) <= 8.64e15
      ? new Date(millis).toISOString().slice(0, -5)
      : `${seconds}s`;
  if (nanos === 0n) return `${base}Z`;
  return `${base}.${nanos.toString().padStart(9, "0").replace(/0+$/, "")}Z`;
}
