/** The run of a comparison: input in pieces, differences written as they are known, so that files of any size work. */
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  type Both,
  Comparison,
  comparisonRecord,
  type Diagnostic,
  differenceRecord,
  type EntryDifference,
  type PreviewOptions,
  type PreviewPipeline,
} from "@sluice/engine";
import type { ExitCode } from "../../command.ts";
import { Output } from "../../output.ts";
import { printWarnings, type SampleInput } from "../../sample-input.ts";
import { Progress } from "../preview/preview-progress.ts";
import { CompareText } from "./compare-text.ts";

export interface ComparedFile {
  readonly name: string;
  readonly pipeline: PreviewPipeline;
  readonly host: PreviewOptions["host"];
  report(diagnostics: readonly Diagnostic[]): void;
}

export interface CompareRunOptions extends Pick<PreviewOptions, "start" | "seed"> {
  readonly json: boolean;
  readonly brief: boolean;
  readonly full: boolean;
  readonly progress: boolean;
}

/** Entries between two looks at the reader of the output, and Ctrl-C. */
const PIECE = 500;

/** Gives 0 where nothing differs, 1 where something does, 130 after Ctrl-C, and nothing where a stage cannot use its file, which is reported. */
export async function runComparison(
  files: Both<ComparedFile>,
  input: SampleInput,
  { start, seed, json, brief, full, progress: wanted }: CompareRunOptions,
): Promise<ExitCode | undefined> {
  const out = new Output();
  const text = new CompareText({ a: files.a.name, b: files.b.name }, full);
  const tell = (difference: EntryDifference) => {
    if (brief) return;
    out.write(json ? `${JSON.stringify(differenceRecord(difference))}\n` : text.entry(difference));
  };
  const pipelines = { a: files.a.pipeline, b: files.b.pipeline };
  const hosts = { a: files.a.host, b: files.b.host };
  const made = Comparison.build(pipelines, { start, seed, hosts }, tell);
  if (!made.ok) {
    files[made.side].report([made.diagnostic]);
    return undefined;
  }
  const { comparison } = made;
  const progress = new Progress(input, wanted);
  const interruption = new AbortController();
  const { signal } = interruption;
  const interrupt = () => interruption.abort();
  process.once("SIGINT", interrupt);
  try {
    let sent = 0;
    for await (const batch of input.batches(signal)) {
      for (let from = 0; from < batch.length && !signal.aborted; from += PIECE) {
        const piece = batch.slice(from, from + PIECE);
        comparison.send(piece);
        sent += piece.length;
        progress.show(sent);
        await out.drained();
        await nextTurn();
      }
    }
    comparison.finish();
    printWarnings(input);
    const summary = comparison.summary();
    out.write(
      json ? `${JSON.stringify(comparisonRecord(summary, signal.aborted))}\n` : text.summary(summary, signal.aborted),
    );
    if (signal.aborted) return 130;
    return summary.same ? 0 : 1;
  } finally {
    process.off("SIGINT", interrupt);
    progress.clear();
    await out.drained();
  }
}
