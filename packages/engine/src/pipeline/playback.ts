/**
 * Runs a pipeline under a virtual clock: instant and exact. Entries come on a schedule of their own: each is due some
 * time after the one before, however long the pipeline makes it wait. Until then deadlines are met in their order. A
 * busy pipeline takes no input, so time jumps to its next wake. At the end the input drains.
 */

import type { Nanos } from "@sluice/languages/base";
import type { VirtualClock } from "../base/clock.ts";
import type { Pipeline, PipelineInput } from "./pipeline.ts";

/** One thing that happens: time passes, then an entry is sent or `run` is called. */
export interface PlaybackEvent {
  /** Time that passes before; nanoseconds. */
  readonly advance?: Nanos | undefined;
  /** Made when its moment has come, so that a missing timestamp can be the virtual now. */
  readonly input?: ((now: Nanos) => PipelineInput) | undefined;
  /** Anything else to do at that moment, e.g. read the metrics. */
  readonly run?: (() => void) | undefined;
}

/** When the last entry was due. Carried on where a run is played in several parts. */
export interface Schedule {
  due: Nanos;
}

export interface PlaybackOptions {
  /** Default: begins now. */
  readonly schedule?: Schedule | undefined;
  /** Time that passes after the last entry, before the input ends. */
  readonly endAdvance?: Nanos | undefined;
  /** Whether the input ends at all; a page that steps the clock by hand leaves it open. */
  readonly end?: boolean | undefined;
}

/** Maximum number of wakes in a row that neither deliver nor drop anything; then the pipeline is given up. */
const MAX_IDLE_WAKES = 10_000_000;

/** `waiting`: the pipeline is busy and nothing will wake it, or it asks to be woken without end. */
export type PlaybackResult = "done" | "waiting";

/** Plays `events`, in order. */
export function playback(
  pipeline: Pipeline,
  clock: VirtualClock,
  events: Iterable<PlaybackEvent>,
  options: PlaybackOptions = {},
): PlaybackResult {
  const schedule = options.schedule ?? { due: clock.now() };
  for (const event of events) {
    schedule.due += event.advance ?? 0n;
    if (!advanceTo(pipeline, clock, schedule.due)) return "waiting";
    if (event.input !== undefined) {
      if (!untilFree(pipeline, clock)) return "waiting";
      pipeline.push(event.input(schedule.due));
    }
    event.run?.();
  }
  if (!advanceTo(pipeline, clock, schedule.due + (options.endAdvance ?? 0n))) return "waiting";
  if (options.end === false) return "done";
  return drain(pipeline, clock) ? "done" : "waiting";
}

/** Lets `by` pass, with every wake on the way at its own instant. False: the pipeline asks to be woken without end. */
export function advance(pipeline: Pipeline, clock: VirtualClock, by: Nanos): boolean {
  return advanceTo(pipeline, clock, clock.now() + by);
}

function advanceTo(pipeline: Pipeline, clock: VirtualClock, target: Nanos): boolean {
  const waker = new Waker(pipeline, clock);
  for (;;) {
    const at = pipeline.nextWake();
    if (at === undefined || at > target) break;
    if (!waker.wake(at)) return false;
  }
  clock.advanceTo(target);
  return true;
}

function untilFree(pipeline: Pipeline, clock: VirtualClock): boolean {
  if (!pipeline.busy()) return true;
  const waker = new Waker(pipeline, clock);
  while (pipeline.busy()) {
    const at = pipeline.nextWake();
    if (at === undefined || !waker.wake(at)) return false;
  }
  return true;
}

/** Wakes a pipeline for as long as that leads anywhere. */
class Waker {
  readonly #pipeline: Pipeline;
  readonly #clock: VirtualClock;
  #idle = 0;
  #left = -1;

  constructor(pipeline: Pipeline, clock: VirtualClock) {
    this.#pipeline = pipeline;
    this.#clock = clock;
  }

  /** Wakes it at `at`; false when too many wakes in a row did nothing. */
  wake(at: Nanos): boolean {
    this.#clock.advanceTo(at);
    this.#pipeline.wake(this.#clock.now());
    const { emitted, dropped } = this.#pipeline.balance();
    if (emitted + dropped !== this.#left) {
      this.#left = emitted + dropped;
      this.#idle = 0;
      return true;
    }
    return ++this.#idle < MAX_IDLE_WAKES;
  }
}

/** Ends the input and lets time run until nothing is busy. False: something is and nothing will wake it. */
export function drain(pipeline: Pipeline, clock: VirtualClock): boolean {
  if (!untilFree(pipeline, clock)) return false;
  pipeline.flush("input");
  return untilFree(pipeline, clock);
}
