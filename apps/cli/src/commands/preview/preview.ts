/** `sluice preview`: every entry, every stage, as text or JSON lines. */
import { resolve } from "node:path";
import { DEFAULT_SEED, type Diagnostic, openDocument } from "@sluice/engine";
import { configFolder, nodeStageHost } from "@sluice/server";
import type { Command } from "../../command.ts";
import { FileError, readText } from "../../config-file.ts";
import { formatDiagnostics } from "../../diagnostics-text.ts";
import { checkNamedSamples, INPUT_FORMATS, openSampleInput, type SampleInput } from "../../sample-input.ts";
import { readTargetOption } from "../../target-option.ts";
import { onlyFile, parseCommandLine, UsageError } from "../../usage.ts";
import { showCosts } from "./preview-costs.ts";
import {
  choosePipeline,
  readAmountOption,
  readFormat,
  readLabels,
  readNow,
  readSeedOption,
} from "./preview-options.ts";
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
                          or a Loki push body or answer of query_range, all of them gzipped or not;
                          unknown keys are named in a warning
      --format FORMAT     of the input: ${INPUT_FORMATS.join(", ")} (default auto: by the first line);
                          the output is text, or JSON lines with --json
  -l, --label NAME=VALUE  label of every entry; may be repeated
  -p, --pipeline ID       which logs.process to preview, where FILE has several, e.g. logs.process.main
      --outputs           print only what comes out, not the steps; a line each:
                          TIME {LABELS} [STRUCTURED METADATA] LINE, without the brackets where there is none
      --full              print long lines whole, not cut in the middle
      --costs             print instead what the output costs: volume, streams, time and bytes by stage, label,
                          metadata and pattern, and the three changes that would save most (up to 50,000 entries; with
                          --json one object)
      --price N           with --costs: price of a gigabyte
      --entries-per-day N with --costs: how many come in a day (default: by the samples' own times)
      --show-secrets      with --costs: show secrets of the lines in it, not stand-ins for them
      --json              print JSON lines, see below
      --now TIME          where the virtual clock starts, RFC 3339 (default: the present)
      --seed N            seed for stage.sampling and random template functions (default ${DEFAULT_SEED})
      --target TARGET     warn of what a release of Alloy does not have: alloy@1.17, or another from 1.9 on (default:
                          what a comment // sluice:target alloy 1.17 in FILE names)
      --no-progress       no progress bar on standard error

Entries are shown in the order of the input; one that a stage holds while a thousand others pass is shown when it is
let go. A merged record is shown at the first of the entries that it is made of.
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
      costs: { type: "boolean" },
      price: { type: "string" },
      "entries-per-day": { type: "string" },
      "show-secrets": { type: "boolean" },
      "no-progress": { type: "boolean" },
      target: { type: "string" },
    });
    const file = onlyFile(positionals);
    if (file === "-" && values.input === "-") throw new UsageError(BOTH_STDIN);
    const format = readFormat(values.format ?? "auto");
    const labels = readLabels(values.label ?? []);
    const start = readNow(values.now);
    const seed = readSeedOption(values.seed);
    for (const one of ["price", "entries-per-day", "show-secrets"] as const)
      if (values[one] !== undefined && values.costs !== true) throw new UsageError(`--${one} needs --costs`);
    const price = readAmountOption("price", values.price) ?? 0;
    const entriesPerDay = readAmountOption("entries-per-day", values["entries-per-day"], true);

    const target = readTargetOption(values.target);

    const text = await readText(file);
    const report = (diagnostics: readonly Diagnostic[]) =>
      process.stderr.write(formatDiagnostics(file, text, diagnostics, process.stderr));
    const document = openDocument(text, { purpose: "preview", target, library: { env: (name) => process.env[name] } });
    report(document.diagnostics);
    const pipeline = choosePipeline(file, document, values.pipeline);
    if (pipeline === undefined) return 1;
    const named = values.input === undefined ? document.samplesFile : undefined;
    const source = values.input ?? (named === undefined ? "-" : resolve(configFolder(file), named.file));
    if (file === "-" && source === "-") throw new UsageError(BOTH_STDIN);
    let input: SampleInput;
    try {
      if (named !== undefined) await checkNamedSamples(source);
      input = await openSampleInput(source, format, labels, named !== undefined);
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
    if (values.costs)
      return showCosts(pipeline, input, {
        start,
        seed,
        host: host.host,
        document,
        text,
        json: values.json === true,
        showSecrets: values["show-secrets"] === true,
        progress: values["no-progress"] !== true,
        tariff: { price, entriesPerDay },
        report,
      });
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
