/**
 * One tap: what it wants to see, how much of it, and what it has counted. Entries are chosen as they enter a pipeline, and
 * shown when they are through.
 */

import type { EnteringEntry } from "@sluice/engine";
import type { TapAnswer, TapCounts, TapEntry } from "@sluice/protocol";
import { compileEntryFilter, type EntryFilter } from "./entry-filter.ts";

/** Tokens are given out so often each second. */
export const REFILLS = 10;
/** So many are left over for entries that come at once, such as the lines of one push. */
const BURST = 20;

export type TapSettings = Omit<TapAnswer, "id" | "component" | "seq">;

export class TapSession {
  #settings!: TapSettings;
  #filter: EntryFilter | undefined;
  #tokens = 0;
  #seq = 0;
  #passedOver = 0;
  #unmatched = 0;
  #followed = 0;
  #filtered = 0;
  #sent = 0;
  #inside = 0;
  readonly #send: (entry: TapEntry) => boolean;

  /** `send` gives whether the client took it. Throws `RangeError` with a sentence where the settings cannot be. */
  constructor(settings: TapSettings, send: (entry: TapEntry) => boolean) {
    this.#send = send;
    this.change(settings);
    this.#tokens = this.#most;
  }

  get settings(): TapSettings {
    return this.#settings;
  }

  /** Throws `RangeError` with a sentence; then all is as before. */
  change(settings: TapSettings): void {
    const made = compileEntryFilter(settings.selector, settings.text);
    if (!made.ok) throw new RangeError(made.message);
    this.#filter = made.filter;
    this.#settings = settings;
  }

  /** Of the last one that was given; 0 before. */
  get seq(): number {
    return this.#seq;
  }

  /** Whether selector and text take an entry as it enters. */
  takes(entry: EnteringEntry): boolean {
    return this.#filter === undefined || this.#filter(entry);
  }

  /** Called `REFILLS` times a second. */
  refill(): void {
    this.#tokens = Math.min(this.#most, this.#tokens + this.#settings.rate / REFILLS);
  }

  get #most(): number {
    const { rate } = this.#settings;
    return Math.max(rate / REFILLS, Math.min(rate, BURST));
  }

  /** Whether it wants to see an entry that enters; counts it. `room`: whether another one can be followed at all. */
  wants(entry: EnteringEntry, room: boolean): boolean {
    if (this.#tokens < 1 || this.#settings.paused || !room) {
      this.#passedOver++;
      return false;
    }
    if (!this.takes(entry)) {
      this.#unmatched++;
      return false;
    }
    this.#tokens--;
    this.#followed++;
    this.#inside++;
    return true;
  }

  /** Shows an entry that it wanted; undefined: `stage` or `only` leave it out. */
  show(entry: Omit<TapEntry, "seq"> | undefined): void {
    if (entry?.pending !== true) this.#inside--;
    if (entry === undefined) this.#filtered++;
    else if (this.#send({ seq: ++this.#seq, ...entry })) this.#sent++;
  }

  /** An entry that it waits for does not come any more: its pipeline is gone, or it is no longer one of those wanted. */
  lose(): void {
    this.#inside--;
    this.#filtered++;
  }

  counts(): TapCounts {
    return {
      seq: this.#seq,
      seen: this.#passedOver + this.#unmatched + this.#followed,
      passed_over: this.#passedOver,
      unmatched: this.#unmatched,
      followed: this.#followed,
      filtered: this.#filtered,
      inside: this.#inside,
      sent: this.#sent,
      skipped: this.#seq - this.#sent,
      paused: this.#settings.paused,
    };
  }
}
