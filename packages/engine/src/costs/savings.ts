/**
 * The changes of a pipeline that would save most: fewer entries of a frequent pattern, entries of a low level dropped, a label
 * moved to structured metadata, metadata left out that the line holds too. Each is made in the text and run over the samples, so
 * that its effect is measured.
 */
import { goString } from "@sluice/languages/govalue";
import { compileRegex } from "@sluice/languages/re2";
import { applyEdits } from "../base/diagnostic.ts";
import type { LabelSet } from "../base/label-set.ts";
import { withinLimit } from "../base/within-limit.ts";
import { writeStage } from "../detect/index.ts";
import { findPipeline, type OpenedDocument, openDocument } from "../document/open-document.ts";
import {
  entriesPlaced,
  expressionInSteps,
  isSeriousLine,
  type LevelCount,
  levelOf,
  lostByLevel,
  type PlacedEntry,
  placeForPattern,
  stageFor,
} from "../pattern-actions/index.ts";
import { PatternMiner } from "../patterns/index.ts";
import type { Snapshot } from "../pipeline/snapshot.ts";
import { findHighLabels } from "../preview/label-cardinality.ts";
import { Preview, type PreviewOptions } from "../preview/preview.ts";
import { insertStages } from "../suggest/index.ts";
import { writeText } from "../syntax/index.ts";
import { isLowLevel, isRoutine, isSeriousLevel, LEVEL_NAMES } from "../vocabulary/index.ts";
import { leaveOutMetadata } from "./leave-out-metadata.ts";
import { type CostReport, type MeasuredRun, measureOutput, minePatterns, type OutputVolume } from "./measure.ts";

export type SavingKind =
  | "drop-level"
  | "drop-pattern"
  | "sample-pattern"
  | "label-to-metadata"
  | "labels-to-metadata"
  | "leave-out-metadata";

export interface Saving {
  readonly kind: SavingKind;
  /** A level, the template of a pattern, or the name of a label or of metadata, or names with commas. */
  readonly subject: string;
  /** The configuration with it. */
  readonly text: string;
  /** What leaves then. */
  readonly out: OutputVolume;
  /** Entries that leave no more, by level. */
  readonly lost: readonly LevelCount[];
}

export interface SavingsInput {
  readonly document: OpenedDocument;
  readonly text: string;
  /** Id of the pipeline. */
  readonly pipeline: string;
  readonly run: MeasuredRun;
  readonly options: PreviewOptions;
  readonly report: CostReport;
}

/** Savings that are offered. */
const OFFERED = 3;
/** Candidates that are tried: each is a run over all samples. */
const MAX_TRIED = 9;
/** Labels that are moved at once. */
const MAX_MOVED = 20;
const TRIED_PATTERNS = 3;
/** Labels that are tried alone, too, where there are several. */
const TRIED_LABELS = 2;
/** A saving below this share of bytes, or of streams, is none. */
const LEAST_SHARE = 0.02;
const KEEP_ONE_IN = 10;
/** Entries below which nobody samples a pattern. */
const LEAST_SAMPLED = 20;
/** Streams cost less than bytes: what halves them counts as much as this share of the bytes. */
const STREAMS_WEIGHT = 0.5;

/** A pattern with this share of entries of a low level is saved by dropping the level. */
const MOSTLY = 0.5;

interface Candidate {
  readonly kind: SavingKind;
  readonly subject: string;
  readonly text: string;
}

/** The best changes, in steps: between two of them something else can be done. */
export function* savingsInSteps(input: SavingsInput): Generator<undefined, Saving[]> {
  const before = input.report.out;
  if (before.entries === 0) return [];
  const candidates: Candidate[] = [...levels(input), ...copies(input), ...labels(input)];
  yield* patterns(input, candidates);
  const found: Saving[] = [];
  for (const candidate of candidates.slice(0, MAX_TRIED)) {
    yield;
    const tried = yield* tryOut(candidate.text, input);
    if (tried === undefined) continue;
    const out = measureOutput(tried.outputs);
    if (worthOf(before, out) < LEAST_SHARE) continue;
    // What was a label would be one again.
    if (candidate.kind === "leave-out-metadata" && out.streams > before.streams) continue;
    found.push({ ...candidate, out, lost: lostByLevel(input.run.preview.outputs, tried.outputs) });
  }
  return offered(found, ({ out }) => worthOf(before, out));
}

/** What is lost by a change: nothing, what nobody reads, or what somebody may. */
const LOSS: Readonly<Record<SavingKind, 0 | 1 | 2>> = {
  "label-to-metadata": 0,
  "labels-to-metadata": 0,
  "leave-out-metadata": 0,
  "drop-pattern": 1,
  "drop-level": 1,
  "sample-pattern": 2,
};
/** A change that loses more has to save that much more. */
const LOST_WEIGHT = [1, 0.9, 0.5] as const;

/** Those that save most for what is lost, first those that lose least. */
function offered(found: readonly Saving[], worth: (saving: Saving) => number): Saving[] {
  const weighed = (saving: Saving) => worth(saving) * LOST_WEIGHT[LOSS[saving.kind]];
  return [...found]
    .sort((a, b) => weighed(b) - weighed(a))
    .slice(0, OFFERED)
    .sort((a, b) => LOSS[a.kind] - LOSS[b.kind] || worth(b) - worth(a));
}

/** The share that is saved, of bytes or of streams, whichever counts more. */
function worthOf(before: OutputVolume, after: OutputVolume): number {
  const bytes = before.bytes === 0 ? 0 : 1 - after.bytes / before.bytes;
  const streams = before.streams === 0 ? 0 : 1 - after.streams / before.streams;
  return Math.max(bytes, STREAMS_WEIGHT * streams);
}

/** Samples that are sent between two steps. */
const PIECE = 500;

function* tryOut(text: string, { pipeline, run, options }: SavingsInput): Generator<undefined, Preview | undefined> {
  const found = findPipeline(openDocument(text, { purpose: "preview" }), pipeline);
  if (found === undefined) return undefined;
  const preview = new Preview(found, options);
  for (let from = 0; from < run.samples.length; from += PIECE) {
    preview.send(run.samples.slice(from, from + PIECE));
    yield;
  }
  if (options.end !== false) preview.end();
  return preview;
}

/** The name and the text of an entry's level, where it is a low one. */
function lowLevelOf({ extracted }: Snapshot): { readonly name: string; readonly value: string } | undefined {
  const name = LEVEL_NAMES.find((one) => extracted.get(one) !== undefined);
  const value = name === undefined ? undefined : extracted.get(name);
  const text = value === undefined ? undefined : goString(value);
  if (name === undefined || text === undefined || !isLowLevel(text)) return undefined;
  return { name, value: text };
}

/** Entries of a low level that leave, by the number of their pattern. */
function lowEntries({ preview }: MeasuredRun, numbers: readonly (number | undefined)[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const { entry } of preview.outputs) {
    const number = numbers[entry.origins[0] ?? -1];
    if (number !== undefined && lowLevelOf(entry) !== undefined) found.set(number, (found.get(number) ?? 0) + 1);
  }
  return found;
}

/** Entries of a low level, by what the pipeline extracted or by a label, dropped at the end of it. */
function levels({ document, pipeline, run: { preview } }: SavingsInput): Candidate[] {
  const counts = new Map<string, { readonly name: string; readonly value: string; entries: number }>();
  for (const { entry } of preview.outputs) {
    const low = lowLevelOf(entry);
    if (low === undefined) continue;
    const key = `${low.name}=${low.value}`;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { ...low, entries: 1 });
    else known.entries++;
  }
  return [...counts.values()]
    .sort((a, b) => b.entries - a.entries)
    .slice(0, 2)
    .flatMap(({ name, value }): Candidate[] => {
      const reason = `level_${value.toLowerCase()}`;
      const stage = writeStage("drop", {
        source: writeText(name),
        value: writeText(value),
        drop_counter_reason: writeText(reason),
      });
      const text = insertStages(document, pipeline, { side: "end" }, [stage])?.text;
      return text === undefined ? [] : [{ kind: "drop-level", subject: value, text }];
    });
}

/** Labels that make nearly each entry a stream of its own, moved to structured metadata where nothing reads them after. */
function labels({ document, text, pipeline, run: { stages, preview } }: SavingsInput): Candidate[] {
  const sent = preview.outputs.map(({ entry }) => entry.labels);
  const found = findHighLabels(stages, document.file, sent);
  const single = found.flatMap(({ name, fix }): Candidate[] =>
    fix === undefined ? [] : [{ kind: "label-to-metadata", subject: name, text: applyEdits(text, fix.edits) }],
  );
  return single.length < 2
    ? single
    : [...allLabels(text, pipeline, sent, found.length), ...single.slice(0, TRIED_LABELS)];
}

/** All of them at once: where each has as many values as there are entries, one that stays keeps all streams. */
function allLabels(text: string, pipeline: string, sent: readonly LabelSet[], most: number): Candidate[] {
  const names: string[] = [];
  let changed = text;
  for (let i = 0; i < Math.min(most, MAX_MOVED); i++) {
    const document = openDocument(changed, { purpose: "preview" });
    const stages = findPipeline(document, pipeline)?.stages;
    const next =
      stages === undefined
        ? undefined
        : findHighLabels(stages, document.file, sent).find(({ fix }) => fix !== undefined);
    if (next?.fix === undefined) break;
    names.push(next.name);
    changed = applyEdits(changed, next.fix.edits);
  }
  return names.length < 2 ? [] : [{ kind: "labels-to-metadata", subject: names.join(", "), text: changed }];
}

/** The structured metadata with most bytes of that which lines hold anyway, as far as it can be left out. */
function copies({ document, text, run: { stages }, report }: SavingsInput): Candidate[] {
  for (const { name, copied } of report.metadata) {
    const edits = copied ? leaveOutMetadata(stages, document.file, name) : undefined;
    if (edits !== undefined) return [{ kind: "leave-out-metadata", subject: name, text: applyEdits(text, edits) }];
  }
  return [];
}

/** Samples whose entries leave with the level or the words of trouble. */
const seriousSamples = ({ preview }: MeasuredRun): readonly number[] =>
  preview.outputs.flatMap(({ entry }) => {
    const level = levelOf(entry);
    return (level === undefined ? isSeriousLine(entry.line) : isSeriousLevel(level)) ? entry.origins.slice(0, 1) : [];
  });

/**
 * The patterns with most bytes in the output: routine ones are dropped, of others one in ten is kept, and entries that report
 * trouble stay.
 */
function* patterns(input: SavingsInput, into: Candidate[]): Generator<undefined, void> {
  const { document, pipeline, run, report } = input;
  const { place } = placeForPattern(document, pipeline);
  const placed = entriesPlaced(run.preview, run.samples, place);
  const miner = new PatternMiner();
  const numbers = yield* minePatterns(miner, run.samples);
  const label = Object.keys(run.samples[0]?.labels ?? {})[0] ?? "job";
  const low = lowEntries(run, numbers);
  const serious = new Set(seriousSamples(run));
  const worthwhile = report.patterns.filter(
    ({ number, example, out }) =>
      out.entries >= (isRoutine(example) ? 1 : LEAST_SAMPLED) &&
      !isSeriousLine(example) &&
      (low.get(number) ?? 0) < out.entries * MOSTLY,
  );
  const routine = worthwhile.filter(({ example }) => isRoutine(example));
  const chosen = [...new Set([...routine.slice(0, TRIED_PATTERNS), ...worthwhile.slice(0, TRIED_PATTERNS)])];
  for (const { number, template, example } of chosen) {
    const isOwn = (sample: number, line: string) =>
      numbers[sample] === number && miner.valuesIn(run.samples[sample]!.line, number) !== undefined && line !== "";
    const lines = placed.map(({ line, sample }) => ({ line, own: isOwn(sample, line) }));
    const expression = yield* expressionInSteps(lines);
    // One that matches other lines too would take away more than it says.
    if (expression === undefined || expression.others > 0) continue;
    const routineCall = isRoutine(example);
    const action = routineCall ? ({ kind: "drop" } as const) : ({ kind: "sample", keepOneIn: KEEP_ONE_IN } as const);
    // A drop has no second condition, and a level need not be a word of the line.
    const spares = !routineCall;
    const compiled = compileRegex(expression.text);
    const isTaken = ({ line, sample }: PlacedEntry) =>
      serious.has(sample) &&
      !(spares && isSeriousLine(line)) &&
      compiled.ok &&
      withinLimit(() => compiled.regex.test(line)) === true;
    if (placed.some(isTaken)) continue;
    const stage = stageFor(action, expression.text, { label, name: routineCall ? "routine" : "sampled", spares });
    const text = insertStages(document, pipeline, place, [stage])?.text;
    if (text === undefined) continue;
    into.push({ kind: routineCall ? "drop-pattern" : "sample-pattern", subject: template, text });
  }
}
