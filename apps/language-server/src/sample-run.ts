/**
 * Counts of samples at each stage, worked out in slices between which requests are answered. A run ends when the text
 * changes.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  DEFAULT_SEED,
  findSampleProblems,
  type GraphFlow,
  type OpenedDocument,
  previewGraph,
  type Sample,
  type StageCounts,
  type StageHost,
  type StageNote,
  stageNotes,
} from "@sluice/engine";

/** Of one slice. Milliseconds. */
const SLICE = 10;
/** Of all slices of a run together. Milliseconds. */
const MAX_TIME = 10_000;
/** Entries between two looks at the time. */
const BATCH = 10;

export interface RunEnv {
  /** The host of the stages of each pipeline. */
  readonly host: StageHost;
  /** Milliseconds, and nanoseconds since 1970. */
  readonly now: () => number;
  readonly start: bigint;
  /** Nobody wants it any more. */
  readonly gone: () => boolean;
}

export type RunResult =
  | { readonly kind: "notes"; readonly notes: readonly StageNote[] }
  | { readonly kind: "gone" }
  | { readonly kind: "too long"; readonly seconds: number };

export async function runSamples(
  document: OpenedDocument,
  samples: readonly Sample[],
  { host, now, start, gone }: RunEnv,
): Promise<RunResult> {
  const counts = new Map<string, ReadonlyMap<string, StageCounts>>();
  const problems: StageNote[] = [];
  const steps = previewGraph(document, samples, {
    start,
    seed: DEFAULT_SEED,
    host,
    batch: BATCH,
    counted(id, found, doubts) {
      counts.set(id, found);
      const { stages } = document.pipelines.find((one) => one.id === id)!;
      for (const { span, message } of findSampleProblems(stages, document.file, doubts, []))
        if (span !== undefined) problems.push({ span, text: message });
    },
  });
  let spent = 0;
  for (;;) {
    const began = now();
    let flow: GraphFlow | undefined;
    do {
      const step = steps.next();
      if (step.done) flow = step.value;
    } while (flow === undefined && now() - began < SLICE);
    if (flow !== undefined) return { kind: "notes", notes: [...stageNotes(document, flow, counts), ...problems] };
    spent += now() - began;
    if (spent > MAX_TIME) return { kind: "too long", seconds: MAX_TIME / 1000 };
    await nextTurn();
    if (gone()) return { kind: "gone" };
  }
}
