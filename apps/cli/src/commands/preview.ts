/** `sluice preview`: every entry, every stage, as text or JSON lines. Written as it goes, so that files of any size work. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { type ComponentNode, isStageBody, loadConfig, loadStages, parseRfc3339, Preview, type PreviewOutput, type PreviewPipeline, parseFile } from "@sluice/engine";
import { FileError, formatDiagnostics, readText } from "../config-file.ts";
import type { Command } from "../main.ts";
import { nodeStageHost } from "@sluice/server";
import { type InputFormat, openSampleInput } from "../sample-input.ts";
import { parseCommandLine, onlyFile, UsageError } from "../usage.ts";
import { JsonReport } from "./preview-json.ts";
import { Progress } from "./preview-progress.ts";
import { TextReport } from "./preview-text.ts";

const FORMATS: readonly InputFormat[] = ["auto", "lines", "jsonl", "push"];

/** Writes a preview out. Entries come in the order of the input. */
export interface PreviewReport {
  output(output: PreviewOutput): void;
  entry(sample: number): void;
  summary(interrupted: boolean): void;
}

export const preview: Command = {
  summary: "run sample entries through a pipeline and show every step",
  help: `usage: sluice preview [OPTIONS] FILE [--input FILE]

Runs sample entries through the stages of FILE (a configuration or a bare body of stages), under a virtual clock,
and shows what every stage does to every entry.

  -i, --input FILE      sample entries (default -, standard input): plain lines, JSON lines
                        {"labels": {…}, "line": "…", "timestamp"?: RFC 3339 or "nanoseconds"}, or a Loki push body
      --format FORMAT   auto (default), lines, jsonl or push
  -l, --label NAME=VALUE  label of every entry; may be repeated
  -p, --pipeline ID     which logs.process to preview, where FILE has several, e.g. logs.process.main
      --json            print JSON lines: {"type": "output" | "entry" | "summary", …}
      --outputs         print only what comes out, not the steps
      --now TIME        where the virtual clock starts, RFC 3339 (default: the present)
      --seed N          seed for stage.sampling and random template functions (default 42)
      --no-progress     no progress bar on standard error

Ctrl-C ends the input early; what was read is finished and summed up.
Exit codes: 0 done, 1 FILE or the input has errors, 2 the command line is wrong, 130 interrupted.
`,
  async run(argv) {
    const { values, positionals } = parseCommandLine(argv, {
      input: { type: "string", short: "i" },
      format: { type: "string" },
      label: { type: "string", short: "l", multiple: true },
      pipeline: { type: "string", short: "p" },
      json: { type: "boolean" },
      outputs: { type: "boolean" },
      now: { type: "string" },
      seed: { type: "string" },
      "no-progress": { type: "boolean" },
    });
    const file = onlyFile(positionals);
    const format = (values.format ?? "auto") as InputFormat;
    if (!FORMATS.includes(format)) throw new UsageError(`--format must be one of ${FORMATS.join(", ")}`);
    const labels = readLabels(values.label ?? []);
    const start = values.now === undefined ? BigInt(Date.now()) * 1_000_000n : parseRfc3339(values.now);
    if (start === undefined) throw new UsageError(`--now must be an RFC 3339 time such as 2026-01-15T08:00:00Z, got ${values.now}`);
    const seed = values.seed === undefined ? 42 : Number(values.seed);
    if (!Number.isSafeInteger(seed)) throw new UsageError(`--seed must be a whole number, got ${values.seed}`);
    try {
      const pipeline = await loadPipeline(file, values.pipeline);
      if (pipeline === undefined) return 1;
      const input = await openSampleInput(values.input ?? "-", format, labels);
      const host = await nodeStageHost(pipeline.stages, file);
      if (!host.ok) {
        process.stderr.write(`sluice preview: ${host.message}\n`);
        return 1;
      }
      return await runPreview(pipeline, input, { start, seed, host: host.host, json: values.json === true, outputsOnly: values.outputs === true, progress: values["no-progress"] !== true });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      process.stderr.write(`sluice preview: ${error.message}\n`);
      return 1;
    }
  },
};

function readLabels(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      if (at <= 0) throw new UsageError(`--label must be NAME=VALUE, got ${JSON.stringify(pair)}`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

/** The pipeline to preview; undefined when the file's errors have been printed. */
async function loadPipeline(file: string, wanted: string | undefined): Promise<PreviewPipeline | undefined> {
  const text = await readText(file);
  if (isStageBody(parseFile(text).file.body)) {
    if (wanted !== undefined) throw new UsageError("--pipeline needs a configuration with components; FILE is a bare body of stages");
    const { stages, diagnostics, ok } = loadStages(text);
    process.stderr.write(formatDiagnostics(file, text, diagnostics));
    return ok ? { stages, dialect: "logs" } : undefined;
  }
  const { components, diagnostics, ok } = loadConfig(text, { library: { env: (name) => process.env[name] } });
  process.stderr.write(formatDiagnostics(file, text, diagnostics));
  if (!ok) return undefined;
  return choosePipeline(components, wanted, file);
}

function choosePipeline(components: readonly ComponentNode[], wanted: string | undefined, file: string): ComponentNode {
  const pipelines = components.filter((component) => component.spec.stages);
  const ids = pipelines.map(({ id }) => id).join(", ");
  if (pipelines.length === 0) throw new FileError(`${file} has no logs.process: there are no stages to preview`);
  if (wanted === undefined) {
    if (pipelines.length > 1) throw new UsageError(`${file} has several pipelines; choose one with --pipeline: ${ids}`);
    return pipelines[0]!;
  }
  const found = pipelines.find(({ id, label }) => id === wanted || label === wanted);
  if (found === undefined) throw new UsageError(`${file} has no pipeline ${JSON.stringify(wanted)}; it has ${ids}`);
  return found;
}

interface RunOptions {
  readonly start: bigint;
  readonly seed: number;
  readonly host: Parameters<typeof Preview.run>[2]["host"];
  readonly json: boolean;
  readonly outputsOnly: boolean;
  readonly progress: boolean;
}

async function runPreview(pipeline: PreviewPipeline, input: Awaited<ReturnType<typeof openSampleInput>>, options: RunOptions): Promise<number> {
  const settled = new Set<number>();
  let next = 0;
  let report!: PreviewReport;
  const run = new Preview(pipeline, options, {
    output: (output) => report.output(output),
    settled: (sample) => void settled.add(sample),
  });
  report = options.json ? new JsonReport(run, options.outputsOnly) : new TextReport(run, options.outputsOnly);
  const writeSettled = () => {
    for (; settled.has(next); next++) {
      report.entry(next);
      settled.delete(next);
      run.forget(next);
    }
  };
  const progress = new Progress(input, options.progress);
  let interrupted = false;
  const interrupt = () => {
    interrupted = true;
  };
  process.once("SIGINT", interrupt);
  try {
    for await (const batch of input.batches()) {
      for (let from = 0; from < batch.length && !interrupted; from += 500) {
        run.send(batch.slice(from, from + 500));
        writeSettled();
        progress.show(run.sampleCount);
        await drained();
        await nextTurn();
      }
      if (interrupted) break;
    }
    run.end();
    writeSettled();
    for (; next < run.sampleCount; next++) report.entry(next);
  } finally {
    process.off("SIGINT", interrupt);
    progress.clear();
  }
  report.summary(interrupted);
  return interrupted ? 130 : 0;
}

/** Waits until standard output has taken what was written, so that a slow reader does not fill memory. */
async function drained(): Promise<void> {
  if (!process.stdout.writableNeedDrain) return;
  await new Promise<void>((resolve) => process.stdout.once("drain", resolve));
}
