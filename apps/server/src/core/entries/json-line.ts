/** An entry as one line of JSON: `labels`, `line`, `timestamp` and `structured_metadata`, which samples are read from. */
import { formatJsonLines, formatRfc3339, toWellFormedData } from "@sluice/engine";
import type { LogContent } from "./receiver.ts";

export const jsonLineOf = ({ labels, line, timestamp, metadata }: LogContent): string =>
  formatJsonLines([
    toWellFormedData({
      labels: labels.toRecord(),
      line,
      timestamp: formatRfc3339(timestamp),
      metadata: metadata.length === 0 ? undefined : metadata,
    }),
  ]);
