/**
 * What happened to the entries at one stage, as parts of one bar whose full width is what entered the pipeline. The row
 * of a stage shows it; the inspector shows one stage of the selected entry.
 */
import type { StageCounts } from "@sluice/engine";
import { formatVolume, type Volume } from "../../text/volume.ts";

export type FlowKind = "changed" | "unchanged" | "missed" | "held" | "errors" | "dropped";

export interface FlowPart {
  readonly kind: FlowKind;
  readonly count: number;
}

export interface Flow {
  readonly in: number;
  readonly out: number;
  /** Bytes of the incoming and the outgoing lines. */
  readonly volume: Volume;
  /** Parts above zero, in the order of the bar; they add up to at most `in`. */
  readonly parts: readonly FlowPart[];
}

export function flowOf(counts: StageCounts | undefined): Flow {
  if (counts === undefined) return { in: 0, out: 0, volume: { in: 0, out: 0 }, parts: [] };
  const wanted: readonly FlowPart[] = [
    { kind: "dropped", count: counts.dropped },
    { kind: "errors", count: counts.errors },
    { kind: "held", count: counts.held },
    { kind: "missed", count: counts.missed },
    { kind: "changed", count: counts.changed },
    { kind: "unchanged", count: counts.unchanged },
    // The rest was merged or split, or was held and has left.
    { kind: counts.merged + counts.split > 0 ? "changed" : "unchanged", count: counts.in },
  ];
  // One entry may count as several of them; the bar shows it once, as the one that stands out most.
  let left = counts.in;
  const found = new Map<FlowKind, number>();
  for (const { kind, count } of wanted) {
    const taken = Math.min(left, count);
    left -= taken;
    found.set(kind, (found.get(kind) ?? 0) + taken);
  }
  const parts = FLOW_ORDER.map((kind) => ({ kind, count: found.get(kind)! })).filter(({ count }) => count > 0);
  return { in: counts.in, out: counts.out, volume: { in: counts.bytes_in, out: counts.bytes_out }, parts };
}

export const FLOW_ORDER: readonly FlowKind[] = ["changed", "unchanged", "missed", "held", "errors", "dropped"];

/** `48 in: 46 changed, 2 missed; 48 out; 12 kB → 9.6 kB of lines` */
export function describeFlow(flow: Flow): string {
  const parts = flow.parts.map(({ kind, count }) => `${count.toLocaleString("en")} ${kind}`).join(", ");
  const [into, out] = [flow.in, flow.out].map((count) => count.toLocaleString("en"));
  const volume = flow.volume.in + flow.volume.out === 0 ? "" : `; ${formatVolume(flow.volume)} of lines`;
  return `${into} in${parts === "" ? "" : `: ${parts}`}; ${out} out${volume}`;
}
