/**
 * The preview: sample entries through one pipeline of a configuration, under a virtual clock, with every step recorded.
 * The same code serves the page's worker and `sluice preview`. Steps stay here; a caller asks for the table of outcomes
 * and for the steps of single entries.
 */

import type { Nanos } from "@sluice/languages/base";
import { SeededRandom } from "@sluice/languages/base";
import { VirtualClock } from "../base/clock.ts";
import type { Metadata } from "../base/entry.ts";
import type { ExtractedValue } from "../base/extracted.ts";
import { LabelSet } from "../base/label-set.ts";
import type { Balance } from "../base/origin.ts";
import { formatPrometheus } from "../metrics/exposition.ts";
import { MetricRegistry } from "../metrics/registry.ts";
import { Pipeline } from "../pipeline/pipeline.ts";
import { advance, drain, type PlaybackEvent, playback, type Schedule } from "../pipeline/playback.ts";
import type { Dialect, StageHost, StageLog } from "../pipeline/stage.ts";
import type { StageNode } from "../pipeline/stage-spec.ts";
import { type Snapshot, type Step, TraceRecorder, takeSnapshot } from "../pipeline/trace.ts";
import { combineStatuses, ownStatus, type StepStatus, stepStatus } from "./status.ts";

/** A sample entry. */
export interface Sample {
  readonly line: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Default: the virtual time at which it is sent. */
  readonly timestamp?: Nanos | undefined;
  readonly metadata?: Metadata | undefined;
  /** Extracted values that are there before the first stage; labels of the same name override them. */
  readonly extracted?: Readonly<Record<string, ExtractedValue>> | undefined;
  /** Time that passes before it is sent; nanoseconds. */
  readonly advance?: Nanos | undefined;
}

/** One pipeline that can be previewed. */
export interface PreviewPipeline {
  readonly stages: readonly StageNode[];
  readonly dialect: Dialect;
}

export interface PreviewOptions {
  /** Where the virtual clock starts. */
  readonly start: Nanos;
  /** For `stage.sampling` and random template functions. */
  readonly seed: number;
  readonly host: StageHost;
  /** Time that passes behind the last entry. */
  readonly endAdvance?: Nanos | undefined;
  /** False leaves the input open, so that held entries stay held until the clock is stepped. Default true. */
  readonly end?: boolean | undefined;
}

/** Where an input entry counts in the balance: `out` where something of it was delivered and nothing is left inside. */
export type Settled = "out" | "dropped" | "held";

/**
 * What became of one sample, in one word: `passed` changed, `unchanged`, as one with others (`merged`), as several
 * (`split`), a stage could not do its work with it (`missed`), or failed on it (`error`). Where several hold: error,
 * dropped, held, merged, split, missed.
 */
export type OutcomeStatus = "passed" | "unchanged" | "missed" | "merged" | "split" | "dropped" | "held" | "error";

/** What became of one sample. */
export interface Outcome {
  readonly status: OutcomeStatus;
  readonly settled: Settled;
  /** What each stage did to it, by path; all stages of the pipeline, in their order. */
  readonly stages: ReadonlyMap<string, StepStatus>;
  /** Entries that left and come from it, also together with others. */
  readonly outputs: readonly PreviewOutput[];
  /** Where it was dropped, and under which reason. */
  readonly drops: readonly {
    readonly path: string;
    readonly stage: string;
    readonly reason: string;
    readonly code: string;
  }[];
  /** Path of the stage that holds it, or that it waits for. */
  readonly heldBy: string | undefined;
  /** Paths of stages that changed it, and of those that could not do their work with it. */
  readonly changedBy: readonly string[];
  readonly missedBy: readonly string[];
  /** Paths of stages that failed. */
  readonly errors: readonly string[];
}

export interface PreviewOutput {
  /** Counts from 0 in the order in which entries left. */
  readonly index: number;
  readonly entry: Snapshot;
  /** When it left. */
  readonly at: Nanos;
}

/**
 * Entries at one stage: those that it merged or split off count as it saw them. At every moment
 * `in = out + dropped + held + merged - split`, and `changed + unchanged + missed <= in`.
 */
export interface StageCounts {
  readonly in: number;
  readonly out: number;
  readonly changed: number;
  readonly unchanged: number;
  /** With which it could not do its work. */
  readonly missed: number;
  readonly dropped: number;
  /** Inside now; of a stage with stages inside, also those that wait there. */
  readonly held: number;
  /** Let out by the stage before, and waiting for this one, which takes none. */
  readonly waiting: number;
  /** By how many they became fewer, since some left as one. */
  readonly merged: number;
  /** By how many they became more, since one left as several. */
  readonly split: number;
  readonly errors: number;
}

/** Told of things as they happen, so that a long run can be written out as it goes. */
export interface PreviewListener {
  /** Nothing carries the sample any more. */
  readonly settled?: ((sample: number) => void) | undefined;
  /** An entry left. Given, the preview keeps no list of all outputs, only those of samples that are not forgotten. */
  readonly output?: ((output: PreviewOutput) => void) | undefined;
  /** A step is over. May throw an `Interruption`, which ends the run: whatever was called throws it on. */
  readonly step?: ((step: Step) => void) | undefined;
}

type MutableCounts = { -readonly [K in keyof StageCounts]: number };

const SILENT: StageLog = { write: () => {}, enabled: () => false };

export class Preview {
  readonly clock: VirtualClock;
  readonly metrics = new MetricRegistry();
  readonly #pipeline: Pipeline;
  readonly #recorder = new TraceRecorder((step) => {
    this.#count(step);
    this.#listener.step?.(step);
  });
  readonly #outputs: PreviewOutput[] = [];
  readonly #outputsOf = new Map<number, PreviewOutput[]>();
  readonly #unsettled = new Set<number>();
  #outputCount = 0;
  readonly #schedule: Schedule;
  #samples = 0;
  #ended = false;
  #stuck = false;
  readonly #listener: PreviewListener;
  readonly #counts = new Map<string, MutableCounts>();
  /** The stage behind each one, by path: where what it emits goes next. */
  readonly #nextPath: ReadonlyMap<string, string>;
  /** Paths of all stages, each with that of the one before it in the same list. */
  readonly #paths: ReadonlyMap<string, string | undefined>;
  /** Paths of stages with stages inside, which hold nothing themselves. */
  readonly #containers: ReadonlySet<string>;

  constructor(pipeline: PreviewPipeline, options: PreviewOptions, listener: PreviewListener = {}) {
    this.clock = new VirtualClock(options.start);
    this.#schedule = { due: options.start };
    this.#listener = listener;
    this.#nextPath = nextPaths(pipeline.stages);
    this.#paths = pathsWithPrevious(pipeline.stages);
    this.#containers = new Set(containerPaths(pipeline.stages));
    this.#pipeline = new Pipeline(pipeline.stages, {
      clock: this.clock,
      random: new SeededRandom(options.seed),
      metrics: this.metrics,
      log: SILENT,
      host: options.host,
      dialect: pipeline.dialect,
      trace: this.#recorder,
      deliver: (entry) => {
        const output = { index: this.#outputCount++, entry: takeSnapshot(entry), at: this.clock.now() };
        if (this.#listener.output === undefined) this.#outputs.push(output);
        else this.#listener.output(output);
        for (const id of output.entry.origins) push(this.#outputsOf, id, output);
      },
    });
  }

  /** Runs samples, and ends the input unless `end` is false. */
  static run(pipeline: PreviewPipeline, samples: Iterable<Sample>, options: PreviewOptions): Preview {
    const preview = new Preview(pipeline, options);
    preview.send(samples);
    preview.advance(options.endAdvance ?? 0n);
    if (options.end !== false) preview.end();
    return preview;
  }

  /** Sends samples; each gets the next index. Must not be called when the input has ended. */
  send(samples: Iterable<Sample>): void {
    if (this.#ended) throw new Error("samples were sent when the input had ended");
    const result = playback(this.#pipeline, this.clock, this.#events(samples), {
      end: false,
      schedule: this.#schedule,
    });
    if (result === "waiting") this.#stuck = true;
  }

  *#events(samples: Iterable<Sample>): Iterable<PlaybackEvent> {
    for (const sample of samples) {
      yield {
        advance: sample.advance,
        input: (now) => {
          const index = this.#samples++;
          this.#unsettled.add(index);
          return {
            labels: LabelSet.of(sample.labels),
            line: sample.line,
            timestamp: sample.timestamp ?? now,
            metadata: sample.metadata,
            extracted: sample.extracted,
            onSettled: () => {
              this.#unsettled.delete(index);
              this.#listener.settled?.(index);
            },
          };
        },
      };
    }
  }

  /** Lets virtual time pass, meeting deadlines on the way. */
  advance(by: Nanos): void {
    if (!advance(this.#pipeline, this.clock, by)) this.#stuck = true;
    this.#schedule.due = this.clock.now();
  }

  /** The next instant at which something will happen by itself. */
  nextWake(): Nanos | undefined {
    return this.#pipeline.nextWake();
  }

  /** Ends the input: everything held is let go, in virtual time where it must wait. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    if (!drain(this.#pipeline, this.clock)) this.#stuck = true;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** A stage takes no input and nothing will wake it; then samples behind it were not sent. */
  get stuck(): boolean {
    return this.#stuck;
  }

  get sampleCount(): number {
    return this.#samples;
  }

  /** Entries that left, in order. */
  get outputs(): readonly PreviewOutput[] {
    return this.#outputs;
  }

  get balance(): Balance {
    return this.#pipeline.balance();
  }

  stepsOf(sample: number): readonly Step[] {
    return this.#recorder.stepsOf(sample);
  }

  outcomeOf(sample: number): Outcome {
    const steps = this.#recorder.stepsOf(sample);
    const outputs = this.#outputsOf.get(sample) ?? [];
    // What was not sent because the pipeline is stuck waits too.
    const held = this.#unsettled.has(sample) || sample >= this.#samples;
    const settled = held ? "held" : outputs.length > 0 ? "out" : "dropped";
    const byPath = new Map<string, StepStatus[]>();
    for (const step of steps) push(byPath, step.path, stepStatus(step, sample));
    const pathsOf = (wanted: StepStatus) =>
      [...byPath].flatMap(([path, statuses]) => (statuses.includes(wanted) ? [path] : []));
    const changedBy = pathsOf("changed");
    const missedBy = pathsOf("missed");
    const errors = pathsOf("error");
    return {
      status: outcomeStatus(settled, outputs, { errors, missedBy, changedBy }),
      settled,
      stages: new Map([...this.#paths.keys()].map((path) => [path, combineStatuses(byPath.get(path) ?? [])])),
      outputs,
      drops: dropsOf(sample, steps),
      heldBy: held ? this.#holderOf(sample) : undefined,
      changedBy,
      missedBy,
      errors,
    };
  }

  /** Path of the stage that an unsettled sample is in, or waits for because the stage is busy. */
  #holderOf(sample: number): string | undefined {
    const steps = this.#recorder.stepsOf(sample);
    let container: string | undefined;
    const last = new Map<string, Step>();
    const came = new Map<string, number>();
    const left = new Map<string, number>();
    for (const step of steps) {
      last.set(step.path, step);
      if (step.before?.origins.includes(sample)) count(came, step.path, 1);
      count(left, step.path, step.emitted.filter(({ origins }) => origins.includes(sample)).length);
    }
    for (const step of steps.toReversed()) {
      if (last.get(step.path) !== step || stepStatus(step, sample) !== "held") continue;
      if (!this.#containers.has(step.path)) return step.path;
      container ??= step.path;
    }
    // Whatever left one stage and did not come to the next waits between them.
    for (const step of steps.toReversed()) {
      const next = this.#nextPath.get(step.path);
      if (next !== undefined && left.get(step.path)! > (came.get(next) ?? 0)) return next;
    }
    return container;
  }

  /** Forgets what is known of a settled sample, except in the counts; for runs that write results out as they go. */
  forget(sample: number): void {
    this.#recorder.forget(sample);
    this.#outputsOf.delete(sample);
  }

  /** Counts for every stage that did anything or that entries wait for, by path. */
  counts(): ReadonlyMap<string, StageCounts> {
    const counts = new Map<string, StageCounts>();
    for (const [path, previous] of this.#paths) {
      const one = this.#counts.get(path) ?? NO_COUNTS;
      // The first stage inside another gets what that one gives it at once.
      const given = previous !== undefined ? this.#counts.get(previous)?.out : isTop(path) ? this.#samples : undefined;
      const waiting = given === undefined ? 0 : given - one.in;
      if (one === NO_COUNTS && waiting === 0) continue;
      const held = one.in + one.split - one.out - one.dropped - one.merged;
      counts.set(path, { ...one, held, waiting });
    }
    return counts;
  }

  #count(step: Step): void {
    // A wake or a flush in which nothing happened.
    if (step.before === undefined && step.emitted.length === 0 && step.dropped.length === 0 && step.error === undefined)
      return;
    let one = this.#counts.get(step.path);
    if (one === undefined) {
      one = { ...NO_COUNTS };
      this.#counts.set(step.path, one);
    }
    const status = ownStatus(step);
    if (status !== undefined) one.in++;
    one.out += step.emitted.length;
    one.dropped += step.dropped.length;
    one.merged += step.merged;
    one.split += step.split;
    if (status === "changed" || status === "unchanged" || status === "missed") one[status]++;
    if (step.error !== undefined) one.errors++;
  }

  /** The metrics as `/metrics` would show them now. */
  exposition(): string {
    return formatPrometheus(this.metrics.collect(this.clock.now()));
  }
}

const NO_COUNTS: StageCounts = {
  in: 0,
  out: 0,
  changed: 0,
  unchanged: 0,
  missed: 0,
  dropped: 0,
  held: 0,
  waiting: 0,
  merged: 0,
  split: 0,
  errors: 0,
};

const isTop = (path: string): boolean => !path.includes(".");

function outcomeStatus(
  settled: Settled,
  outputs: readonly PreviewOutput[],
  { errors, missedBy, changedBy }: Pick<Outcome, "errors" | "missedBy" | "changedBy">,
): OutcomeStatus {
  if (errors.length > 0) return "error";
  if (settled !== "out") return settled;
  if (outputs.some(({ entry }) => entry.origins.length > 1)) return "merged";
  if (outputs.length > 1) return "split";
  if (missedBy.length > 0) return "missed";
  return changedBy.length > 0 ? "passed" : "unchanged";
}

/** `1000 in → 571 sent, made of 855; 145 dropped; 0 held`: what left in entries, the rest in input entries. */
export function describeBalance({ in: entered, out, dropped, held, emitted }: Balance): string {
  const made = emitted === out ? "" : `, made of ${out}`;
  return `${entered} in → ${emitted} sent${made}; ${dropped} dropped; ${held} held`;
}

/** Where entries of `sample` were dropped: by the innermost stage, since the stages around it pass the drop on. */
function dropsOf(sample: number, steps: readonly Step[]): Outcome["drops"] {
  const dropping = steps.filter(({ dropped }) => dropped.length > 0);
  const around = new Set<string>();
  for (const { path } of dropping) {
    for (let dot = path.lastIndexOf("."); dot > 0; dot = path.lastIndexOf(".", dot - 1)) around.add(path.slice(0, dot));
  }
  return dropping
    .filter(({ path }) => !around.has(path))
    .flatMap(({ path, stage, dropped }) =>
      dropped
        .filter(({ entry }) => entry.origins.includes(sample))
        .map(({ why: { reason, code } }) => ({ path, stage, reason, code })),
    );
}

/** For every stage the path of the one that gets what it emits; behind the last of a nested pipeline that is the outer next. */
function nextPaths(
  nodes: readonly StageNode[],
  behind?: string,
  paths = new Map<string, string>(),
): Map<string, string> {
  for (const [i, { path, children }] of nodes.entries()) {
    const next = nodes[i + 1]?.path ?? behind;
    if (next !== undefined) paths.set(path, next);
    nextPaths(children, next, paths);
  }
  return paths;
}

/** The paths of all stages in their order, each with that of the one before it in the same list. */
function pathsWithPrevious(
  nodes: readonly StageNode[],
  paths = new Map<string, string | undefined>(),
): Map<string, string | undefined> {
  for (const [i, { path, children }] of nodes.entries()) {
    paths.set(path, nodes[i - 1]?.path);
    pathsWithPrevious(children, paths);
  }
  return paths;
}

const containerPaths = (nodes: readonly StageNode[]): string[] =>
  nodes.flatMap(({ path, children }) => (children.length === 0 ? [] : [path, ...containerPaths(children)]));

function count(counts: Map<string, number>, path: string, by: number): void {
  counts.set(path, (counts.get(path) ?? 0) + by);
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
