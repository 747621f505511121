/**
 * Runs a pipeline under a virtual clock: instant and exact. Entries come on a schedule of their own: each is due some
 * time after the one before, however long the pipeline makes it wait. Until then deadlines are met in their order. A
 * busy pipeline takes no input, so time jumps to its next wake. At the end the input drains.
 */
import type { VirtualClock } from "../base/clock.ts";
import type { Nanos } from "../base/time.ts";
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

/** `waiting`: the pipeline is busy and nothing will wake it. */
export type PlaybackResult = "done" | "waiting";

export function playback(pipeline: Pipeline, clock: VirtualClock, events: Iterable<PlaybackEvent>, options: PlaybackOptions = {}): PlaybackResult {
  const schedule = options.schedule ?? { due: clock.now() };
  for (const event of events) {
    schedule.due += event.advance ?? 0n;
    advanceTo(pipeline, clock, schedule.due);
    if (event.input !== undefined) {
      const input = event.input(schedule.due);
      if (!untilFree(pipeline, clock)) return "waiting";
      pipeline.push(input);
    }
    event.run?.();
  }
  advanceTo(pipeline, clock, schedule.due + (options.endAdvance ?? 0n));
  if (options.end === false) return "done";
  return drain(pipeline, clock) ? "done" : "waiting";
}

/** Lets `by` pass, with every wake on the way at its own instant. */
export function advance(pipeline: Pipeline, clock: VirtualClock, by: Nanos): void {
  advanceTo(pipeline, clock, clock.now() + by);
}

function advanceTo(pipeline: Pipeline, clock: VirtualClock, target: Nanos): void {
  for (;;) {
    const at = pipeline.nextWake();
    if (at === undefined || at > target) break;
    clock.advanceTo(at);
    pipeline.wake(clock.now());
  }
  clock.advanceTo(target);
}

function untilFree(pipeline: Pipeline, clock: VirtualClock): boolean {
  while (pipeline.busy()) {
    const at = pipeline.nextWake();
    if (at === undefined) return false;
    clock.advanceTo(at);
    pipeline.wake(clock.now());
  }
  return true;
}

/** Ends the input and lets time run until nothing is busy. False: something is and nothing will wake it. */
export function drain(pipeline: Pipeline, clock: VirtualClock): boolean {
  if (!untilFree(pipeline, clock)) return false;
  pipeline.flush();
  return untilFree(pipeline, clock);
}
