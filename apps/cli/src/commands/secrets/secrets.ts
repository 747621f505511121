/** `sluice secrets`: secrets and personal data in a log, or in what leaves a pipeline, and the stages that redact them. */
import { openDocument, PRIVATE_KINDS, sensitivityOf } from "@sluice/engine";
import { nodeStageHost } from "@sluice/server";
import type { Command } from "../../command.ts";
import { readText } from "../../config-file.ts";
import { formatDiagnostics } from "../../diagnostics-text.ts";
import { printText } from "../../output.ts";
import { INPUT_FORMATS, openSampleInput } from "../../sample-input.ts";
import { onlyFile, parseCommandLine, UsageError } from "../../usage.ts";
import { choosePipeline, readFormat, readNow, readSeedOption } from "../preview/preview-options.ts";
import { MAX_KEPT, type Scanned, scanInput, type Watched } from "./scan-input.ts";
import { asJson, asText, fixText } from "./secrets-text.ts";

export const secrets: Command = {
  help: `usage: sluice secrets [OPTIONS] FILE

Lists what must not leave in FILE (- is standard input; gzipped or not): keys and tokens, passwords (also in addresses
and connection strings), web tokens, private keys, card and account numbers, national IDs; and personal data: mail
addresses, phone numbers, IP addresses. Of each kind: how often, in how many entries, where, and an example with the
secret hidden.

      --pipeline CONFIG  look at what leaves the pipeline of CONFIG: line, labels, structured metadata
      --id ID            which pipeline, where CONFIG has several, e.g. logs.process.main
      --fix              print stage.replace blocks that redact the secrets, tried on FILE; what stays is on standard
                         error. With --pipeline: the whole of CONFIG with the blocks in their place
      --personal         personal data counts, too, for --fix and --check
      --check            exit code 1 if there is a secret
      --format FORMAT    of FILE: ${INPUT_FORMATS.join(", ")} (default lines)
      --json             print one object: version, interrupted, entries, secret, personal (entries with each),
                         kinds [{kind, sensitivity, count, entries, places [{part, name, count, entries}],
                         example {index, text}, indexes}]; indexes of entries, from 0, the first 10,000
      --now TIME         where the pipeline's clock starts, RFC 3339 (default: the present)
      --seed N           seed for stage.sampling and random template functions
      --no-progress      no progress bar on standard error

--fix tries its stages on the first ${MAX_KEPT.toLocaleString("en-US")} entries with a finding and as many without.
Ctrl-C ends the input early; what was read is still shown.
Exit codes: 0 done, 1 FILE or CONFIG has errors or --check found something, 2 the command line is wrong,
130 interrupted.
`,
  async run(argv) {
    const { values, positionals } = parseCommandLine(argv, {
      pipeline: { type: "string" },
      id: { type: "string" },
      fix: { type: "boolean" },
      personal: { type: "boolean" },
      check: { type: "boolean" },
      format: { type: "string" },
      json: { type: "boolean" },
      now: { type: "string" },
      seed: { type: "string" },
      "no-progress": { type: "boolean" },
    });
    const file = onlyFile(positionals);
    if (values.id !== undefined && values.pipeline === undefined)
      throw new UsageError("--id needs --pipeline: it names one of its pipelines");
    if (values.fix === true && values.json === true) throw new UsageError("--fix and --json exclude each other");
    if (file === "-" && values.pipeline === "-")
      throw new UsageError("FILE and --pipeline cannot both be standard input");
    const format = readFormat(values.format ?? "lines");
    const preview = { start: readNow(values.now), seed: readSeedOption(values.seed) };
    const watched = values.pipeline === undefined ? undefined : await openPipeline(values.pipeline, values.id);
    if (watched === "wrong") return 1;
    if (file === "-" && process.stdin.isTTY)
      process.stderr.write("reading lines from the terminal; Ctrl-D ends them\n");
    const kinds = new Set(PRIVATE_KINDS.filter((kind) => values.personal === true || sensitivityOf(kind) === "secret"));
    const scanned = await scanInput(await openSampleInput(file, format, {}), {
      watched,
      preview,
      progress: values["no-progress"] !== true,
      keep: values.fix === true ? kinds : undefined,
    });
    if (scanned === undefined) return 1;
    const found = scanned.report.kinds.some(({ kind }) => kinds.has(kind));
    if (values.fix === true) {
      if (!(await fix(scanned, kinds, watched, preview))) return 1;
    } else await printText(values.json === true ? asJson(scanned) : asText(scanned, watched !== undefined));
    if (scanned.interrupted) return 130;
    return values.check === true && found ? 1 : 0;
  },
};

async function openPipeline(path: string, id: string | undefined): Promise<Watched | "wrong"> {
  const text = await readText(path);
  const report = (diagnostics: Parameters<typeof formatDiagnostics>[2]) =>
    process.stderr.write(formatDiagnostics(path, text, diagnostics, process.stderr));
  const open = (one: string) =>
    openDocument(one, { purpose: "preview", library: { env: (name) => process.env[name] } });
  const document = open(text);
  const pipeline = choosePipeline(path, document, id);
  if (pipeline === undefined) {
    report(document.diagnostics.filter(({ severity }) => severity === "error"));
    return "wrong";
  }
  const host = await nodeStageHost(pipeline.stages, path);
  if (!host.ok) {
    report(host.diagnostics);
    return "wrong";
  }
  return { document, open, pipeline, host: host.host, report };
}

/** Prints the stages; false where there are none to print although something was found. */
async function fix(
  scanned: Scanned,
  kinds: ReadonlySet<(typeof PRIVATE_KINDS)[number]>,
  watched: Watched | undefined,
  preview: { readonly start: bigint; readonly seed: number },
): Promise<boolean> {
  const made = fixText(scanned, kinds, watched, preview);
  for (const note of made.notes) process.stderr.write(`${note}\n`);
  await printText(made.text);
  return made.ok;
}
