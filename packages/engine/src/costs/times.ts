/**
 * The processor time of each stage on the samples, measured without a trace, which would cost more than most stages. The samples
 * are run again and again until the shares hold still: the first runs are slow, since code is not compiled yet, and others are
 * disturbed by what else the machine does. The lower quartile counts.
 */
import { SeededRandom } from "@sluice/languages/base";
import { VirtualClock } from "../base/clock.ts";
import { LabelSet } from "../base/label-set.ts";
import { MetricRegistry } from "../metrics/registry.ts";
import { PatternMiner } from "../patterns/index.ts";
import { Pipeline } from "../pipeline/pipeline.ts";
import { drain, type PlaybackEvent, playback } from "../pipeline/playback.ts";
import { allStages, type StageNode } from "../pipeline/stage-spec.ts";
import { StageTimes } from "../pipeline/stage-times.ts";
import type { PreviewOptions, PreviewPipeline, Sample } from "../preview/preview.ts";
import { CompiledText } from "../schema/compiled-text.ts";
import { minePatterns } from "./measure.ts";

export interface StageTime {
  readonly path: string;
  readonly name: string;
  /** Entries that reach it, for each of the input. */
  readonly reached: number;
  /** For one entry of the input, in microseconds. */
  readonly microseconds: number;
  /** Of the time of all stages, from 0 to 1. */
  readonly share: number;
  /** What is unusual about it, as clauses. */
  readonly reasons: readonly string[];
}

/** Milliseconds of one measurement at least, or so many runs: clocks of browsers are coarse. */
const MEASUREMENT = 20;
const MAX_ROUNDS = 200;
/** Measurements at least. */
const LEAST = 8;
/** Shares hold still where none of the last so many estimates has one that is so far from the latest. */
const LAST = 4;
const STILL = 0.01;
/** Milliseconds after which what is measured counts, still or not. */
const LIMIT = 1500;
/** Samples that are run: enough for shares that hold still. */
const MAX_SAMPLES = 5000;
const PIECE = 200;
/** From this share on, and this many times the average, a stage's time is unusual. */
const UNUSUAL_SHARE = 0.3;
const UNUSUAL_TIMES = 2;
/** Of two stages one takes more than half; this much is unusual whatever their number. */
const SURELY_UNUSUAL = 0.75;
/** A pattern that takes this share of a stage's time, and this many times its share of the entries, is a reason. */
const PATTERN_SHARE = 0.5;
const PATTERN_TIMES = 1.5;

/** Times of all stages, in their order, in steps. `now`: in milliseconds. */
export function* stageTimesInSteps(
  pipeline: PreviewPipeline,
  samples: readonly Sample[],
  options: PreviewOptions,
  now: () => number,
): Generator<undefined, StageTime[]> {
  // Spread over all, since a log is often in phases.
  const every = Math.max(1, Math.ceil(samples.length / MAX_SAMPLES));
  const chosen = samples.filter((_, i) => i % every === 0);
  if (chosen.length === 0) return [];
  const miner = new PatternMiner();
  const numbers = yield* minePatterns(miner, chosen);
  const times = new StageTimes(now);
  const nodes = allStages(pipeline.stages);
  const started = now();
  const all: Measurement[] = [];
  const estimates: Measurement[] = [];
  while (all.length < LEAST || (!isStill(estimates) && now() - started < LIMIT)) {
    all.push(yield* measure(pipeline, chosen, numbers, options, times, now));
    estimates.push(nodes.map((_, i) => undisturbed(all, i)));
  }
  const templates = new Map(miner.report().patterns.map(({ number, template }) => [number, template]));
  return describe(nodes, estimates.at(-1)!, (by, total) => patternReason(by, total, numbers, templates));
}

/** What one stage took: milliseconds for each entry of the input, by pattern and all, and entries that reached it. */
interface Spent {
  readonly by: ReadonlyMap<number, number>;
  readonly all: number;
  readonly reached: number;
}

/** Of all stages, in their order. */
type Measurement = readonly Spent[];

function* measure(
  pipeline: PreviewPipeline,
  samples: readonly Sample[],
  numbers: readonly (number | undefined)[],
  options: PreviewOptions,
  times: StageTimes,
  now: () => number,
): Generator<undefined, Measurement> {
  times.restart();
  const started = now();
  let rounds = 0;
  do {
    yield* run(pipeline, samples, numbers, options, times);
    rounds++;
  } while (now() - started < MEASUREMENT && rounds < MAX_ROUNDS);
  return spentBy(allStages(pipeline.stages), times, samples.length * rounds);
}

const spentBy = (nodes: readonly StageNode[], times: StageTimes, entries: number): Measurement =>
  nodes.map(({ path }) => {
    const by = new Map([...times.of(path)].map(([about, time]) => [about, time / entries]));
    return { by, all: sum(by.values()), reached: times.givenTo(path) / entries };
  });

/**
 * Of the stage at `index`, the measurement at the lower quartile: what disturbs one only adds time to it, on a busy machine to
 * most of them.
 */
const undisturbed = (all: readonly Measurement[], index: number): Spent =>
  all.map((one) => one[index]!).sort((a, b) => a.all - b.all)[Math.floor(all.length / 4)]!;

function isStill(estimates: readonly Measurement[]): boolean {
  const [latest, ...before] = estimates.slice(-LAST).map(sharesOf).reverse();
  return before.every((shares) => shares.every((share, i) => Math.abs(share - latest![i]!) <= STILL));
}

function sharesOf(spent: Measurement): readonly number[] {
  const total = sum(spent.map(({ all }) => all));
  return spent.map(({ all }) => (total === 0 ? 0 : all / total));
}

function* run(
  { stages, dialect }: PreviewPipeline,
  samples: readonly Sample[],
  numbers: readonly (number | undefined)[],
  { start, seed, host }: PreviewOptions,
  times: StageTimes,
): Generator<undefined, void> {
  const clock = new VirtualClock(start);
  const pipeline = new Pipeline(stages, {
    clock,
    random: new SeededRandom(seed),
    metrics: new MetricRegistry(),
    log: { write: () => {}, enabled: () => false },
    host,
    dialect,
    deliver: () => {},
    times,
  });
  const schedule = { due: start };
  for (let from = 0; from < samples.length; from += PIECE) {
    const events = samples.slice(from, from + PIECE).map((sample, i): PlaybackEvent => {
      return {
        advance: sample.advance,
        input: (at) => {
          times.about = numbers[from + i] ?? -1;
          return {
            labels: LabelSet.of(sample.labels),
            line: sample.line,
            timestamp: sample.timestamp ?? at,
            metadata: sample.metadata,
            extracted: sample.extracted,
          };
        },
      };
    });
    if (playback(pipeline, clock, events, { end: false, schedule }) === "waiting") return;
    yield;
  }
  drain(pipeline, clock);
}

/** The time of all stages, in their order, by what `times` measured of `entries` of the input. */
export function measuredTimes(stages: readonly StageNode[], times: StageTimes, entries: number): StageTime[] {
  const nodes = allStages(stages);
  return describe(nodes, spentBy(nodes, times, entries), () => []);
}

function describe(
  nodes: readonly StageNode[],
  spent: Measurement,
  reasonsOf: (by: ReadonlyMap<number, number>, all: number) => string[],
): StageTime[] {
  const shares = sharesOf(spent);
  return nodes.map((node, i) => {
    const { by, all, reached } = spent[i]!;
    const share = shares[i]!;
    const unusual = share >= UNUSUAL_SHARE && share >= Math.min(SURELY_UNUSUAL, UNUSUAL_TIMES / nodes.length);
    return {
      path: node.path,
      name: node.spec.name,
      reached,
      microseconds: all * 1000,
      share,
      reasons: unusual ? [...expressionReasons(node), ...reasonsOf(by, all)] : [],
    };
  });
}

const sum = (values: Iterable<number>): number => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};

/** Expressions whose form does not run natively, or only on short texts. */
function expressionReasons({ args }: StageNode): string[] {
  return Object.values(args).flatMap((value): string[] => {
    if (!(value instanceof CompiledText) || !value.isOf("re2")) return [];
    const regex = value.ifGiven;
    return regex?.engine === "linear" ? ["its expression runs on the slow engine, step by step"] : [];
  });
}

function patternReason(
  by: ReadonlyMap<number, number>,
  all: number,
  numbers: readonly (number | undefined)[],
  templates: ReadonlyMap<number, string>,
): string[] {
  const [worst] = [...by].sort(([, a], [, b]) => b - a);
  if (worst === undefined || all === 0) return [];
  const [number, spent] = worst;
  const template = templates.get(number);
  const entries = numbers.filter((one) => one === number).length / numbers.length;
  if (template === undefined || spent / all < PATTERN_SHARE || spent / all < PATTERN_TIMES * entries) return [];
  const share = Math.round((100 * spent) / all);
  return [`${share} % of it on one pattern with ${Math.round(100 * entries)} % of the entries: ${template}`];
}
