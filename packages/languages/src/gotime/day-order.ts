/** A year, a day and a month in numbers, in this order: nobody writes dates like that. */
import type { Chunk } from "./chunk.ts";

/** Where the day is among `chunks`; the month is the next one. Undefined where the order is another. */
export function dayBeforeMonth(chunks: readonly Pick<Chunk, "kind" | "prefix">[]): number | undefined {
  const at = chunks.findIndex(
    ({ kind }, i) =>
      (kind === "ZeroDay" || kind === "Day") &&
      chunks[i - 1]?.kind === "LongYear" &&
      (chunks[i + 1]?.kind === "ZeroMonth" || chunks[i + 1]?.kind === "NumMonth") &&
      chunks[i]!.prefix === chunks[i + 1]!.prefix,
  );
  return at < 0 ? undefined : at;
}
