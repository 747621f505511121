/** `sluice compare`: which entries two configurations process differently, as text or JSON lines. */
import { resolve } from "node:path";
import { DEFAULT_SEED, type Diagnostic, type OpenedDocument, openDocument, type PreviewPipeline } from "@sluice/engine";
import { configFolder, nodeStageHost } from "@sluice/server";
import type { Command, ExitCode } from "../../command.ts";
import { FileError, readText } from "../../config-file.ts";
import { formatDiagnostics } from "../../diagnostics-text.ts";
import { checkNamedSamples, INPUT_FORMATS, openSampleInput } from "../../sample-input.ts";
import { parseCommandLine, UsageError } from "../../usage.ts";
import { choosePipeline, readFormat, readLabels, readNow, readSeedOption } from "../preview/preview-options.ts";
import { type ComparedFile, runComparison } from "./compare-run.ts";

const FORMATS = ["text", "json"] as const;

export const compare: Command = {
  help: `usage: sluice compare [OPTIONS] A B [--input FILE]

Runs the same sample entries through configuration A and configuration B, under the same virtual clock and seed, and
shows the entries that come out otherwise, in what, and which stage is the cause.

  -i, --input FILE        sample entries; by default from the file that a comment // sluice:samples NAME in B or A names
                          (beside that), else from - (standard input); formats as of sluice preview
      --input-format F    ${INPUT_FORMATS.join(", ")} (default auto: by the first line)
  -l, --label NAME=VALUE  label of every entry; may be repeated
  -p, --pipeline ID       which logs.process to compare, where there are several; given twice: that of A, then that of B
      --format FORMAT     of the output: ${FORMATS.join(", ")} (default text); see docs/compare.md for the JSON lines
      --brief             print only the counts, not the entries
      --full              print long lines whole, not cut in the middle
      --now TIME          where the virtual clock starts, RFC 3339 (default: the present)
      --seed N            seed for stage.sampling and random template functions (default ${DEFAULT_SEED})
      --no-progress       no progress bar on standard error

Ctrl-C ends the input early; what was read is still compared.
Exit codes, as of diff: 0 no entry and no metric differs, 1 some do, 2 A, B, the input or the command line is wrong,
130 interrupted.
`,
  async run(argv) {
    try {
      return await run(argv);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      process.stderr.write(`sluice compare: ${error.message}\n`);
      return TROUBLE;
    }
  },
};

/** 1 says that both differ. */
const TROUBLE: ExitCode = 2;

async function run(argv: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(argv, {
    input: { type: "string", short: "i" },
    "input-format": { type: "string" },
    label: { type: "string", short: "l", multiple: true },
    pipeline: { type: "string", short: "p", multiple: true },
    format: { type: "string" },
    brief: { type: "boolean" },
    full: { type: "boolean" },
    now: { type: "string" },
    seed: { type: "string" },
    "no-progress": { type: "boolean" },
  });
  if (positionals.length !== 2)
    throw new UsageError(`expected two configurations, A and B, got ${positionals.length}: ${positionals.join(" ")}`);
  const [nameA, nameB] = positionals as [string, string];
  const inputFormat = readFormat(values["input-format"] ?? "auto", "--input-format");
  const labels = readLabels(values.label ?? []);
  const start = readNow(values.now);
  const seed = readSeedOption(values.seed);
  const format = FORMATS.find((one) => one === (values.format ?? "text"));
  if (format === undefined)
    throw new UsageError(`--format must be one of ${FORMATS.join(", ")}, got ${JSON.stringify(values.format)}`);
  const [wantedA, wantedB = wantedA, ...rest] = values.pipeline ?? [];
  if (rest.length > 0) throw new UsageError("--pipeline can be given twice at most: for A, and for B");
  checkStdin([nameA, nameB, values.input]);

  const a = await open(nameA, wantedA);
  const b = await open(nameB, wantedB);
  if (a === undefined || b === undefined) return TROUBLE;
  const named = values.input === undefined ? await namedSamples([b, a]) : undefined;
  const source = values.input ?? named ?? "-";
  checkStdin([nameA, nameB, source]);
  const input = await openSampleInput(source, inputFormat, labels, named !== undefined);
  if (source === "-" && process.stdin.isTTY)
    process.stderr.write("reading sample entries from the terminal; Ctrl-D ends them\n");
  const sides = { a: await prepare(a), b: await prepare(b) };
  if (sides.a === undefined || sides.b === undefined) return TROUBLE;
  const code = await runComparison({ a: sides.a, b: sides.b }, input, {
    start,
    seed,
    json: format === "json",
    brief: values.brief === true,
    full: values.full === true,
    progress: values["no-progress"] !== true,
  });
  return code ?? TROUBLE;
}

interface Opened {
  readonly name: string;
  readonly document: OpenedDocument;
  readonly pipeline: PreviewPipeline;
  report(diagnostics: readonly Diagnostic[]): void;
}

/** Undefined where the file has errors, which are reported. */
async function open(name: string, wanted: string | undefined): Promise<Opened | undefined> {
  const text = await readText(name);
  const report = (diagnostics: readonly Diagnostic[]) =>
    void process.stderr.write(formatDiagnostics(name, text, diagnostics, process.stderr));
  const document = openDocument(text, { purpose: "preview", library: { env: (one) => process.env[one] } });
  // What both are warned of is nothing that makes them differ.
  report(document.diagnostics.filter(({ severity }) => severity === "error"));
  const pipeline = choosePipeline(name, document, wanted);
  return pipeline === undefined ? undefined : { name, document, pipeline, report };
}

async function prepare({ name, pipeline, report }: Opened): Promise<ComparedFile | undefined> {
  const host = await nodeStageHost(pipeline.stages, name);
  if (host.ok) return { name, pipeline, host: host.host, report };
  report(host.diagnostics);
  return undefined;
}

/** The file that the first of these names. Throws `FileError` where it is none to take samples from. */
async function namedSamples(files: readonly Opened[]): Promise<string | undefined> {
  for (const { name, document } of files) {
    if (document.samplesFile === undefined) continue;
    const source = resolve(configFolder(name), document.samplesFile.file);
    await checkNamedSamples(source);
    return source;
  }
  return undefined;
}

function checkStdin(names: readonly (string | undefined)[]): void {
  if (names.filter((name) => name === "-").length > 1)
    throw new UsageError("only one of A, B and --input can be standard input");
}
