/** The input of `sluice secrets`, in pieces: through the detector, or through a pipeline first. Any size of file works. */
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  buildWithResources,
  type Diagnostic,
  type DocumentPipeline,
  findSensitive,
  type OpenedDocument,
  Preview,
  type PreviewPipeline,
  type PrivateKind,
  type Sample,
  type SensitiveReport,
  SensitiveScan,
  type StageHost,
} from "@sluice/engine";
import { printWarnings, type SampleInput } from "../../sample-input.ts";
import { Progress } from "../preview/preview-progress.ts";

/** Entries with a finding, and as many without, that are kept to try stages on. */
export const MAX_KEPT = 10_000;
const MAX_KEPT_UNITS = 32 * 1024 * 1024;
/** Entries between two looks at the clock and at Ctrl-C. */
const PIECE = 500;

/** A pipeline of which the outputs are looked at. */
export interface Watched {
  readonly document: OpenedDocument;
  readonly open: (text: string) => OpenedDocument;
  readonly pipeline: PreviewPipeline & Partial<Pick<DocumentPipeline, "id">>;
  readonly host: StageHost;
  readonly report: (diagnostics: readonly Diagnostic[]) => void;
}

export interface Scanned {
  readonly report: SensitiveReport;
  /** Entries of the input, to try stages on. */
  readonly kept: readonly Sample[];
  readonly interrupted: boolean;
}

interface ScanOptions {
  readonly watched: Watched | undefined;
  readonly preview: { readonly start: bigint; readonly seed: number };
  readonly progress: boolean;
  /** Kinds for which entries are kept; undefined: none are. */
  readonly keep: ReadonlySet<PrivateKind> | undefined;
}

/** Undefined where a stage cannot use its file, which was reported. */
export async function scanInput(input: SampleInput, options: ScanOptions): Promise<Scanned | undefined> {
  const { watched, preview } = options;
  const scan = new SensitiveScan();
  let settled: number[] = [];
  const made =
    watched === undefined
      ? undefined
      : buildWithResources(
          () =>
            new Preview(
              watched.pipeline,
              { ...preview, host: watched.host },
              {
                output: ({ entry }) => scan.add(entry.origins[0] ?? 0, entry),
                settled: (sample) => settled.push(sample),
              },
            ),
        );
  if (made?.ok === false) {
    watched?.report([made.diagnostic]);
    return undefined;
  }
  const run = made?.built;
  const kept = new Kept(options.keep);
  const progress = new Progress(input, options.progress);
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once("SIGINT", interrupt);
  let index = 0;
  try {
    for await (const batch of input.batches(interruption.signal))
      for (let from = 0; from < batch.length && !interruption.signal.aborted; from += PIECE) {
        const piece = batch.slice(from, from + PIECE);
        for (const sample of piece) {
          kept.take(sample);
          if (run === undefined) scan.add(index, { ...sample, labels: Object.entries(sample.labels) });
          index++;
        }
        run?.send(piece);
        for (const one of settled) run?.forget(one);
        settled = [];
        progress.show(index);
        await nextTurn();
      }
    run?.end();
  } finally {
    process.off("SIGINT", interrupt);
    progress.clear();
  }
  printWarnings(input);
  return { report: scan.report(), kept: kept.samples, interrupted: interruption.signal.aborted };
}

class Kept {
  readonly samples: Sample[] = [];
  readonly #kinds: ReadonlySet<PrivateKind> | undefined;
  #with = 0;
  #without = 0;
  #units = 0;

  constructor(kinds: ReadonlySet<PrivateKind> | undefined) {
    this.#kinds = kinds;
  }

  take(sample: Sample): void {
    if (this.#kinds === undefined || this.#units > MAX_KEPT_UNITS) return;
    if (this.#with >= MAX_KEPT && this.#without >= MAX_KEPT) return;
    const kinds = this.#kinds;
    const holds = findSensitive(sample.line).some(({ kind }) => kinds.has(kind));
    if ((holds ? this.#with++ : this.#without++) >= MAX_KEPT) return;
    this.#units += sample.line.length;
    this.samples.push(sample);
  }
}
