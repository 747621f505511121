/** Cardinality in words. */
import type { EntryStatistics, FieldStatistics } from "@sluice/engine";
import { counted } from "../../core/text/counted.ts";

/** `43 entries in 12 streams` */
export function describeStreams({ entries, streams }: EntryStatistics): string {
  return `${counted(entries, "entry", "entries")} in ${counted(streams, "stream", "streams")}`;
}

/** `1,000+` */
export const describeDistinct = ({ distinct, atLeast }: FieldStatistics): string =>
  `${distinct.toLocaleString("en")}${atLeast ? "+" : ""}`;
