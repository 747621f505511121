/** The metrics of a component with a pipeline, besides those of its stages: where its entries are. */
import type { Balance, MetricFamily } from "@sluice/engine";

interface Counts extends Balance {
  readonly queued: number;
  readonly outgoing: number;
}

export function entryFamilies(name: string, counts: Counts): readonly MetricFamily[] {
  const { in: entered, out, dropped, held, emitted, queued, outgoing } = counts;
  const family = (suffix: string, help: string, type: "counter" | "gauge", value: number): MetricFamily => ({
    name: name + suffix,
    help,
    type,
    samples: [{ suffix: "", labels: [], value }],
  });
  return [
    family("entries_in_total", "Entries that entered the stages", "counter", entered),
    family("entries_out_total", "Input entries that have left the stages, at least in part passed on", "counter", out),
    family("entries_dropped_total", "Input entries that have left the stages, all of them dropped", "counter", dropped),
    family("entries_held", "Input entries that the stages hold", "gauge", held),
    family("entries_emitted_total", "Entries passed on, after merges and splits", "counter", emitted),
    family("entries_queued", "Entries waiting to enter the stages", "gauge", queued),
    family("entries_outgoing", "Processed entries waiting until the next component has room", "gauge", outgoing),
  ];
}
