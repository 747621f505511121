/**
 * `logs.process`: drives a pipeline with real time, by one timer for its next wake. While a stage waits, or what
 * follows is full, entries queue; a queue at its limit makes the component full, and the source holds back.
 *
 * The queue is worked off in slices: after some milliseconds others get their turn, so that neither a long batch nor a
 * busy pipeline holds up the rest of the process. Each stage's work on one entry is bounded by the engine's own
 * budgets; it is not cut.
 *
 * An entry's origin goes through with it: what leaves carries the pipeline's own token on, or none where nobody waits
 * for the outcome. Where the time of a stop runs out and entries would be lost, a `limit` no longer waits for its
 * tokens.
 */

import {
  type Held,
  logsProcess,
  type Nanos,
  Pipeline,
  readAgain,
  SECOND,
  SeededRandom,
  type StageHost,
  type StageNode,
} from "@sluice/engine";
import type { ComponentContext, EntryCounts, Leaving, RunningComponent } from "../../core/component.ts";
import { type BuildInputs, defineRunning } from "../../core/component-record.ts";
import { HeldMemory } from "../../core/entries/held-memory.ts";
import {
  type LogEntry,
  type LogsReceiver,
  type PushAnswer,
  RoomWaiters,
  releaseAll,
} from "../../core/entries/receiver.ts";
import { HEALTHY, type Health } from "../../core/health.ts";
import { PipelineFollower } from "../../watch/follower.ts";
import { entryFamilies } from "./process-metrics.ts";
import { SampledTimes } from "./sampled-times.ts";

/** Entries that may wait in front of the pipeline. A batch is taken whole, so the queue can pass this by one batch. */
const MAX_QUEUED = 10_000;
/** The same for what they hold in memory, as opposed to on the wire: lines, metadata and labels, in UTF-16 units. */
const MAX_QUEUED_UNITS = 32 * 1024 * 1024;
/** After a failure of ours, work continues this much later. */
const AFTER_FAULT: Nanos = SECOND;
/** Entries that are handed on together. */
const HAND_ON = 1000;
/** Entries between two looks at the time, which cost a little too; fewer where entries take long. */
const MAX_BETWEEN_LOOKS = 16;

export class ProcessComponent implements RunningComponent, LogsReceiver {
  readonly #context: ComponentContext;
  readonly #pipeline: Pipeline;
  readonly #next: LogsReceiver;
  readonly #room = new RoomWaiters();
  /** Places before `#head` are empty: what has left is not held. */
  #queue: (LogEntry | undefined)[] = [];
  #head = 0;
  readonly #memory = new HeldMemory();
  /** What left the pipeline and has not been taken on yet. */
  #outgoing: LogEntry[] = [];
  /** Entries taken from the queue so far. */
  #entered = 0;
  /** Those of them that failed before they were in the pipeline. */
  #refused = 0;
  #cancelTimer: (() => void) | undefined;
  #timerAt: Nanos | undefined;
  #waitingForNext = false;
  /** The rest of the queue waits for its turn. */
  #cancelTurn: (() => void) | undefined;
  /** A stage's time has come; it is woken once so many entries were given to the pipeline. */
  #wakeAfter: number | undefined;
  #wakeFailed = false;
  #draining: (() => void) | undefined;
  #ends: Leaving["ends"] = "component";
  /** Whoever waits for its time may have to leave before. */
  #late = false;
  /** Nothing waits for its time any more. */
  #hurrying = false;
  #onIdle: (() => void) | undefined;
  #flushed = false;
  /** It was drained: what calls it back comes too late. */
  #ended = false;
  readonly follower: PipelineFollower;
  readonly #stages: readonly StageNode[];
  readonly #times: SampledTimes;

  constructor(
    { stages, dialect }: Pick<BuildInputs<unknown>, "stages" | "dialect">,
    host: StageHost,
    next: LogsReceiver,
    seed: number,
    context: ComponentContext,
    /** What the names of its metrics begin with, after the dialect. */
    name = "process",
  ) {
    this.#context = context;
    this.#next = next;
    this.#stages = stages;
    const faults = context.metrics.counter(
      `${context.prefix}${name}_stage_errors_total`,
      "Entries passed on unchanged because a stage failed on them",
      ["stage", "kind"],
    );
    this.#pipeline = new Pipeline(stages, {
      clock: context.scheduler,
      random: new SeededRandom(seed),
      metrics: context.metrics,
      log: context.log,
      host,
      dialect,
      later: (work) => context.settling.add(work, context.faults),
      deliver: ({ labels, line, timestamp, metadata, origin }) => {
        this.#outgoing.push({ labels, line, timestamp, metadata, origin: origin.sourced ? origin : undefined });
      },
      fault: ({ error, node: stage, limit }) => {
        faults.with(stage.path, limit ? "limit" : "bug").inc();
        const at = `${stage.path} ${stage.spec.name}`;
        context.log.write(limit ? "warn" : "error", "a stage failed; the entry continues unchanged", {
          stage: at,
          error,
        });
      },
    });
    this.#times = new SampledTimes(this.#pipeline, () => context.scheduler.elapsed());
    this.follower = new PipelineFollower(this.#pipeline, stages, context.scheduler);
    context.metrics.register({
      collect: () =>
        entryFamilies(`${context.prefix}${name}_`, {
          ...this.#pipeline.balance(),
          queued: this.#queued,
          outgoing: this.#outgoing.length,
        }),
    });
  }

  get receiver(): LogsReceiver {
    return this;
  }

  get health(): Health {
    return HEALTHY;
  }

  async start(): Promise<void> {}

  get full(): boolean {
    return this.#flushed || this.#queued >= MAX_QUEUED || this.#memory.units >= MAX_QUEUED_UNITS;
  }

  get #queued(): number {
    return this.#queue.length - this.#head;
  }

  push(batch: readonly LogEntry[]): PushAnswer {
    if (this.full) return "full";
    for (const entry of batch) {
      try {
        this.#memory.add(entry);
      } catch (error) {
        this.#context.faults.record("taking an entry", error, 1);
        entry.origin?.release("failed");
        continue;
      }
      this.#queue.push(entry);
    }
    if (this.#cancelTurn !== undefined) return "accepted";
    const { scheduler } = this.#context;
    if (scheduler.elapsed() < scheduler.turnEnds()) this.#run();
    else this.#runSoon();
    return "accepted";
  }

  stageTimes() {
    return this.#times.of(this.#stages);
  }

  openBlocks() {
    return this.#pipeline.openBlocks();
  }

  whenRoom(callback: () => void): void {
    if (this.full) this.#room.add(callback);
    else callback();
  }

  /** Works on. What fails is tried again a little later, so that nothing that is held stays behind. */
  #run(): void {
    if (this.#ended) return;
    const { faults, scheduler } = this.#context;
    this.#wakeFailed = false;
    if (faults.guard("working on entries", () => this.#work()) && !this.#wakeFailed) return;
    // It cannot go on: a drain whose time is over does not wait for it.
    this.#onIdle?.();
    this.#cancelTimer?.();
    this.#timerAt = undefined;
    this.#cancelTimer = scheduler.after(AFTER_FAULT, () => {
      this.#wakeAfter = this.#entered;
      this.#run();
    });
  }

  /** Works until the queue is empty, a stage waits, what comes after is full, or it is time to let others work. */
  #work(): void {
    const { scheduler } = this.#context;
    const wasFull = this.full;
    this.#endTurn();
    this.#times.begin();
    this.#wake();
    this.#handOn();
    const until = scheduler.turnEnds();
    let lookedAt = scheduler.elapsed();
    let between = 1;
    let looksIn = between;
    while (this.#step()) {
      if (this.#outgoing.length >= HAND_ON) this.#handOn();
      if (--looksIn > 0) continue;
      const now = scheduler.elapsed();
      if (now >= until) {
        if (this.#head < this.#queue.length || this.#hurrying) this.#runSoon();
        break;
      }
      between = now - lookedAt < 1 ? Math.min(between * 2, MAX_BETWEEN_LOOKS) : 1;
      looksIn = between;
      lookedAt = now;
    }
    if (this.#head === this.#queue.length) {
      this.#queue = [];
      this.#head = 0;
    } else if (this.#head >= MAX_QUEUED) {
      this.#queue = this.#queue.slice(this.#head);
      this.#head = 0;
    }
    this.#wake();
    this.#handOn();
    this.#armTimer();
    if (wasFull && !this.full) this.#room.notify();
    this.#continueDraining();
    this.#leaveOrStay();
    if (this.#cancelTurn === undefined) this.#onIdle?.();
  }

  /** Gives the stages the next entry, or, where nothing may wait any more, the time that they wait for. False: nothing is to be done. */
  #step(): boolean {
    if (this.#waitingForNext) return false;
    if (this.#pipeline.busy()) return this.#hurrying && this.#wakeEarly();
    if (this.#head === this.#queue.length) return false;
    const entry = this.#queue[this.#head]!;
    this.#queue[this.#head++] = undefined;
    this.#memory.remove(entry);
    this.#entered++;
    this.#times.next();
    try {
      this.#pipeline.push(entry);
    } catch (error) {
      this.#context.faults.record("working on an entry", error, 1);
      if (this.#pipeline.balance().in + this.#refused < this.#entered) {
        this.#refused++;
        entry.origin?.release("failed");
      }
    }
    return true;
  }

  /** To the stages it is as if the time had passed: blocks end, too, which would be sent anyway. */
  #wakeEarly(): boolean {
    const at = this.#pipeline.nextWake();
    return at !== undefined && this.#context.faults.guard("waking the stages", () => this.#pipeline.wake(at));
  }

  /**
   * Entries that were in the queue when a stage's time came are not later than it: they go first, unless a stage takes none
   * before it is woken.
   */
  #wake(): void {
    if (this.#wakeAfter === undefined || (this.#entered < this.#wakeAfter && !this.#pipeline.busy())) return;
    this.#wakeAfter = undefined;
    const { faults, scheduler } = this.#context;
    if (!faults.guard("waking the stages", () => this.#pipeline.wake(scheduler.now()))) this.#wakeFailed = true;
  }

  #runSoon(): void {
    this.#cancelTurn = this.#context.scheduler.soon(() => this.#run());
  }

  #endTurn(): void {
    this.#cancelTurn?.();
    this.#cancelTurn = undefined;
  }

  #handOn(): void {
    if (this.#outgoing.length === 0 || this.#waitingForNext) return;
    const batch = this.#outgoing;
    if (this.#next.push(batch) === "accepted") {
      this.#outgoing = [];
      return;
    }
    this.#waitingForNext = true;
    this.#next.whenRoom(() => {
      this.#waitingForNext = false;
      this.#run();
    });
  }

  #armTimer(): void {
    const at = this.#waitingForNext || this.#wakeAfter !== undefined ? undefined : this.#pipeline.nextWake();
    if (at === this.#timerAt) return;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#timerAt = at;
    if (at === undefined) return;
    const { scheduler } = this.#context;
    const delay = at - scheduler.now();
    this.#cancelTimer = scheduler.after(delay > 0n ? delay : 0n, () => {
      this.#timerAt = undefined;
      this.#wakeAfter = this.#entered + (this.#cancelTurn === undefined ? 0 : this.#queued);
      this.#run();
    });
  }

  async drain(deadline: Promise<void>, { ends, hurry }: Leaving): Promise<number> {
    this.#ends = ends;
    void hurry.then(() => {
      this.#late = true;
      this.#leaveOrStay();
    });
    await Promise.race([
      new Promise<void>((resolve) => {
        this.#draining = resolve;
        if (this.#cancelTurn === undefined) this.#run();
      }),
      deadline.then(() => this.#idle()),
    ]);
    this.#draining = undefined;
    this.#flushed = true;
    this.#cancelTimer?.();
    this.#endTurn();
    const lost = this.#unrepeatable;
    this.#ended = true;
    if (ends === "component") this.#giveBack();
    this.#pipeline.close();
    return lost;
  }

  /** Sources that still run may give what is left to what has taken its place. */
  #giveBack(): void {
    const left = [...this.#outside()];
    [this.#queue, this.#head, this.#outgoing] = [[], 0, []];
    releaseAll(left, "returned");
  }

  /** Resolves when what hurries is through, or cannot go on. */
  #idle(): Promise<void> | undefined {
    if (!this.#hurrying || this.#cancelTurn === undefined) return undefined;
    return new Promise((resolve) => {
      this.#onIdle = resolve;
    });
  }

  /** What is inside, but for what the pipeline has. */
  *#outside(): Generator<LogEntry> {
    for (let at = this.#head; at < this.#queue.length; at++) yield this.#queue[at]!;
    yield* this.#outgoing;
  }

  /** How many entries are inside that no source will give again. */
  get #unrepeatable(): number {
    let outside = 0;
    for (const { origin } of this.#outside()) if (origin === undefined) outside++;
    return outside + this.#pipeline.balance().held - this.#pipeline.heldWithSource;
  }

  /** Whether a restart reads all again that is inside, and nothing with it that has left. */
  get #mayStay(): boolean {
    if (this.#ends !== "process" || this.#unrepeatable > 0) return false;
    const inside: Held[] = [...this.#pipeline.held()];
    for (const { origin } of this.#outside()) inside.push(origin!);
    return readAgain(inside).size === inside.length;
  }

  /**
   * Once it is late: what a restart reads again stays, and nothing waits for it; otherwise stages that wait go on now. Others
   * may have passed by what waits, and would come twice.
   */
  #leaveOrStay(): void {
    if (!this.#late || this.#hurrying || this.#draining === undefined) return;
    if (this.#mayStay) {
      if (this.#pipeline.busy()) this.#draining();
      return;
    }
    this.#hurrying = true;
    if (this.#cancelTurn === undefined) this.#run();
  }

  #continueDraining(): void {
    if (this.#draining === undefined || this.#head < this.#queue.length || this.#waitingForNext) return;
    if (!this.#flushed) {
      if (this.#pipeline.busy()) return;
      this.#flushed = true;
      this.#pipeline.flush(this.#ends === "process" ? "process" : "pipeline");
      this.#handOn();
      this.#armTimer();
    }
    if (this.#waitingForNext || this.#outgoing.length > 0) return;
    if (this.#pipeline.busy()) {
      if (this.#hurrying && this.#pipeline.nextWake() !== undefined) this.#runSoon();
      return;
    }
    this.#draining();
    this.#draining = undefined;
  }

  counts(): EntryCounts {
    const { dropped, held } = this.#pipeline.balance();
    return { dropped, held: held + this.#queued + this.#outgoing.length };
  }

  details(): Readonly<Record<string, unknown>> {
    return { balance: this.#pipeline.balance(), queued: this.#queued, outgoing: this.#outgoing.length };
  }
}

export const processRecord = defineRunning({
  spec: logsProcess,
  build: ({ host, next, seed, context, ...block }) => new ProcessComponent(block, host, next, seed, context),
});
