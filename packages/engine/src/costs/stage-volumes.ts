/**
 * What each stage takes in and lets out, read from the recorded steps: with metadata, as the totals have it, while the counts of
 * a preview are about lines. So the changes of the outermost stages add up to that of the whole pipeline.
 */
import type { StageNode } from "../pipeline/stage-spec.ts";
import type { Preview } from "../preview/preview.ts";
import { Gauge, type Volume } from "./volume.ts";

export interface StageVolume {
  readonly path: string;
  readonly name: string;
  readonly in: Volume;
  readonly out: Volume;
}

interface Bytes {
  in: number;
  out: number;
}

/** Samples whose steps are read at once. */
const STEP = 200;

export function* stageVolumes(
  stages: readonly StageNode[],
  preview: Preview,
  samples: number,
): Generator<undefined, StageVolume[]> {
  const counts = preview.counts();
  const bytes = yield* stageBytes(preview, samples);
  const list = (nodes: readonly StageNode[]): StageVolume[] =>
    nodes.flatMap(({ path, spec, children }) => {
      const one = counts.get(path);
      if (one === undefined) return [];
      const of = bytes.get(path) ?? { in: 0, out: 0 };
      const volume = {
        path,
        name: spec.name,
        in: { entries: one.in, bytes: of.in },
        out: { entries: one.out, bytes: of.out },
      };
      return [volume, ...list(children)];
    });
  return list(stages);
}

function* stageBytes(preview: Preview, samples: number): Generator<undefined, Map<string, Bytes>> {
  const gauge = new Gauge();
  const found = new Map<string, Bytes>();
  /** Several samples share the step that joins them. */
  const seen = new Set<number>();
  for (let sample = 0; sample < samples; sample++) {
    if (sample % STEP === 0) yield;
    for (const { sequence, path, before, emitted } of preview.stepsOf(sample)) {
      if (seen.has(sequence)) continue;
      seen.add(sequence);
      let one = found.get(path);
      if (one === undefined) {
        one = { in: 0, out: 0 };
        found.set(path, one);
      }
      if (before !== undefined) one.in += gauge.bytesOf(before);
      for (const left of emitted) one.out += gauge.bytesOf(left);
    }
  }
  return found;
}
