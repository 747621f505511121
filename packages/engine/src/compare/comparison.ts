/**
 * Two pipelines on the same samples, each in a preview of its own with the same clock and seed, and the entries that
 * they process differently. Stages are paired (`align.ts`), what leaves is compared (`sent.ts`), and `parting.ts` names
 * the stage that makes the difference. Samples come in pieces, and what is through in both is compared and forgotten,
 * so that files of any size work; counts are of all entries.
 */
import { utf8Length } from "@sluice/languages/base";
import type { Diagnostic } from "../base/diagnostic.ts";
import type { Balance } from "../base/origin.ts";
import { buildWithResources } from "../pipeline/resources.ts";
import type { Outcome, PreviewOutput } from "../preview/outcome.ts";
import { Preview, type PreviewOptions, type PreviewPipeline, type Sample } from "../preview/preview.ts";
import { alignStages, type StagePair } from "./align.ts";
import { findParting, type Parting } from "./parting.ts";
import { MAX_SETS, onlyIn, type SentPart, sentDifferences } from "./sent.ts";
import { customSeries, describeValue, sameValue } from "./series.ts";

export type Side = "a" | "b";
export type Both<T> = Readonly<Record<Side, T>>;

/**
 * `outcome`: sent, dropped or held; `drop`: dropped in both, by another stage or rule; else the different part of the output.
 */
export type DifferentPart = "outcome" | "drop" | SentPart;

export const DIFFERENT_PARTS: readonly DifferentPart[] = [
  "outcome",
  "drop",
  "count",
  "line",
  "timestamp",
  "labels",
  "metadata",
];

/** Names of the parts for people. */
export const PART_WORDS: Readonly<Record<DifferentPart, string>> = {
  outcome: "outcome",
  drop: "reason of the drop",
  count: "number of entries",
  line: "line",
  timestamp: "timestamp",
  labels: "labels",
  metadata: "metadata",
};

/** An entry that both process differently. */
export interface EntryDifference {
  /** Counts from 0. */
  readonly index: number;
  readonly sample: Sample;
  /** At least one, in the order of `DIFFERENT_PARTS`. */
  readonly parts: readonly DifferentPart[];
  readonly outcomes: Both<Outcome>;
  /** Absent where no stage can be named. */
  readonly parting: Parting | undefined;
}

/** Drops of one stage for one reason. */
export interface DropCount {
  readonly path: string;
  readonly stage: string;
  readonly reason: string;
  readonly entries: number;
}

export interface SideSummary {
  readonly balance: Balance;
  /** Of lines that left, in UTF-8. */
  readonly bytes: number;
  /** Different label sets of what left, and series of `stage.metrics`; up to `MAX_SETS`. */
  readonly streams: number;
  readonly series: number;
  readonly drops: readonly DropCount[];
  /** A stage accepts no input and nothing will wake it, so that samples were not sent. */
  readonly stuck: boolean;
}

/** Entries that differ because of one stage. */
export interface CauseCount {
  readonly pair: StagePair;
  readonly entries: number;
}

export interface ComparisonSummary {
  readonly compared: number;
  readonly different: number;
  /** How many entries differ in which part; an entry may count several times. */
  readonly parts: Readonly<Record<DifferentPart, number>>;
  /** In the order of the stages, without entries for which no stage can be named. */
  readonly causes: readonly CauseCount[];
  readonly sides: Both<SideSummary>;
  /** Some of the label sets that only one side sends. */
  readonly onlyStreams: Both<readonly string[]>;
  readonly series: {
    /** Series of only one side, or with different values. */
    readonly different: number;
    readonly only: Both<readonly string[]>;
    /** Some of those that both have, with their values. */
    readonly changed: readonly { readonly series: string; readonly a: string; readonly b: string }[];
  };
  /** No entry differs, and no series. */
  readonly same: boolean;
}

export interface ComparisonOptions extends Omit<PreviewOptions, "host"> {
  readonly hosts: Both<PreviewOptions["host"]>;
}

/** `diagnostic`: a file that a stage of `side` cannot use, at its place in that text. */
export type ComparisonBuild =
  | { readonly ok: true; readonly comparison: Comparison }
  | { readonly ok: false; readonly side: Side; readonly diagnostic: Diagnostic };

const SIDES: readonly Side[] = ["a", "b"];
/** Maximum number of series whose two values are named. */
const NAMED_SERIES = 50;

export class Comparison {
  readonly pairs: readonly StagePair[];
  readonly #sides: Both<CompareSide>;
  readonly #options: ComparisonOptions;
  readonly #told: (difference: EntryDifference) => void;
  /** Samples that are not compared yet, and how many sides have not finished them. */
  readonly #waiting = new Map<number, { readonly sample: Sample; open: number }>();
  #through: number[] = [];
  #next: number;
  #compared = 0;
  #different = 0;
  readonly #parts = Object.fromEntries(DIFFERENT_PARTS.map((part) => [part, 0])) as Record<DifferentPart, number>;
  readonly #causes = new Map<StagePair, number>();

  private constructor(
    pairs: readonly StagePair[],
    sides: Both<CompareSide>,
    options: ComparisonOptions,
    told: (one: EntryDifference) => void,
  ) {
    this.#options = options;
    this.#told = told;
    this.#next = options.firstSample ?? 0;
    this.pairs = pairs;
    this.#sides = sides;
    for (const side of SIDES) sides[side].settled = (index) => this.#settled(index);
  }

  /** `told` receives each entry that differs, once both have finished it. */
  static build(
    pipelines: Both<PreviewPipeline>,
    options: ComparisonOptions,
    told: (one: EntryDifference) => void,
  ): ComparisonBuild {
    const build = (side: Side) =>
      buildWithResources(() => new CompareSide(pipelines[side], { ...options, host: options.hosts[side] }));
    const [a, b] = [build("a"), build("b")];
    if (!a.ok) return { ...a, side: "a" };
    if (!b.ok) return { ...b, side: "b" };
    const pairs = alignStages(pipelines.a.stages, pipelines.b.stages);
    return { ok: true, comparison: new Comparison(pairs, { a: a.built, b: b.built }, options, told) };
  }

  /** Samples that are held or wait in one of both. */
  get waiting(): number {
    return this.#waiting.size;
  }

  send(samples: readonly Sample[]): void {
    for (const sample of samples) this.#waiting.set(this.#next++, { sample, open: 2 });
    for (const side of SIDES) this.#sides[side].preview.send(samples);
    this.#compareThrough();
  }

  /** Lets the time after the last entry pass, ends the input unless it is to stay open, and compares the rest. */
  finish(): void {
    for (const side of SIDES) {
      const { preview } = this.#sides[side];
      preview.advance(this.#options.endAdvance ?? 0n);
      if (this.#options.end !== false) preview.end();
    }
    this.#compareThrough();
    for (const [index, { sample }] of this.#waiting) this.#compare(index, sample);
    this.#waiting.clear();
  }

  summary(): ComparisonSummary {
    const { a, b } = this.#sides;
    const series = compareSeries(a.series(), b.series());
    return {
      compared: this.#compared,
      different: this.#different,
      parts: { ...this.#parts },
      causes: this.pairs.flatMap((pair) => {
        const entries = this.#causes.get(pair);
        return entries === undefined ? [] : { pair, entries };
      }),
      sides: { a: a.summary(), b: b.summary() },
      onlyStreams: { a: onlyIn(a.streams, b.streams), b: onlyIn(b.streams, a.streams) },
      series,
      same: this.#different === 0 && series.different === 0,
    };
  }

  #settled(index: number): void {
    const one = this.#waiting.get(index);
    if (one !== undefined && --one.open === 0) this.#through.push(index);
  }

  /** Steps end after what they did has settled, so nothing is compared in the middle of one. */
  #compareThrough(): void {
    const through = this.#through.sort((a, b) => a - b);
    this.#through = [];
    for (const index of through) {
      const { sample } = this.#waiting.get(index)!;
      this.#waiting.delete(index);
      this.#compare(index, sample);
    }
  }

  #compare(index: number, sample: Sample): void {
    const { a, b } = this.#sides;
    const outcomes = { a: a.outcomeOf(index), b: b.outcomeOf(index) };
    this.#compared++;
    const parts = differentParts(outcomes.a, outcomes.b);
    if (parts.length > 0) {
      this.#different++;
      for (const part of parts) this.#parts[part]++;
      const steps = { a: a.preview.stepsOf(index), b: b.preview.stepsOf(index) };
      const fate = parts[0] === "outcome" || parts[0] === "drop";
      const parting = findParting(index, this.pairs, { steps, fate });
      if (parting !== undefined) this.#causes.set(parting.cause, (this.#causes.get(parting.cause) ?? 0) + 1);
      this.#told({ index, sample, parts, outcomes, parting });
    }
    for (const side of SIDES) this.#sides[side].preview.forget(index);
  }
}

function differentParts(a: Outcome, b: Outcome): DifferentPart[] {
  if (a.settled !== b.settled) return ["outcome"];
  const sent = sentDifferences(
    a.outputs.map(({ entry }) => entry),
    b.outputs.map(({ entry }) => entry),
  );
  return dropsKey(a) === dropsKey(b) ? sent : ["drop", ...sent];
}

/** A stage at another place is still the same. */
const dropsKey = ({ drops }: Outcome): string =>
  drops
    .map(({ stage, reason }) => `${stage} ${reason}`)
    .sort()
    .join("\n");

function compareSeries(a: Series, b: Series): ComparisonSummary["series"] {
  const changed = [...a].filter(([key, value]) => b.has(key) && !sameValue(value, b.get(key)!));
  const missing = (these: Series, those: Series) => [...these.keys()].filter((key) => !those.has(key)).length;
  return {
    different: changed.length + missing(a, b) + missing(b, a),
    only: { a: onlyIn(a.keys(), b), b: onlyIn(b.keys(), a) },
    changed: changed
      .slice(0, NAMED_SERIES)
      .map(([series, value]) => ({ series, a: describeValue(value), b: describeValue(b.get(series)!) })),
  };
}

type Series = ReturnType<typeof customSeries>;

/** One side, with counts of all its entries. */
class CompareSide {
  readonly preview: Preview;
  readonly streams = new Set<string>();
  readonly #dialect: PreviewPipeline["dialect"];
  readonly #drops = new Map<string, { path: string; stage: string; reason: string; entries: number }>();
  /** Called when a sample is finished. */
  settled: (index: number) => void = () => {};
  #bytes = 0;

  /** Throws `ResourceError` where a stage cannot use its file. */
  constructor(pipeline: PreviewPipeline, options: PreviewOptions) {
    this.#dialect = pipeline.dialect;
    this.preview = new Preview(pipeline, options, {
      settled: (index) => this.settled(index),
      output: (output) => this.#left(output),
    });
  }

  #left({ entry }: PreviewOutput): void {
    this.#bytes += utf8Length(entry.line);
    if (this.streams.size < MAX_SETS) this.streams.add(String(entry.labels));
  }

  outcomeOf(index: number): Outcome {
    const outcome = this.preview.outcomeOf(index);
    for (const { path, stage, reason } of outcome.drops) {
      const key = `${path} ${reason}`;
      const known = this.#drops.get(key);
      if (known === undefined) this.#drops.set(key, { path, stage, reason, entries: 1 });
      else known.entries++;
    }
    return outcome;
  }

  series(): Series {
    return customSeries(this.preview.metrics, this.#dialect, this.preview.clock.now(), MAX_SETS);
  }

  summary(): SideSummary {
    const { balance, stuck } = this.preview;
    return {
      balance,
      bytes: this.#bytes,
      streams: this.streams.size,
      series: this.series().size,
      drops: [...this.#drops.values()].sort((a, b) => comparePaths(a.path, b.path)),
      stuck,
    };
  }
}

/** In the order in which the stages stand. */
function comparePaths(a: string, b: string): number {
  const [one, other] = [a.split(".").map(Number), b.split(".").map(Number)];
  for (let i = 0; i < Math.min(one.length, other.length); i++) if (one[i] !== other[i]) return one[i]! - other[i]!;
  return one.length - other.length;
}
