/** Sizes and durations in the forms that only Promtail's and Prometheus' configurations have. */
import type { Nanos } from "@sluice/languages/base";

const SIZE = /^(\d+)\s*([a-z]*)$/i;
const MAX_SIZE = 2n ** 64n - 1n;
/** Powers of 1024 by the first letter of the unit. */
const LETTERS = "bkmgtpe";
const UNITS = /^(?:b|byte|[kmgtpe]b?|(?:kilo|mega|giga|tera|peta|exa)(?:bytes?)?)?$/;

/** A whole number of bytes with a binary unit, in any case (`64 kB`, `2M`); `Kb` are bits and refused. */
export function parseSize(text: string): bigint | undefined {
  const [, digits, unit] = SIZE.exec(text.trim()) ?? [];
  if (digits === undefined || unit === undefined || digits.length > 20 || /^[KMGTPE]b$/.test(unit)) return undefined;
  const lower = unit.toLowerCase();
  if (!UNITS.test(lower)) return undefined;
  const power = lower === "" ? 0 : LETTERS.indexOf(lower[0]!);
  const bytes = BigInt(digits) * 1024n ** BigInt(power);
  return bytes <= MAX_SIZE ? bytes : undefined;
}

const DURATION = /^(?:(\d+)y)?(?:(\d+)w)?(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?(?:(\d+)ms)?$/;
const SECOND = 1_000_000_000n;
const DAY = 86_400n * SECOND;
const UNIT_NANOS = [365n * DAY, 7n * DAY, DAY, 3600n * SECOND, 60n * SECOND, SECOND, SECOND / 1000n];
const MAX_NANOS = 2n ** 63n - 1n;

/** `1d12h`, `30s`, `0`: units from years down, each a whole number. */
export function parsePrometheusDuration(text: string): Nanos | undefined {
  if (text === "0") return 0n;
  const match = text === "" || text.length > 100 ? null : DURATION.exec(text);
  if (match === null) return undefined;
  const nanos = UNIT_NANOS.reduce((sum, unit, i) => sum + BigInt(match[i + 1] ?? 0) * unit, 0n);
  return nanos <= MAX_NANOS ? nanos : undefined;
}
