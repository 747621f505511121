/**
 * Follows entries through one pipeline for all taps on it, and makes of their steps what a preview would. What is kept
 * is bounded in entries and in characters. What a tap shows is made later than the entry's way through the stages, so
 * it costs that way nothing.
 */
import {
  type Clock,
  type EnteringEntry,
  type Entry,
  type EntryJson,
  type Origin,
  type Outcome,
  outcomeToJson,
  type PipelineWatch,
  type PreviewOutput,
  readOutcome,
  type Snapshot,
  type StageNode,
  StagePaths,
  type Step,
  snapshotToJson,
  stepStatus,
  stepToJson,
  TraceRecorder,
  takeSnapshot,
} from "@sluice/engine";
import { formatRfc3339, type Nanos, SECOND } from "@sluice/languages/base";
import type { TapEntry } from "@sluice/protocol";
import type { TapSession, TapSettings } from "./tap-session.ts";

/** Entries that are followed at a time. */
const MAX_INSIDE = 2000;
/** UTF-16 units of lines that are kept of all of them, and of one. */
const MAX_UNITS = 16 * 1024 * 1024;
const MAX_ENTRY_UNITS = 256 * 1024;
/** Of a line that is cut. */
const CUT_LINE = 4096;
/** One that has been inside for so long is shown as it is. */
const PENDING_AFTER: Nanos = 5n * SECOND;
/** Steps of one entry, and entries that one becomes. */
const MAX_STEPS = 1000;

/** What can be watched: a pipeline. */
export interface Watchable {
  watch(watch: PipelineWatch | undefined): void;
}

interface Followed {
  readonly id: number;
  readonly at: Nanos;
  readonly before: Snapshot;
  taps: readonly TapSession[];
  readonly outputs: PreviewOutput[];
  units: number;
  lastLine: string;
  steps: number;
  cut: boolean;
  pending: boolean;
  /** Nothing inside carries it any more; the step in which it left may still go on. */
  through: boolean;
}

export class PipelineFollower implements PipelineWatch {
  readonly recorder = new TraceRecorder((step) => this.#measure(step), true);
  readonly stages: readonly StageNode[];
  readonly #pipeline: Watchable;
  readonly #clock: Clock;
  readonly #paths: StagePaths;
  #taps: readonly TapSession[] = [];
  /** Those that were not shown yet as what they became, in the order in which they entered. */
  readonly #inside = new Map<number, Followed>();
  /** Those that want the entry which is about to enter. */
  #wanting: TapSession[] = [];
  #units = 0;
  #left = 0;

  constructor(pipeline: Watchable, stages: readonly StageNode[], clock: Clock) {
    this.#pipeline = pipeline;
    this.stages = stages;
    this.#clock = clock;
    this.#paths = new StagePaths(stages);
  }

  /** Whether the pipeline has such a stage. */
  hasStage(path: string): boolean {
    return [...this.#paths.all()].includes(path);
  }

  get watched(): boolean {
    return this.#taps.length > 0;
  }

  add(tap: TapSession): void {
    this.#taps = [...this.#taps, tap];
    if (this.#taps.length === 1) this.#pipeline.watch(this);
  }

  /** Shows it what is through; what is inside does not come any more. */
  remove(tap: TapSession): void {
    if (!this.#taps.includes(tap)) return;
    this.show();
    this.#taps = this.#taps.filter((one) => one !== tap);
    for (const one of this.#inside.values()) if (one.taps.includes(tap)) tap.lose();
    if (this.watched) return;
    this.#pipeline.watch(undefined);
    for (const id of this.#inside.keys()) this.recorder.forget(id);
    this.#inside.clear();
    this.#units = 0;
  }

  /** Sets a tap. What was through was as it was set before; of what is inside it gets what it would take now. */
  change(tap: TapSession, settings: TapSettings): void {
    this.show();
    tap.change(settings);
    for (const one of this.#inside.values()) {
      if (!one.taps.includes(tap) || tap.takes(one.before)) continue;
      one.taps = one.taps.filter((other) => other !== tap);
      tap.lose();
    }
  }

  admits(entry: EnteringEntry): boolean {
    const room = this.#inside.size < MAX_INSIDE && this.#units < MAX_UNITS;
    let wanted = false;
    for (let i = 0; i < this.#taps.length; i++) {
      const tap = this.#taps[i]!;
      if (!tap.wants(entry, room)) continue;
      if (!wanted) this.#wanting = [];
      wanted = true;
      this.#wanting.push(tap);
    }
    return wanted;
  }

  entered(entry: Entry): void {
    const { id } = entry.origin;
    const before = takeSnapshot(entry);
    this.recorder.choose(id);
    const units = before.line.length;
    this.#units += units;
    this.#inside.set(id, {
      id,
      at: this.#clock.now(),
      before,
      taps: this.#wanting,
      outputs: [],
      units,
      lastLine: before.line,
      steps: 0,
      cut: false,
      pending: false,
      through: false,
    });
  }

  left(entry: Entry): void {
    const output = { index: this.#left++, entry: takeSnapshot(entry), at: this.#clock.now() };
    for (const id of output.entry.origins) {
      const one = this.#inside.get(id);
      if (one === undefined) continue;
      if (one.outputs.length < MAX_STEPS) one.outputs.push(output);
      else one.cut = true;
    }
  }

  settled({ id }: Origin): void {
    const one = this.#inside.get(id);
    if (one !== undefined) one.through = true;
  }

  #measure(step: Step): void {
    const texts = [...step.emitted, ...step.dropped.map(({ entry }) => entry)];
    for (const { origins, line } of texts) {
      for (const id of origins.length > MAX_INSIDE ? this.#inside.keys() : origins) {
        const one = this.#inside.get(id);
        if (one === undefined || one.cut) continue;
        one.steps++;
        if (line !== one.lastLine) {
          one.lastLine = line;
          one.units += line.length;
          this.#units += line.length;
        }
        if (one.units <= MAX_ENTRY_UNITS && one.steps <= MAX_STEPS) continue;
        one.cut = true;
        this.recorder.forget(id);
      }
    }
  }

  /** Shows what is through, and what has been inside for long. To be called several times a second, between entries. */
  show(): void {
    const since = this.#clock.now() - PENDING_AFTER;
    for (const one of this.#inside.values()) {
      if (one.through) {
        this.#inside.delete(one.id);
        this.#show(one, false);
        this.recorder.forget(one.id);
        this.#units -= one.units;
      } else if (!one.pending && one.at <= since) {
        one.pending = true;
        this.#show(one, true);
      }
    }
  }

  #show(one: Followed, held: boolean): void {
    const steps = one.cut ? [] : this.recorder.stepsOf(one.id);
    const outcome = readOutcome(one.id, { steps, outputs: one.outputs, held }, this.#paths);
    for (const tap of one.taps) {
      if (!this.#taps.includes(tap)) continue;
      const shown = isWanted(one.id, outcome, steps, tap.settings)
        ? this.#describe(one, outcome, steps, tap)
        : undefined;
      // One that is left out is counted when it is through.
      if (!held || shown !== undefined) tap.show(shown && (held ? { ...shown, pending: true } : shown));
    }
  }

  #describe(
    one: Followed,
    outcome: Outcome,
    steps: readonly Step[],
    { settings: { stage } }: TapSession,
  ): Omit<TapEntry, "seq"> {
    const { id, at, cut } = one;
    const told =
      stage === undefined ? steps : steps.filter(({ path }) => path === stage || path.startsWith(`${stage}.`));
    const own = stage === undefined ? [] : steps.filter(({ path }) => path === stage);
    const came = own.find(({ before }) => before?.origins.includes(id))?.before;
    const after = stage === undefined ? one.outputs.map(({ entry }) => entry) : own.flatMap((step) => leftOf(step, id));
    const toJson = (snapshot: Snapshot) => (cut ? cutShort(snapshotToJson(snapshot)) : snapshotToJson(snapshot));
    return {
      index: id,
      ...outcomeToJson(outcome),
      entered: formatRfc3339(at),
      before: toJson(came ?? one.before),
      after: after.map(toJson),
      steps: told.map((step) => stepToJson(step, id)),
      ...(cut && { cut }),
    };
  }
}

const leftOf = ({ emitted }: Step, id: number): Snapshot[] => emitted.filter(({ origins }) => origins.includes(id));

export const cutShort = (entry: EntryJson): EntryJson => ({
  ...entry,
  line: entry.line.slice(0, CUT_LINE).toWellFormed(),
  extracted: {},
});

/** Whether a tap shows it, once its result is known. */
function isWanted(id: number, outcome: Outcome, steps: readonly Step[], { stage, only }: TapSettings): boolean {
  if (stage !== undefined) {
    const own = steps.filter(({ path }) => path === stage).map((step) => stepStatus(step, id));
    return only === undefined ? own.length > 0 : own.includes(only);
  }
  if (only === undefined) return true;
  if (only === "dropped") return outcome.settled === "dropped" || outcome.drops.length > 0;
  return only === "changed" ? outcome.changedBy.length > 0 : outcome.missedBy.length > 0;
}
