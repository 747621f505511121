/** `sluice patterns`: which kinds of lines a log has, and what varies in each. */
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  lookAtPattern,
  PatternMiner,
  type PatternPart,
  type PatternReport,
  ShownTexts,
  toWellFormedData,
} from "@sluice/engine";
import { formatTable } from "../columns.ts";
import type { Command } from "../command.ts";
import { counted, percent } from "../counted.ts";
import { hiddenNote } from "../hidden-note.ts";
import { printText } from "../output.ts";
import { openSampleInput, printWarnings } from "../sample-input.ts";
import { onlyFile, parseCommandLine, UsageError } from "../usage.ts";
import { Progress } from "./preview/preview-progress.ts";

const DEFAULT_TOP = 20;
/** Lines between two looks at the clock and at Ctrl-C. */
const PIECE = 2000;
/** Longest template and example in the table; `--json` has them whole. */
const MAX_CELL = 100;

export const patterns: Command = {
  help: `usage: sluice patterns [OPTIONS] FILE

Lists which kinds of lines FILE has (- is standard input; gzipped or not): how many of each, what varies in it, and
an example. Lines in CRI, Docker's JSON, syslog, JSON or logfmt with a message and the journal's export are
unwrapped; the lines of a stack trace belong to the line that they follow.

      --top N        patterns that are shown, the most frequent first (default ${DEFAULT_TOP}; 0: all)
      --json         print one object, all patterns unless --top is given: version, lines, bytes, entries,
                     interrupted, other, total, patterns [{template, count, lines, bytes, lineShare, byteShare,
                     first, last, example, parts [{name, kind, distinct {count, exact}, range, first, last}]}],
                     hidden; first and last of a pattern are indexes of lines, from 0
      --show-secrets show secrets of the lines, not stand-ins for them
      --no-progress  no progress bar on standard error

A part is shown as its name, its kind, and how many different values it has: port number 512. A name of a part is the
word before it where that says what it is.
Ctrl-C ends the input early; what was read is still shown.
Exit codes: 0 done, 1 FILE cannot be read, 2 the command line is wrong, 130 interrupted.
`,
  async run(argv) {
    const { values, positionals } = parseCommandLine(argv, {
      top: { type: "string" },
      json: { type: "boolean" },
      "show-secrets": { type: "boolean" },
      "no-progress": { type: "boolean" },
    });
    const file = onlyFile(positionals);
    const top = readTop(values.top, values.json === true);
    const texts = values["show-secrets"] ? undefined : new ShownTexts();
    const { report, interrupted } = await mine(file, values["no-progress"] !== true, texts);
    const shown = texts === undefined ? report.patterns.slice(0, top) : withoutSecrets(report, top, texts);
    const hidden = texts?.hidden() ?? 0;
    await printText(values.json === true ? asJson(report, shown, hidden, interrupted) : asText(report, shown));
    process.stderr.write(hiddenNote(hidden));
    return interrupted ? 130 : 0;
  },
};

function readTop(given: string | undefined, json: boolean): number {
  if (given === undefined) return json ? Number.POSITIVE_INFINITY : DEFAULT_TOP;
  if (!/^\d{1,9}$/.test(given)) throw new UsageError(`--top: expected a number from 0, got ${JSON.stringify(given)}`);
  return given === "0" ? Number.POSITIVE_INFINITY : Number(given);
}

function withoutSecrets({ patterns }: PatternReport, top: number, texts: ShownTexts): Shown {
  const looks = patterns.slice(0, top).map((pattern) => lookAtPattern(texts, pattern));
  return looks.map((read) => read());
}

async function mine(
  file: string,
  wanted: boolean,
  texts: ShownTexts | undefined,
): Promise<{ report: PatternReport; interrupted: boolean }> {
  if (file === "-" && process.stdin.isTTY) process.stderr.write("reading lines from the terminal; Ctrl-D ends them\n");
  const input = await openSampleInput(file, "lines", {});
  const miner = new PatternMiner();
  const progress = new Progress(input, wanted);
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once("SIGINT", interrupt);
  let count = 0;
  try {
    for await (const lines of input.batches(interruption.signal)) {
      for (let from = 0; from < lines.length && !interruption.signal.aborted; from += PIECE) {
        const piece = lines.slice(from, from + PIECE);
        const given = piece.map(({ line }) => line);
        miner.add(given);
        texts?.addLog(given);
        count += piece.length;
        progress.show(count);
        await nextTurn();
      }
    }
  } finally {
    process.off("SIGINT", interrupt);
    progress.clear();
  }
  printWarnings(input);
  return { report: miner.report(), interrupted: interruption.signal.aborted };
}

type Shown = PatternReport["patterns"];

function asJson(report: PatternReport, patterns: Shown, hidden: number, interrupted: boolean): string {
  const { lines, bytes, entries, other } = report;
  // How a program looks values up again says nothing to who reads the report.
  const shown = patterns.map(({ number: _, pieces: __, ...pattern }) => ({
    ...pattern,
    parts: pattern.parts.map((part) => ({ ...part, range: part.range ?? null })),
  }));
  const total = report.patterns.length;
  const object = { version: 1, lines, bytes, entries, interrupted, other, total, patterns: shown, hidden };
  return `${JSON.stringify(toWellFormedData(object))}\n`;
}

function asText(report: PatternReport, shown: Shown): string {
  const total = report.patterns.length;
  const [lines, entries] = [counted(report.lines, "line"), counted(report.entries, "entry", "entries")];
  const head = `${lines}, ${entries}, ${counted(total, "pattern")}`;
  if (shown.length === 0) return `${head}\n`;
  const rows = shown.flatMap(({ count, lineShare, byteShare, template, parts, example }) => [
    [String(count), percent(lineShare, 1), percent(byteShare, 1), cut(template)],
    ...(parts.length === 0 ? [] : [["", "", "", `  varies: ${parts.map(describePart).join(", ")}`]]),
    ["", "", "", `  example: ${cut(example)}`],
  ]);
  const table = formatTable([["count", "lines", "bytes", "pattern"], ...rows]);
  const rest = report.patterns.slice(shown.length);
  const left = rest.reduce((sum, { count }) => sum + count, 0);
  const more =
    rest.length === 0
      ? ""
      : `\n${counted(rest.length, "more pattern")}, of ${counted(left, "entry", "entries")}: --top 0 shows all\n`;
  const full =
    report.other.count === 0
      ? ""
      : `\n${counted(report.other.count, "entry", "entries")} without a pattern: there are too many patterns\n`;
  return `${head}\n\n${table}${more}${full}`;
}

function describePart({ name, kind, distinct, range }: PatternPart): string {
  const called = name === kind || name.startsWith(`${kind}_`) ? name : `${name} ${kind}`;
  const many = distinct.exact ? String(distinct.count) : `more than ${distinct.count}`;
  return `${called} ${many}${range === undefined || range.min === range.max ? "" : ` (${range.min} to ${range.max})`}`;
}

const cut = (text: string): string => (text.length <= MAX_CELL ? text : `${text.slice(0, MAX_CELL - 1)}…`);
