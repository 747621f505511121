/** `sluice propose`: a whole pipeline for the lines of a log. */
import {
  formatRfc3339,
  openDocument,
  type Proposal,
  proposalWithoutSecrets,
  proposeAsOf,
  putStages,
  toWellFormedData,
} from "@sluice/engine";
import type { Command } from "../../command.ts";
import { FileError, shownName } from "../../config-file.ts";
import { grouped } from "../../counted.ts";
import { hiddenNote } from "../../hidden-note.ts";
import { printText } from "../../output.ts";
import { openSampleInput, printWarnings } from "../../sample-input.ts";
import { onlyFile, parseCommandLine, UsageError } from "../../usage.ts";
import { writeNew } from "../../write-new.ts";
import { readLabels, readNow } from "../preview/preview-options.ts";
import { Progress } from "../preview/preview-progress.ts";
import { checkDecisions, readDecisions } from "./decisions.ts";
import { summarize } from "./summary.ts";

/** What is kept of a file, in lines and UTF-16 units; the proposal itself looks at 1,000 lines, spread over them. */
const MAX_LINES = 200_000;
const MAX_LENGTH = 64 * 1024 * 1024;

export const proposeCommand: Command = {
  help: `usage: sluice propose [OPTIONS] FILE

Prints a pipeline for the lines of FILE (- is standard input; gzipped or not), as a body of stages, and says on standard
error what each stage does and how many entries it reads: lines are unwrapped (CRI, Docker, syslog, journald), joined,
parsed, and given their time, level, labels and structured metadata; secrets are redacted.

      --without ID        leave a stage out, and with it those that need it; may be repeated
      --with ID           take a stage that is off by default, because it removes something; may be repeated
      --answer ID=VALUE   answer a question that the lines leave open; may be repeated
  -l, --label NAME=VALUE  label that each entry has already, from its source; may be repeated
      --now TIME          when the lines were written, RFC 3339, for times without a year (default: when FILE was changed
                          last, or the end of the year before where some would lie after that)
      --config            print a whole configuration, with the stages in a logs.process, not the stages alone
  -o, --output OUT        write to OUT, which must not be there
      --force             write OUT although it is there
      --json              print one object: version, interrupted, title, stages, branches, questions, text, figures,
                          untimed, unparsed, unparsedLines, example, hidden
      --show-secrets      show secrets of the lines in the summary and in --json, not stand-ins for them
      --no-progress       no progress bar on standard error

The summary shows the ID of each stage and question. At most ${grouped(MAX_LINES)} lines are read; 1,000 of them, spread
over the file, are looked at, and up to 1,000 others that may hold a secret. Ctrl-C ends the input early; what was
read is still used.
Exit codes: 0 done, 1 there is nothing to propose, FILE cannot be read or OUT written, 2 the command line is wrong, 130
interrupted.
`,
  async run(argv) {
    const { values, positionals } = parseCommandLine(argv, {
      without: { type: "string", multiple: true },
      with: { type: "string", multiple: true },
      answer: { type: "string", multiple: true },
      label: { type: "string", short: "l", multiple: true },
      now: { type: "string" },
      config: { type: "boolean" },
      output: { type: "string", short: "o" },
      force: { type: "boolean" },
      json: { type: "boolean" },
      "show-secrets": { type: "boolean" },
      "no-progress": { type: "boolean" },
    });
    const file = onlyFile(positionals);
    if (values.force && values.output === undefined) throw new UsageError("--force needs --output");
    if (values.json && values.config) throw new UsageError("--json and --config exclude each other");
    const decisions = readDecisions(values);
    const options = { start: readNow(values.now), labels: readLabels(values.label ?? []) };
    const read = await readLog(file, values["no-progress"] !== true);
    const written = values.now === undefined ? (read.modified ?? options.start) : undefined;
    const { proposal, asOf } = proposeAsOf(read.lines, { ...options, ...decisions }, written);
    checkDecisions(proposal, decisions);
    const { shown, hidden } = values["show-secrets"]
      ? { shown: proposal, hidden: 0 }
      : proposalWithoutSecrets(proposal, read.lines);
    process.stderr.write(
      summarize(shownName(file), shown, decisions.choices, read.cut) + asOfNote(asOf) + hiddenNote(hidden),
    );
    const printed = values.json ? asJson(shown, hidden, read.interrupted) : asText(proposal, values.config === true);
    if (values.json || proposal.text !== "") await print(printed, values.output, values.force === true);
    if (read.interrupted) return 130;
    return proposal.text === "" ? 1 : 0;
  },
};

interface ReadLog {
  readonly lines: readonly string[];
  /** There is more than is kept. */
  readonly cut: boolean;
  readonly interrupted: boolean;
  /** When the file was changed last, nanoseconds. */
  readonly modified: bigint | undefined;
}

async function readLog(file: string, wanted: boolean): Promise<ReadLog> {
  if (file === "-" && process.stdin.isTTY) process.stderr.write("reading lines from the terminal; Ctrl-D ends them\n");
  const input = await openSampleInput(file, "lines", {});
  const progress = new Progress(input, wanted);
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once("SIGINT", interrupt);
  const lines: string[] = [];
  let length = 0;
  let cut = false;
  try {
    for await (const batch of input.batches(interruption.signal)) {
      for (const { line } of batch) {
        if (lines.length === MAX_LINES || length + line.length > MAX_LENGTH) {
          cut = true;
          break;
        }
        lines.push(line);
        length += line.length;
      }
      progress.show(lines.length);
      if (cut) break;
    }
  } finally {
    process.off("SIGINT", interrupt);
    progress.clear();
  }
  printWarnings(input);
  return { lines, cut, interrupted: interruption.signal.aborted, modified: input.modified };
}

const asOfNote = (asOf: bigint | undefined): string =>
  asOf === undefined ? "" : `the lines have no year: read as of ${formatRfc3339(asOf)}; --now says another time\n`;

function asJson(proposal: Proposal, hidden: number, interrupted: boolean): string {
  const { title, stages, branches, questions, text, figures, untimed, unparsed, unparsedLines, example } = proposal;
  const object = {
    version: 1,
    interrupted,
    title,
    stages: stages.map((stage) => ({ ...stage, branch: stage.branch ?? null, after: stage.after ?? null })),
    branches,
    questions,
    text,
    figures,
    untimed,
    unparsed,
    unparsedLines,
    example: example === undefined ? null : { ...example, time: example.time ?? null },
    hidden,
  };
  return `${JSON.stringify(toWellFormedData(object))}\n`;
}

/** A component that the stages are put into. Where its entries go is for whoever has the rest. */
const COMPONENT = 'logs.process "main" {\n  forward_to = []\n\n}\n';

function asText({ text }: Proposal, whole: boolean): string {
  if (!whole || text === "") return text;
  const put = putStages({ document: openDocument(text) }, openDocument(COMPONENT), "logs.process.main", "replace");
  if (!put.ok) throw new FileError(put.reason);
  return put.text;
}

async function print(text: string, output: string | undefined, force: boolean): Promise<void> {
  if (output === undefined) await printText(text);
  else await writeNew(output, text, force);
}
