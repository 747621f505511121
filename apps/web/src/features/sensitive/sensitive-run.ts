/**
 * Sensitive data of a run, in the worker: what its samples and its outputs contain, and a redaction tried on the samples. Gives
 * way to newer runs between pieces.
 */
import {
  findSensitive,
  type PlannedRedaction,
  type PrivateKind,
  planRedaction,
  type Sample,
  type SensitiveReport,
  SensitiveScan,
} from "@sluice/engine";
import type { SensitiveRun, TriedRedaction } from "../../core/model/sensitive-run.ts";
import { keepLastOpened } from "../../core/workers/analyze.ts";
import type { Running } from "../../core/workers/execute.ts";

/** Samples between two looks for messages: some ten milliseconds. */
const PIECE = 100;
/** Samples after which there is an answer, the last or not. */
const SLICE = 2000;
/** Samples that a redaction is tried on. Of more, those with a finding and some of the others. */
const MAX_TRIED = 20_000;

/** Searches the samples of a run, and what left of them, in slices: each goes on where the one before ended. */
export class SensitiveSearch {
  readonly #running: Running;
  readonly #inside = new SensitiveScan();
  readonly #leaving = new SensitiveScan();
  #samples = 0;
  #outputs = 0;

  constructor(running: Running) {
    this.#running = running;
  }

  get running(): Running {
    return this.#running;
  }

  /** What was found up to here; undefined when the answer is not wanted any more. */
  async goOn(isWanted: () => Promise<boolean>): Promise<SensitiveRun | undefined> {
    const { samples, sampleIds, preview } = this.#running;
    const until = Math.min(this.#samples + SLICE, samples.length);
    while (this.#samples < until) {
      this.#search(Math.min(this.#samples + PIECE, until));
      if (!(await isWanted())) return undefined;
    }
    // Stages can make several entries of one.
    const { outputs } = preview;
    while (this.#samples === samples.length && this.#outputs < outputs.length) {
      this.#searchOutputs(this.#outputs + PIECE);
      if (!(await isWanted())) return undefined;
    }
    return {
      samples: withIds(this.#inside.report(), sampleIds),
      leaving: withIds(this.#leaving.report(), sampleIds),
      searched: this.#samples,
      of: samples.length,
    };
  }

  /** Samples up to `to`, and about as many of what left. */
  #search(to: number): void {
    const { samples } = this.#running;
    for (; this.#samples < to; this.#samples++) {
      const { line, labels, metadata } = samples[this.#samples]!;
      this.#inside.add(this.#samples, { line, labels: Object.entries(labels), metadata });
    }
    this.#searchOutputs(to);
  }

  #searchOutputs(to: number): void {
    const { outputs } = this.#running.preview;
    for (; this.#outputs < Math.min(to, outputs.length); this.#outputs++) {
      const { entry } = outputs[this.#outputs]!;
      this.#leaving.add(entry.origins[0] ?? 0, entry);
    }
  }
}

/** Entries by the ids of their samples, which stay when samples are added or removed. */
const withIds = (report: SensitiveReport, ids: readonly number[]): SensitiveReport => ({
  ...report,
  kinds: report.kinds.map((kind) => ({ ...kind, indexes: kind.indexes.flatMap((index) => ids[index] ?? []) })),
});

export function redactionOfRun(
  { samples, text, pipeline, options }: Running,
  kinds: readonly PrivateKind[],
): TriedRedaction {
  const open = keepLastOpened();
  const wanted = new Set(kinds);
  const tried = chooseTried(samples, wanted);
  const planned: PlannedRedaction = planRedaction({
    document: open(text),
    open,
    pipeline,
    samples: tried,
    kinds: wanted,
    preview: options,
  });
  if (!planned.ok) return planned;
  const { text: made, redaction, after, changed, otherwise, left } = planned;
  return {
    ok: true,
    of: text,
    text: made,
    code: redaction.code,
    rules: redaction.rules.map(({ kinds: of, fields, others }) => ({ kinds: of, fields, others })),
    stays: redaction.stays.map(({ kind, field, count }) => ({ kind, field, count })),
    after,
    changed,
    otherwise: otherwise.length,
    left: left.kinds,
    tried: tried.length,
    samples: samples.length,
  };
}

function chooseTried(samples: readonly Sample[], kinds: ReadonlySet<PrivateKind>): readonly Sample[] {
  if (samples.length <= MAX_TRIED) return samples;
  const every = Math.ceil(samples.length / (MAX_TRIED / 2));
  let room = MAX_TRIED / 2;
  return samples.filter(({ line }, index) => {
    if (index % every === 0) return true;
    return room > 0 && findSensitive(line).some(({ kind }) => kinds.has(kind)) && room-- > 0;
  });
}
