/** `sluice preview`: every entry, every stage, as text or JSON lines. */
import { resolve } from "node:path";
import {
  DEFAULT_SEED,
  type Diagnostic,
  findPipeline,
  type OpenedDocument,
  openDocument,
  type PreviewPipeline,
  parseRfc3339,
  readSeed,
} from "@sluice/engine";
import { labelsOfPairs } from "@sluice/engine/lokipush";
import { configFolder, nodeStageHost } from "@sluice/server";
import type { Command } from "../command.ts";
import { FileError, fileName, readText } from "../config-file.ts";
import { formatDiagnostics } from "../diagnostics-text.ts";
import {
  checkNamedSamples,
  INPUT_FORMATS,
  type InputFormat,
  openSampleInput,
  type SampleInput,
} from "../sample-input.ts";
import { onlyFile, parseCommandLine, UsageError } from "../usage.ts";
import { runPreview } from "./preview-run.ts";

const BOTH_STDIN = "FILE and --input cannot both be standard input";

export const preview: Command = {
  help: `usage: sluice preview [OPTIONS] FILE [--input FILE]

Runs sample entries through the stages of FILE (a configuration or a bare body of stages), under a virtual clock,
and shows what every stage does to every entry.

  -i, --input FILE        sample entries; by default from the file that a comment // sluice:samples NAME in FILE names
                          (beside FILE), else from - (standard input): plain lines, JSON lines
                          {"labels": {…}, "line": "…", "timestamp"?: RFC 3339 or nanoseconds,
                          "structured_metadata"?: {…}, "extracted"?: {…}, "advance"?: "1.5s"},
                          or a Loki push body; unknown keys are named in a warning
      --format FORMAT     ${INPUT_FORMATS.join(", ")} (default auto: by the first line)
  -l, --label NAME=VALUE  label of every entry; may be repeated
  -p, --pipeline ID       which logs.process to preview, where FILE has several, e.g. logs.process.main
      --outputs           print only what comes out, not the steps; a line each:
                          TIME {LABELS} [STRUCTURED METADATA] LINE, without the brackets where there is none
      --full              print long lines whole, not cut in the middle
      --json              print JSON lines, see below
      --now TIME          where the virtual clock starts, RFC 3339 (default: the present)
      --seed N            seed for stage.sampling and random template functions (default ${DEFAULT_SEED})
      --no-progress       no progress bar on standard error

Entries are shown in the order of the input; one that a stage holds while a thousand others pass is shown when it is
let go. What becomes of a merged record is shown at the first of the entries that it is made of.
With --json there are three types of lines, distinguished by "type". Indexes count from 0, times are RFC 3339.
  output   an entry that left: index, at, entry {line, timestamp, labels, structured_metadata, extracted, origins}
  entry    an entry of the input, once its outcome is known: index, status (passed, unchanged, missed, merged, split,
           dropped, held or error), settled (out, dropped or held), stages {path: status}, outputs (indexes),
           drops [{path, stage, reason, code}], held_by, steps [{path, stage, cause, at, status, before, emitted,
           dropped, reasons, metrics, logs, error}]; not with --outputs
  summary  the last line: version of this form, interrupted, balance {in, out, dropped, held, emitted},
           stages {path: counts}, metrics (lines of the exposition)

Ctrl-C ends the input early; what was read is still processed and summarized.
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
      full: { type: "boolean" },
      now: { type: "string" },
      seed: { type: "string" },
      "no-progress": { type: "boolean" },
    });
    const file = onlyFile(positionals);
    if (file === "-" && values.input === "-") throw new UsageError(BOTH_STDIN);
    const format = readFormat(values.format ?? "auto");
    const labels = readLabels(values.label ?? []);
    const start = readNow(values.now);
    const seed = seedOf(values.seed);

    const text = await readText(file);
    const report = (diagnostics: readonly Diagnostic[]) =>
      process.stderr.write(formatDiagnostics(file, text, diagnostics, process.stderr));
    const document = openDocument(text, { purpose: "preview", library: { env: (name) => process.env[name] } });
    report(document.diagnostics);
    const pipeline = choosePipeline(file, document, values.pipeline);
    if (pipeline === undefined) return 1;
    const named = values.input === undefined ? document.samplesFile : undefined;
    const source = values.input ?? (named === undefined ? "-" : resolve(configFolder(file), named.file));
    if (file === "-" && source === "-") throw new UsageError(BOTH_STDIN);
    let input: SampleInput;
    try {
      if (named !== undefined) await checkNamedSamples(source);
      input = await openSampleInput(source, format, labels);
    } catch (error) {
      if (named === undefined || !(error instanceof FileError)) throw error;
      report([{ severity: "error", code: "samples-file", message: error.message, span: named.span }]);
      return 1;
    }
    const host = await nodeStageHost(pipeline.stages, file);
    if (!host.ok) {
      report(host.diagnostics);
      return 1;
    }
    if (source === "-" && process.stdin.isTTY) {
      process.stderr.write("reading sample entries from the terminal; Ctrl-D ends them\n");
    }
    return runPreview(pipeline, input, {
      start,
      seed,
      file: document.file,
      host: host.host,
      json: values.json === true,
      outputsOnly: values.outputs === true,
      full: values.full === true,
      progress: values["no-progress"] !== true,
      warn: (message) => process.stderr.write(`${message}\n`),
      report,
    });
  },
};

function readFormat(text: string): InputFormat {
  const format = INPUT_FORMATS.find((one) => one === text);
  if (format === undefined) {
    throw new UsageError(`--format must be one of ${INPUT_FORMATS.join(", ")}, got ${JSON.stringify(text)}`);
  }
  return format;
}

/** Names are those that a push could carry. */
function readLabels(pairs: readonly string[]): Readonly<Record<string, string>> {
  const named = pairs.map((pair) => {
    const at = pair.indexOf("=");
    if (at <= 0) throw new UsageError(`--label must be NAME=VALUE, got ${JSON.stringify(pair)}`);
    return [pair.slice(0, at), pair.slice(at + 1)] as const;
  });
  const read = labelsOfPairs(new Map(named));
  if (!read.ok) throw new UsageError(`--label: ${read.message}`);
  return read.labels;
}

function readNow(text: string | undefined): bigint {
  if (text === undefined) return BigInt(Date.now()) * 1_000_000n;
  const at = parseRfc3339(text);
  if (at === undefined) {
    throw new UsageError(`--now must be an RFC 3339 time such as 2026-01-15T08:00:00Z, got ${JSON.stringify(text)}`);
  }
  return at;
}

function seedOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_SEED;
  const seed = readSeed(text);
  if (seed === undefined) throw new UsageError(`--seed must be a whole number, got ${JSON.stringify(text)}`);
  return seed;
}

/** The pipeline to preview; undefined when the file has errors. */
function choosePipeline(
  file: string,
  document: OpenedDocument,
  wanted: string | undefined,
): PreviewPipeline | undefined {
  const { kind, pipelines } = document;
  if (kind === "stages" && wanted !== undefined)
    throw new UsageError("--pipeline needs a configuration with components; FILE is a bare body of stages");
  // Unlike the page, which shows what it can, a script is told that its file is wrong.
  if (!document.ok) return undefined;
  const name = fileName(file);
  const ids = pipelines.map(({ id }) => id).join(", ");
  if (pipelines.length === 0) throw new FileError(`${name} has no logs.process: it has no stages to preview`);
  const usual = pipelines.filter(({ steps }) => steps === "stages");
  const offered = usual.length > 0 ? usual : pipelines;
  if (wanted === undefined && offered.length > 1)
    throw new UsageError(`${name} has several pipelines; choose one with --pipeline: ${ids}`);
  const chosen = wanted === undefined ? pipelines[0] : findPipeline(document, wanted);
  if (chosen === undefined) throw new UsageError(`${name} has no pipeline ${JSON.stringify(wanted)}; it has ${ids}`);
  return chosen;
}
