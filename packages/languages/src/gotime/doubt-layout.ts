/** What is doubtful about a format of `stage.timestamp`. Most are plain layouts, for which the rest need not be loaded. */
import { doubts } from "#parts/gotime/doubts";
import type { ChunkKind } from "./chunk.ts";
import { dayBeforeMonth } from "./day-order.ts";
import { compileLayout } from "./layout.ts";
import type { LayoutDoubt } from "./layout-doubts.ts";
import { isFixedFormat } from "./loki-timestamp.ts";

/** Undefined where nothing is. */
export const doubtLayout = (format: string): LayoutDoubt | undefined =>
  isFixedFormat(format) || isPlain(format) ? undefined : doubts().doubtLayout(format);

const MONTHS: readonly ChunkKind[] = ["LongMonth", "Month", "NumMonth", "ZeroMonth"];
const DAYS: readonly ChunkKind[] = ["Day", "UnderDay", "ZeroDay"];
/** Those that nobody doubts beside a month and a day, each once. */
const OTHERS: readonly (readonly ChunkKind[])[] = [
  ["LongWeekDay", "WeekDay"],
  ["Hour"],
  ["Minute", "ZeroMinute"],
  ["Second", "ZeroSecond"],
  ["LongYear", "Year"],
  ["TZ"],
  ["Offset"],
  ["FracSecond0", "FracSecond9"],
];
const MAX_LENGTH = 200;

/** A month, a day and other parts of a time, each once, with nothing but punctuation between, or a `T`. */
function isPlain(format: string): boolean {
  if (format.length > MAX_LENGTH) return false;
  const { chunks, tail } = compileLayout(format);
  const count = (kinds: readonly ChunkKind[]) => chunks.filter(({ kind }) => kinds.includes(kind)).length;
  if (count(MONTHS) !== 1 || count(DAYS) !== 1 || dayBeforeMonth(chunks) !== undefined) return false;
  const others = OTHERS.map(count);
  if (others.some((one) => one > 1)) return false;
  if (others.reduce((sum, one) => sum + one, 2) !== chunks.length) return false;
  return chunks.every(({ prefix }) => /^(?:[^A-Za-z0-9]*|T)$/.test(prefix)) && /^[^A-Za-z0-9]*$/.test(tail);
}
