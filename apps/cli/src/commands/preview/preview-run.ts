/** The run of a preview: input in pieces, results written as they are known, so that files of any size work. */
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  buildWithResources,
  type Diagnostic,
  findSampleProblems,
  type LabelSet,
  type OpenedDocument,
  Preview,
  type PreviewOptions,
  type PreviewPipeline,
} from "@sluice/engine";
import type { ExitCode } from "../../command.ts";
import { Output } from "../../output.ts";
import type { SampleInput } from "../../sample-input.ts";
import { JsonReport } from "./preview-json.ts";
import { Progress } from "./preview-progress.ts";
import type { PreviewReport } from "./preview-report.ts";
import { TextReport } from "./preview-text.ts";

export interface PreviewRunOptions extends Pick<PreviewOptions, "start" | "seed" | "host"> {
  readonly json: boolean;
  readonly outputsOnly: boolean;
  readonly full: boolean;
  readonly progress: boolean;
  /** Told what is passed over in the input. */
  readonly warn: (message: string) => void;
  /** Where its stages are written. */
  readonly file: OpenedDocument["file"];
  /** Told what is wrong with a file that a stage reads, and what the samples show to be wrong. */
  readonly report: (diagnostics: readonly Diagnostic[]) => void;
}

/** Entries that left whose labels are kept, to tell which make nearly every entry a stream of its own. */
const MAX_LINTED = 10_000;
/** Entries between two looks at the clock, the reader of the output, and Ctrl-C. */
const PIECE = 500;
/** Entries whose steps are kept until they are written: few enough that they are garbage before memory is moved around. */
const ALIVE = 20;
/** With more known entries than this after one that is held, they are written without waiting for it. */
const MAX_BACKLOG = 1000;

/** Gives 0, 1 when a stage cannot use its file, or 130 after Ctrl-C. Throws `FileError` where the input is wrong; what came before it has been written. */
export async function runPreview(
  pipeline: PreviewPipeline,
  input: SampleInput,
  options: PreviewRunOptions,
): Promise<ExitCode> {
  const out = new Output();
  const queue = new SettledQueue();
  const sent: LabelSet[] = [];
  let report!: PreviewReport;
  const made = buildWithResources(
    () =>
      new Preview(pipeline, options, {
        output(output) {
          if (sent.length < MAX_LINTED) sent.push(output.entry.labels);
          report.output(output);
        },
        settled: (sample) => queue.settle(sample),
      }),
  );
  if (!made.ok) {
    options.report([made.diagnostic]);
    return 1;
  }
  const run = made.built;
  report = options.json
    ? new JsonReport(run, out, options.outputsOnly)
    : new TextReport(run, out, pipeline.stages, options);
  const write = (sample: number) => {
    report.entry(sample);
    run.forget(sample);
  };
  const progress = new Progress(input, options.progress);
  const interruption = new AbortController();
  const { signal } = interruption;
  const interrupt = () => interruption.abort();
  process.once("SIGINT", interrupt);
  try {
    for await (const batch of input.batches(signal)) {
      for (let from = 0; from < batch.length && !signal.aborted; from += PIECE) {
        const end = Math.min(batch.length, from + PIECE);
        for (let at = from; at < end; at += ALIVE) {
          run.send(batch.slice(at, Math.min(end, at + ALIVE)));
          queue.take(write);
        }
        progress.show(run.sampleCount);
        await out.drained();
        await nextTurn();
      }
    }
    run.end();
    queue.take(write);
    for (const warning of input.warnings()) options.warn(warning);
    for (const sample of queue.unsettled(run.sampleCount)) write(sample);
    report.summary(signal.aborted);
    options.report(findSampleProblems(pipeline.stages, options.file, run.doubts(), sent));
  } finally {
    process.off("SIGINT", interrupt);
    progress.clear();
    await out.drained();
  }
  return signal.aborted ? 130 : 0;
}

/** Samples that are known in full, given out in the order of the input as long as that does not hold too many up. */
class SettledQueue {
  readonly #waiting = new Set<number>();
  /** Those below are out, except for the ones in `#late`. */
  #next = 0;
  /** Passed over since they were still held. */
  readonly #late = new Set<number>();

  settle(sample: number): void {
    this.#waiting.add(sample);
  }

  take(write: (sample: number) => void): void {
    for (const sample of this.#late) {
      if (this.#waiting.delete(sample)) {
        this.#late.delete(sample);
        write(sample);
      }
    }
    for (;;) {
      if (this.#waiting.delete(this.#next)) write(this.#next);
      else if (this.#waiting.size > MAX_BACKLOG) this.#late.add(this.#next);
      else return;
      this.#next++;
    }
  }

  /** What is left after the end, with `count` samples in all. */
  *unsettled(count: number): Iterable<number> {
    yield* this.#late;
    for (let sample = this.#next; sample < count; sample++) yield sample;
  }
}
