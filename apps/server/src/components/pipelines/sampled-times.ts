/**
 * The time of each stage of a pipeline that runs, by a sample of its entries: some in a row are measured, then very many are
 * not. What was measured long ago counts less and less.
 */
import { measuredTimes, type Pipeline, type StageNode, type StageTime, StageTimes } from "@sluice/engine";

/** Entries that are measured in a row. */
const WINDOW = 64;
/** Entries between two windows at most. */
const EVERY = 4096;
/** Milliseconds between two windows at most. */
const EVERY_MS = 1000;
/** How much of what was measured before still counts after a window: about the last two thousand measured entries do. */
const KEPT = 0.97;

export class SampledTimes {
  readonly #pipeline: Pick<Pipeline, "measure">;
  readonly #now: () => number;
  readonly #times: StageTimes;
  #windows = 0;
  #isOpen = false;
  /** Entries of the open window that are still to come. */
  #left = 0;
  /** Entries until the next window. */
  #until = 0;
  #since = 0;
  /** Those that were measured, as far as they count. */
  #entries = 0;

  /** `now`: in milliseconds. */
  constructor(pipeline: Pick<Pipeline, "measure">, now: () => number) {
    this.#pipeline = pipeline;
    this.#now = now;
    this.#times = new StageTimes(now);
  }

  /** The pipeline is about to take an entry. */
  next(): void {
    if (this.#left > 0) {
      this.#left--;
      this.#entries++;
      return;
    }
    if (this.#isOpen) this.#close();
    if (this.#until > 0) this.#until--;
    else this.#open();
  }

  /** Work begins: entries that come seldom are measured by the time. */
  begin(): void {
    if (!this.#isOpen && this.#now() - this.#since >= EVERY_MS) this.#until = 0;
  }

  /** In the order of the stages; undefined: nothing was measured yet. */
  of(stages: readonly StageNode[]): readonly StageTime[] | undefined {
    return this.#entries === 0 ? undefined : measuredTimes(stages, this.#times, this.#entries);
  }

  #open(): void {
    this.#since = this.#now();
    this.#until = EVERY;
    // Stages may hold what somebody watches.
    if (!this.#pipeline.measure(this.#times)) return;
    this.#isOpen = true;
    this.#left = WINDOW - 1;
    // Code that ran for the first time was slow.
    if (++this.#windows === 2) this.#times.restart();
    else this.#times.fade(KEPT);
    this.#entries = 1 + (this.#windows === 2 ? 0 : this.#entries * KEPT);
  }

  #close(): void {
    this.#isOpen = false;
    this.#pipeline.measure(undefined);
  }
}
