/** A duration or a size in words. */
import { parseByteSize, parseDuration } from "@sluice/languages/goduration";
import { counted } from "../../../core/text/counted.ts";

const UNITS: readonly (readonly [nanos: bigint, one: string])[] = [
  [3_600_000_000_000n, "hour"],
  [60_000_000_000n, "minute"],
  [1_000_000_000n, "second"],
  [1_000_000n, "millisecond"],
  [1_000n, "microsecond"],
  [1n, "nanosecond"],
];
const DAY = 24n;

/** `1 minute 30 seconds`; undefined if `text` is not a duration. */
export function durationInWords(text: string): string | undefined {
  const parsed = parseDuration(text);
  if (!parsed.ok) return undefined;
  if (parsed.nanos === 0n) return "zero";
  const negative = parsed.nanos < 0n;
  let rest = negative ? -parsed.nanos : parsed.nanos;
  const words: string[] = [];
  for (const [unit, one] of UNITS) {
    let count = rest / unit;
    rest %= unit;
    if (one === "hour" && count >= 2n * DAY) {
      words.push(counted(count / DAY, "day"));
      count %= DAY;
    }
    if (count > 0n) words.push(counted(count, one));
  }
  return `${negative ? "minus " : ""}${words.join(" ")}`;
}

/** `8,192 bytes`; undefined if `text` is not a size. */
export function sizeInWords(text: string): string | undefined {
  const parsed = parseByteSize(text);
  return parsed.ok ? counted(parsed.bytes, "byte") : undefined;
}
