/** `sluice preview --costs`: volume in and out, by stage, label, metadata and pattern, and what would save most. */
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  buildWithResources,
  type CostReport,
  costOf,
  costsWithoutSecrets,
  type Diagnostic,
  describeLevels,
  measureCosts,
  measuredRate,
  type OpenedDocument,
  Preview,
  type PreviewOptions,
  type Sample,
  type Saving,
  type ShownCosts,
  type StageTime,
  savingsInSteps,
  stageTimesInSteps,
  sumOfMetadata,
  type Tariff,
  toWellFormedData,
} from "@sluice/engine";
import { formatTable } from "../../columns.ts";
import type { ExitCode } from "../../command.ts";
import { FileError } from "../../config-file.ts";
import { counted, grouped, percent } from "../../counted.ts";
import { hiddenNote } from "../../hidden-note.ts";
import { printText } from "../../output.ts";
import type { SampleInput } from "../../sample-input.ts";
import { Progress } from "./preview-progress.ts";

export interface CostOptions extends Pick<PreviewOptions, "start" | "seed" | "host"> {
  readonly document: OpenedDocument;
  readonly text: string;
  readonly json: boolean;
  readonly showSecrets: boolean;
  readonly progress: boolean;
  readonly tariff: Tariff;
  readonly report: (diagnostics: readonly Diagnostic[]) => void;
}

/** Entries whose steps are all kept, since patterns and savings are about all of them together. */
const MAX_ENTRIES = 50_000;
const PIECE = 500;
const SHOWN = 10;

/** Gives 0, or 1 where a stage cannot use its file, or 130 after Ctrl-C. */
export async function showCosts(
  pipeline: OpenedDocument["pipelines"][number],
  input: SampleInput,
  options: CostOptions,
): Promise<ExitCode> {
  const made = buildWithResources(() => new Preview(pipeline, options));
  if (!made.ok) {
    options.report([made.diagnostic]);
    return 1;
  }
  const preview = made.built;
  const samples: Sample[] = [];
  const progress = new Progress(input, options.progress);
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once("SIGINT", interrupt);
  try {
    for await (const batch of input.batches(interruption.signal)) {
      if (samples.length + batch.length > MAX_ENTRIES)
        throw new FileError(`${input.name} has more than ${MAX_ENTRIES} entries: --costs takes a part of them`);
      for (let from = 0; from < batch.length && !interruption.signal.aborted; from += PIECE) {
        const piece = batch.slice(from, from + PIECE);
        preview.send(piece);
        samples.push(...piece);
        progress.show(samples.length);
        await nextTurn();
      }
    }
    preview.end();
    const run = { stages: pipeline.stages, samples, preview };
    const report = measureCosts(run);
    const stopped = () => interruption.signal.aborted;
    const times = await inTurns(
      stageTimesInSteps(pipeline, samples, options, () => performance.now()),
      stopped,
    );
    const savings = await inTurns(savingsInSteps({ ...options, pipeline: pipeline.id, run, options, report }), stopped);
    progress.clear();
    const lines = samples.map(({ line }) => line);
    const found = options.showSecrets
      ? { report, savings: savings ?? [], hidden: 0 }
      : costsWithoutSecrets(report, savings ?? [], lines);
    const shown = { ...found, times: times ?? [] };
    await printText(options.json ? asJson(shown, options.tariff) : asText(shown, options.tariff));
    process.stderr.write(hiddenNote(shown.hidden));
  } finally {
    process.off("SIGINT", interrupt);
    progress.clear();
  }
  return interruption.signal.aborted ? 130 : 0;
}

async function inTurns<T>(steps: Generator<undefined, T>, stopped: () => boolean): Promise<T | undefined> {
  for (let n = 0; ; n++) {
    if (stopped()) return undefined;
    const step = steps.next();
    if (step.done) return step.value;
    if (n % 10 === 0) await nextTurn();
  }
}

interface Found extends ShownCosts {
  readonly times: readonly StageTime[];
}

function asJson({ report, times, savings, hidden }: Found, tariff: Tariff): string {
  const object = {
    version: 1,
    ...report,
    days: report.days ?? null,
    cost: costOf(report.out, report, tariff) ?? null,
    times,
    savings: savings.map(({ kind, subject, out, lost, text }) => ({
      kind,
      subject,
      out,
      lost: lost.map(({ level, entries }) => ({ level: level ?? null, entries })),
      text,
    })),
    hidden,
  };
  return `${JSON.stringify(toWellFormedData(object))}\n`;
}

function asText({ report, times, savings }: Found, tariff: Tariff): string {
  const { in: came, out } = report;
  const lines = [
    `in   ${grouped(came.entries)} entries, ${size(came.bytes)}`,
    `out  ${grouped(out.entries)} entries (${percent(out.entries, came.entries)}), ${size(out.bytes)} (${percent(out.bytes, came.bytes)}), ${counted(out.streams, "stream")}`,
    describeMoney(report, tariff),
  ];
  const byPath = new Map(times.map((time) => [time.path, time]));
  const stages = report.stages.map(({ path, name, in: before, out: after }) => {
    const time = byPath.get(path);
    return [
      `${"  ".repeat(path.split(".").length - 1)}${path} ${name}`,
      grouped(before.entries),
      grouped(after.entries),
      signedSize(after.bytes - before.bytes),
      time === undefined ? "" : percent(time.share, 1),
      time?.reasons.join("; ") ?? "",
    ];
  });
  const labels = report.labels
    .slice(0, SHOWN)
    .map(({ name, values, without }) => [name, grouped(values), grouped(out.streams), grouped(without)]);
  const { together } = report;
  if (together !== undefined)
    labels.push([`(${together.names.join(", ")} together)`, "", grouped(out.streams), grouped(together.without)]);
  const metadata = metadataRows(report);
  const patterns = report.patterns
    .slice(0, SHOWN)
    .map((one) => [grouped(one.in.entries), grouped(one.out.entries), percent(one.out.bytes, out.bytes), one.template]);
  const offered = savings.map((saving) => [says(saving), ...effect(saving, report, tariff)]);
  const table = (title: string, rows: string[][]) =>
    rows.length === 0 ? [] : ["", title, formatTable(rows).trimEnd()];
  return `${[
    ...lines,
    ...table("Stages (change: bytes of lines and structured metadata)", [
      ["stage", "in", "out", "change", "time", ""],
      ...stages,
    ]),
    ...table("Labels", labels.length === 0 ? [] : [["label", "values", "streams", "without it"], ...labels]),
    ...table("Metadata", metadata.length === 0 ? [] : [["name", "entries", "bytes", "of all"], ...metadata]),
    ...table("Patterns", patterns.length === 0 ? [] : [["in", "out", "bytes out", "pattern"], ...patterns]),
    ...table("What would save most", offered),
  ].join("\n")}\n`;
}

function metadataRows({ metadata, otherMetadata, out }: CostReport): string[][] {
  const rest = sumOfMetadata(metadata.slice(SHOWN));
  const names = rest.names + otherMetadata.names;
  const bytes = rest.bytes + otherMetadata.bytes;
  return [
    ...metadata
      .slice(0, SHOWN)
      .map((one) => [one.name, grouped(one.entries), size(one.bytes), percent(one.bytes, out.bytes)]),
    ...(names === 0 ? [] : [[`(${grouped(names)} more)`, "", size(bytes), percent(bytes, out.bytes)]]),
  ];
}

function describeMoney(report: CostReport, tariff: Tariff): string {
  const cost = costOf(report.out, report, tariff);
  if (cost === undefined)
    return "The samples have no times of their own: --entries-per-day N says how much comes in a day.";
  const rate = tariff.entriesPerDay ?? measuredRate(report) ?? 0;
  const volume = `a day: ${grouped(Math.round(rate))} entries in, ${size(cost.bytesPerDay)} out`;
  return tariff.price === 0 ? volume : `${volume}; ${cost.money.toFixed(2)} for 30 days at ${tariff.price} per GB`;
}

function says({ kind, subject }: Saving): string {
  switch (kind) {
    case "drop-level":
      return `drop entries of level ${subject}`;
    case "drop-pattern":
      return `drop entries like ${subject}`;
    case "sample-pattern":
      return `keep one in ten entries like ${subject}`;
    case "label-to-metadata":
      return `make the label ${subject} structured metadata`;
    case "labels-to-metadata":
      return `make the labels ${subject} structured metadata, all of them`;
    case "leave-out-metadata":
      return `leave out the metadata ${subject}, which the line holds`;
  }
}

function effect({ kind, out: after, lost }: Saving, report: CostReport, tariff: Tariff): string[] {
  const { out } = report;
  const levels = kind === "drop-level" ? "" : describeLevels(lost);
  const saved = costOf({ entries: 0, bytes: out.bytes - after.bytes }, report, tariff);
  return [
    less(out.entries - after.entries, "entry", "entries") + (levels === "" ? "" : `: ${levels}`),
    change(out.bytes - after.bytes, size),
    `${grouped(out.streams)} → ${counted(after.streams, "stream")}`,
    saved === undefined || tariff.price === 0 ? "" : `${change(saved.money, (money) => money.toFixed(2))} for 30 days`,
  ];
}

/** Structured metadata adds bytes. */
const change = (saved: number, write: (value: number) => string): string =>
  saved < 0 ? `${write(-saved)} more` : `${write(saved)} less`;
const less = (many: number, one: string, several: string): string =>
  `${grouped(many)} ${many === 1 ? one : several} less`;

const signedSize = (bytes: number): string =>
  bytes === 0 ? size(0) : `${bytes < 0 ? "−" : "+"}${size(Math.abs(bytes))}`;

function size(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = 0;
  for (; Math.abs(value) >= 1000 && unit < units.length - 1; unit++) value /= 1000;
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}
