/**
 * Sizes as Alloy reads them (`units.Base2Bytes` of github.com/alecthomas/units): the multiples of `B` are powers of
 * 1024 whether written `KiB` or `KB`, the lower-case `kB` is refused, and a number needs a unit. Within one text either
 * all units are the binary ones or all are the short ones: `1KiB512B` is fine, `1KiB1KB` is not.
 */
export type ByteSizeResult =
  | { readonly ok: true; readonly bytes: bigint }
  | { readonly ok: false; readonly message: string };

const PREFIXES = ["K", "M", "G", "T", "P", "E"] as const;

const unitMap = (suffix: string): ReadonlyMap<string, number> =>
  new Map([["B", 1], ...PREFIXES.map((prefix, i): [string, number] => [prefix + suffix, 1024 ** (i + 1)])]);

const BINARY_UNITS = unitMap("iB");
const SHORT_UNITS = unitMap("B");
const LIMIT = 1n << 63n;
const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

/** Parses a size; the message is the one of the library (`units: unknown unit kB in 8kB`). */
export function parseByteSize(text: string): ByteSizeResult {
  const binary = parseUnits(text, BINARY_UNITS);
  return binary.ok ? binary : parseUnits(text, SHORT_UNITS);
}

/** A size as the library prints it, `1KiB512B`; `0B` for zero. Exactly one Kibibyte is `1KiB`. */
export function formatByteSize(bytes: bigint): string {
  const parts: string[] = [];
  const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
  let rest = bytes;
  for (const [i, unit] of units.entries()) {
    const part = rest % 1024n;
    if (part !== 0n || (i === 0 && rest === 0n)) parts.unshift(`${part}${unit}`);
    rest /= 1024n;
    if (rest === 0n) break;
  }
  return parts.join("");
}

function parseUnits(text: string, units: ReadonlyMap<string, number>): ByteSizeResult {
  let i = 0;
  let negative = false;
  let total = 0;
  if (text[0] === "-" || text[0] === "+") {
    negative = text[0] === "-";
    i = 1;
  }
  if (text.length - i === 1 && text[i] === "0") return { ok: true, bytes: 0n };
  if (i === text.length) return invalid(text);
  while (i < text.length) {
    const first = text.charCodeAt(i);
    if (first !== 0x2e && !isDigit(first)) return invalid(text);
    const whole = readDigits(text, i);
    if (whole === undefined) return invalid(text);
    let digits = whole.end > i;
    let value = Number(whole.value);
    i = whole.end;
    if (i < text.length && text.charCodeAt(i) === 0x2e) {
      const start = i + 1;
      const fraction = readDigits(text, start);
      if (fraction === undefined) return invalid(text);
      i = fraction.end;
      // Multiplied up step by step, as the library does, so that the rounding is the same.
      let scale = 1;
      for (let n = i - start; n > 0; n--) scale *= 10;
      value += Number(fraction.value) / scale;
      if (i > start) digits = true;
    }
    if (!digits) return invalid(text);
    const unitStart = i;
    while (i < text.length && text.charCodeAt(i) !== 0x2e && !isDigit(text.charCodeAt(i))) i++;
    const name = text.slice(unitStart, i);
    const unit = units.get(name);
    if (unit === undefined) return { ok: false, message: `units: unknown unit ${name} in ${text}` };
    total += value * unit;
  }
  if (negative) total = -total;
  if (!(total >= -(2 ** 63) && total <= 2 ** 63)) return { ok: false, message: "units: overflow parsing unit" };
  // 2^63 itself passes the library's check, being equal to its limit in floating point, and saturates downwards.
  const bytes = BigInt(Math.trunc(total));
  return { ok: true, bytes: bytes >= LIMIT ? -LIMIT : bytes };
}

/** The digits from `start` on; `undefined` when the library calls them too large. */
function readDigits(text: string, start: number): { value: bigint; end: number } | undefined {
  let value = 0n;
  let end = start;
  for (; end < text.length && isDigit(text.charCodeAt(end)); end++) {
    if (value >= (LIMIT - 10n) / 10n) return undefined;
    value = value * 10n + BigInt(text.charCodeAt(end) - 0x30);
  }
  return { value, end };
}

function invalid(text: string): ByteSizeResult {
  return { ok: false, message: `units: invalid ${text}` };
}
