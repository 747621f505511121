/** What leaves a preview, summed up: what is stored, and what it costs. */
import { utf8Length } from "@sluice/languages/base";
import type { LabelSet } from "../base/label-set.ts";
import type { Preview } from "../preview/preview.ts";

export interface OutputTotals {
  readonly entries: number;
  /** Of the lines. */
  readonly bytes: number;
  /** Different sets of labels. */
  readonly streams: number;
}

export function outputTotals({ outputs }: Preview): OutputTotals {
  const streams = new Set<LabelSet>();
  let bytes = 0;
  for (const { entry } of outputs) {
    bytes += utf8Length(entry.line);
    streams.add(entry.labels);
  }
  return { entries: outputs.length, bytes, streams: streams.size };
}
