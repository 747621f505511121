/** Cardinality in words. */
import type { EntryStatistics, FieldStatistics } from "@sluice/engine";

/** `43 entries in 12 streams` */
export function describeStreams({ entries, streams }: EntryStatistics): string {
  const counted = (n: number, one: string, many: string) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
  return `${counted(entries, "entry", "entries")} in ${counted(streams, "stream", "streams")}`;
}

/** `1,000+` */
export const describeDistinct = ({ distinct, atLeast }: FieldStatistics): string =>
  `${distinct.toLocaleString("en")}${atLeast ? "+" : ""}`;
