/** Bytes of lines: what an operator pays for. */
import type { StageCounts } from "@sluice/engine";
import { formatBytes } from "./units.ts";

/** Bytes of the lines that entered and left a stage or a pipeline. */
export interface Volume {
  readonly in: number;
  readonly out: number;
}

/** Of a pipeline whose stages, in their order, are at `paths`; undefined where nothing went through it. */
export function volumeOf(counts: Readonly<Record<string, StageCounts>>, paths: readonly string[]): Volume | undefined {
  const top = paths.filter((path) => !path.includes("."));
  const first = counts[top[0] ?? ""];
  if (first === undefined) return undefined;
  return { in: first.bytes_in, out: counts[top.at(-1)!]?.bytes_out ?? 0 };
}

/** `9.8 kB → 8.1 kB`; one size where nothing changed. */
export const formatVolume = ({ in: before, out }: Volume): string =>
  before === out ? formatBytes(before) : `${formatBytes(before)} → ${formatBytes(out)}`;

/** `9.8 kB → 8.1 kB, 17% less` */
export function describeVolume({ in: before, out }: Volume): string {
  const sizes = formatVolume({ in: before, out });
  const change = before === 0 ? 0 : Math.round(((out - before) / before) * 100);
  if (change === 0) return sizes;
  return `${sizes}, ${Math.abs(change)}% ${change < 0 ? "less" : "more"}`;
}
