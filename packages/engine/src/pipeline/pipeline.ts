/**
 * The stages of one `logs.process`, ready to run. It knows neither where entries come from nor what drives time.
 *
 * `push` has the ledger admit the entry's origin (`base/origin.ts`), or makes one; copies the labels into the extracted
 * map; and hands the entry to the chain. Entries leave through `deliver` and take their origins along. The ledger
 * counts input entries with nothing left inside, so `in = out + dropped + held` holds at every moment, in input
 * entries.
 */

import type { Nanos, Random } from "@sluice/languages/base";
import type { Clock } from "../base/clock.ts";
import { Entry, extractedFromLabels, type LogEntry, type Metadata, NO_METADATA } from "../base/entry.ts";
import type { ExtractedValue } from "../base/extracted.ts";
import { type Balance, Ledger, type Origin } from "../base/origin.ts";
import type { Held } from "../base/read-again.ts";
import type { MetricRegistry } from "../metrics/registry.ts";
import { Chain } from "./chain.ts";
import { logNotes } from "./notes.ts";
import { ResourceError } from "./resources.ts";
import type {
  Dialect,
  DropReason,
  EarlierStage,
  Ending,
  Env,
  OpenBlock,
  Out,
  Stage,
  StageHost,
  StageLog,
} from "./stage.ts";
import { stageMetrics } from "./stage-metrics.ts";
import { flowOf, type StageNode } from "./stage-spec.ts";
import { type StageTimes, timeStage } from "./stage-times.ts";
import { StepExplain, type TraceRecorder, traceStage } from "./trace.ts";
import {
  type PipelineWatch,
  type StageListener,
  type StagePoint,
  StageWatch,
  tellOfStages,
  type WatchableEnv,
} from "./watch.ts";

/** A fault of one stage, with the stage's place in the pipeline. */
export interface PipelineFault {
  readonly error: unknown;
  readonly node: StageNode;
  /** A stated limit was reached; otherwise it is a bug of ours. */
  readonly limit: boolean;
}

/**
 * What a pipeline needs of its host. An exception that `deliver`, `dropped`, `fault` or an `onSettled` throws is the
 * host's: the pipeline finishes what it is doing, and then the first one leaves `push`, `wake` or `flush`.
 */
export interface PipelineOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly metrics: MetricRegistry;
  readonly log: StageLog;
  readonly host: StageHost;
  readonly dialect: Dialect;
  /**
   * Takes the entries that leave, and with each its origin, to be released. The entry counts as delivered when this
   * returns, and as dropped when it throws.
   */
  readonly deliver: (entry: Entry) => void;
  readonly dropped?: ((entry: Entry, why: DropReason) => void) | undefined;
  readonly fault?: ((fault: PipelineFault) => void) | undefined;
  /**
   * Does long work in slices, such as informing the sources of very many entries that became one. Without it, it is done at
   * once.
   */
  readonly later?: ((work: Generator<void, void>) => void) | undefined;
  /** Records every step; without it the pipeline runs at full speed. */
  readonly trace?: TraceRecorder | undefined;
  /** Measures the time of each stage. */
  readonly times?: StageTimes | undefined;
  /** The id of the first entry's origin; the others count up from it. Default 0. */
  readonly firstOrigin?: number | undefined;
}

/** An entry on its way in. */
export interface PipelineInput extends Omit<LogEntry, "metadata"> {
  readonly metadata?: Metadata | undefined;
  /** Extracted values before the first stage; labels of the same name override them. */
  readonly extracted?: Readonly<Record<string, ExtractedValue>> | undefined;
  /** Called once nothing inside the pipeline carries the entry any more. */
  readonly onSettled?: ((origin: Origin) => void) | undefined;
}

/** The watcher, and the stand-ins for the stages meanwhile. */
interface Watching {
  readonly by: PipelineWatch;
  readonly stages: StageWatch;
}

export class Pipeline {
  readonly #chain: Chain;
  readonly #plainOut: Out;
  /** A stand-in while it is watched. */
  #out: Out;
  readonly #points: StagePoint[] = [];
  #watch: Watching | undefined;
  /** The measured stand-ins of its stages, by who measures. */
  readonly #measured = new WeakMap<StageTimes, readonly Stage[]>();
  /** The first exception of the host's own code in the current call. */
  #hostError: { readonly error: unknown } | undefined;
  readonly #onHostError = (error: unknown): void => {
    this.#hostError ??= { error };
  };
  readonly #ledger: Ledger;

  /** Throws `ResourceError` for a file that a stage cannot use: build it through `buildWithResources`. */
  constructor(nodes: readonly StageNode[], options: PipelineOptions) {
    const ledger = new Ledger(this.#onHostError, options.later, options.firstOrigin);
    this.#ledger = ledger;
    const onHostError = this.#onHostError;
    const fault = (one: PipelineFault): void => {
      try {
        options.fault?.(one);
      } catch (error) {
        onHostError(error);
      }
    };
    this.#chain = buildChain(nodes, { ...options, fault }, { earlier: [], points: this.#points });
    this.#plainOut = {
      emit(entry) {
        try {
          options.deliver(entry);
        } catch (error) {
          onHostError(error);
          ledger.dropped(entry, "failed");
          return;
        }
        ledger.delivered(entry);
      },
      drop(entry, why) {
        try {
          options.dropped?.(entry, why);
        } catch (error) {
          onHostError(error);
        }
        ledger.dropped(entry);
      },
    };
    this.#out = this.#plainOut;
  }

  /**
   * Lets `watch` follow entries that it admits from now on; undefined ends that. Not to be called while the pipeline is
   * working, nor for one that records every step.
   */
  watch(watch: PipelineWatch | undefined): void {
    this.#watch?.stages.end();
    this.#watch = watch && { by: watch, stages: new StageWatch(this.#points, watch.recorder) };
    const out = this.#plainOut;
    this.#out =
      watch === undefined
        ? out
        : {
            emit(entry) {
              if (entry.origin.followed) watch.left(entry);
              out.emit(entry);
            },
            drop: (entry, why) => out.drop(entry, why),
          };
  }

  /**
   * Has `times` measure the stages from now on; undefined ends that. What is recorded for a watch is not measured. False: it
   * cannot be measured now, since stages hold what is watched. Not to be called while the pipeline is working.
   */
  measure(times: StageTimes | undefined): boolean {
    if (times !== undefined && this.#watch?.stages.isResting === false) return false;
    const stages = times === undefined ? undefined : this.#timedStages(times);
    for (const [i, point] of this.#points.entries()) {
      point.resting = stages?.[i];
      const { chain, index } = point.link!;
      if (this.#watch?.stages.isResting !== false) chain.exchange(index, point.resting ?? point.stage);
    }
    return true;
  }

  #timedStages(times: StageTimes): readonly Stage[] {
    const known = this.#measured.get(times);
    if (known !== undefined) return known;
    const stages = this.#points.map(({ node, stage }) => timeStage(stage, node.path, times));
    this.#measured.set(times, stages);
    return stages;
  }

  /** Reports from now on what stages drop and join. Not for a watched pipeline. */
  tellOfStages(listener: StageListener): void {
    tellOfStages(this.#points, listener);
  }

  /** The blocks that its stages hold open, by the path of the stage. */
  *openBlocks(): Generator<{ readonly path: string } & OpenBlock> {
    for (const { node, stage } of this.#points)
      for (const block of stage.joins?.open() ?? []) yield { path: node.path, ...block };
  }

  /** All that is inside, in stages and in front of them. */
  *held(): Generator<Held> {
    for (const { stage, link } of this.#points) {
      if (stage.held !== undefined) yield* stage.held();
      for (const { origin } of link?.chain.waitingAt(link.index) ?? []) yield origin;
    }
  }

  /** Takes one entry; must not be called while `busy()`. Gives its origin. */
  push(input: PipelineInput): Origin {
    const extracted = extractedFromLabels(input.labels);
    if (input.extracted !== undefined) {
      for (const [name, value] of Object.entries(input.extracted)) if (!extracted.has(name)) extracted.set(name, value);
    }
    // Last, so that one that cannot be read is not counted.
    const watch = this.#watch;
    const followed = watch?.by.admits(input) === true;
    const onSettled = followed ? tellingAll(watch!, input.onSettled) : input.onSettled;
    const origin = this.#ledger.admit(onSettled, input.origin);
    const { labels, line, timestamp, metadata = NO_METADATA } = input;
    const entry = new Entry(labels, line, timestamp, metadata, extracted, origin);
    if (followed) {
      origin.followed = true;
      watch!.by.entered(entry);
      watch!.stages.entered();
      watch!.stages.record(() => this.#chain.process(entry, this.#out));
    } else {
      watch?.stages.rest();
      this.#chain.process(entry, this.#out);
    }
    this.#throwHostError();
    return origin;
  }

  /** Whether a stage waits, so that no input may be pushed now; also while the end of input is draining. */
  busy(): boolean {
    return this.#chain.busy();
  }

  nextWake(): Nanos | undefined {
    return this.#chain.nextWake();
  }

  wake(now: Nanos): void {
    this.#recorded(() => this.#chain.wake(now, this.#out));
    this.#throwHostError();
  }

  /** Nothing more comes. While `busy()` is true afterwards, wakes carry the draining on. */
  flush(ends: Ending): void {
    this.#recorded(() => this.#chain.flush(this.#out, ends));
    this.#throwHostError();
  }

  balance(): Balance {
    return this.#ledger.balance();
  }

  /** How many of the held entries have a source that waits for their outcome. */
  get heldWithSource(): number {
    return this.#ledger.heldWithSource;
  }

  close(): void {
    this.#chain.close();
    this.#throwHostError();
  }

  /** What is not about a single entry may be about one that is followed. */
  #recorded(action: () => void): void {
    if (this.#watch === undefined) action();
    else this.#watch.stages.record(action);
  }

  #throwHostError(): void {
    const thrown = this.#hostError;
    if (thrown === undefined) return;
    this.#hostError = undefined;
    throw thrown.error;
  }
}

const tellingAll = (watch: Watching, onSettled: PipelineInput["onSettled"]) => (origin: Origin) => {
  watch.stages.settled();
  watch.by.settled(origin);
  onSettled?.(origin);
};

/** Grows with each stage that is built, nested ones too. */
interface Built {
  readonly earlier: EarlierStage[];
  readonly points: StagePoint[];
}

function buildChain(nodes: readonly StageNode[], options: PipelineOptions, built: Built): Chain {
  const points = nodes.map((node) => buildStage(node, options, built));
  const stages = points.map(({ stage }) => stage);
  const chain = new Chain(stages, ({ error, stage, limit }) => options.fault?.({ error, node: nodes[stage]!, limit }));
  for (const [index, point] of points.entries()) point.link = { chain, index };
  return chain;
}

function createStage(node: StageNode, env: Env): Stage {
  try {
    return node.spec.create(node.args, env);
  } catch (error) {
    throw error instanceof ResourceError ? error.thrownBy(node) : error;
  }
}

/** Names of extracted values that its arguments ask it to set. */
const extractedBy = (node: StageNode): string[] =>
  (flowOf(node).sets ?? []).flatMap(({ kind, name, argument }) =>
    kind === "extracted" && argument !== undefined ? [name] : [],
  );

function buildStage(node: StageNode, options: PipelineOptions, built: Built): StagePoint {
  const { earlier, points } = built;
  const count = earlier.length;
  const explain = options.trace === undefined ? null : new StepExplain(options.trace, earlier);
  const metrics = stageMetrics(options.metrics);
  if (explain !== null) metrics.changed = (effect) => explain.metric(effect);
  const env: WatchableEnv = {
    clock: options.clock,
    random: options.random,
    metrics,
    note: explain === null ? logNotes(options.log) : explain.notes,
    explain,
    host: options.host,
    dialect: options.dialect,
    pipeline: () => buildChain(node.children, options, built),
  };
  const made = createStage(node, env);
  const sets = extractedBy(node);
  if (sets.length > 0) earlier.push({ path: node.path, name: node.spec.name, sets });
  const place = { path: node.path, name: node.spec.name, now: () => options.clock.now() };
  const timed = options.times === undefined ? made : timeStage(made, node.path, options.times);
  const stage = explain === null ? timed : traceStage(timed, place, options.trace!, explain);
  const point = { node, stage, env, earlier, count };
  points.push(point);
  return point;
}
