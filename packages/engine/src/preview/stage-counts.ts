/**
 * How many entries each stage took, let out, changed, and so on, as a preview continues. A stage that merges or splits
 * entries reports that to its `explain`, so the counts of each stage add up, in entries at that stage.
 */
import { utf8Length } from "@sluice/languages/base";
import { ownStatus, returnStatus } from "../pipeline/status.ts";
import type { Step } from "../pipeline/trace.ts";
import type { StagePaths } from "./stage-paths.ts";

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
  /** Bytes of UTF-8 in the lines of those that came, and of those that left. */
  readonly bytes_in: number;
  readonly bytes_out: number;
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
  bytes_in: 0,
  bytes_out: 0,
};

/** Counts that are zero but for those that are given. */
export const stageCounts = (given: Partial<StageCounts> = {}): StageCounts => ({ ...NO_COUNTS, ...given });

type MutableCounts = { -readonly [K in keyof StageCounts]: number };

export class StageTally {
  readonly #paths: StagePaths;
  readonly #counts = new Map<string, MutableCounts>();
  #measured = { line: "", bytes: 0 };

  constructor(paths: StagePaths) {
    this.#paths = paths;
  }

  count(step: Step): void {
    // A wake or a flush in which nothing happened.
    if (step.before === undefined && step.emitted.length === 0 && step.dropped.length === 0 && step.error === undefined)
      return;
    let one = this.#counts.get(step.path);
    if (one === undefined) {
      one = stageCounts();
      this.#counts.set(step.path, one);
    }
    const status = ownStatus(step);
    if (status !== undefined) {
      one.in++;
      one.bytes_in += this.#bytesOf(step.before!.line);
    }
    for (const { line } of step.emitted) one.bytes_out += this.#bytesOf(line);
    one.out += step.emitted.length;
    one.dropped += step.dropped.length;
    one.merged += step.merged;
    one.split += step.split;
    if (status === "changed" || status === "unchanged" || status === "missed") one[status]++;
    for (const returned of step.returned) {
      const became = returnStatus(returned);
      if (became !== "released") one[became]++;
    }
    if (step.error !== undefined) one.errors++;
  }

  /** The stages of one entry follow each other, and most leave its line alone: it is measured once. */
  #bytesOf(line: string): number {
    if (line !== this.#measured.line) this.#measured = { line, bytes: utf8Length(line) };
    return this.#measured.bytes;
  }

  /** For every stage that did anything or that entries wait for, by path, when `samples` were sent. */
  counts(samples: number): ReadonlyMap<string, StageCounts> {
    const counts = new Map<string, StageCounts>();
    for (const path of this.#paths.all()) {
      const one = this.#counts.get(path) ?? NO_COUNTS;
      const waiting = this.#waiting(path, samples);
      if (one === NO_COUNTS && waiting === 0) continue;
      counts.set(path, { ...one, held: heldIn(one), waiting });
    }
    return counts;
  }

  /** Entries in front of a stage. */
  #waiting(path: string, samples: number): number {
    const of = (other: string) => this.#counts.get(other) ?? NO_COUNTS;
    const previous = this.#paths.previous(path);
    if (previous !== undefined) return of(previous).out - of(path).in;
    const around = this.#paths.around(path);
    if (around === undefined) return samples - of(path).in;
    // Of what is inside the stage around it, that which is in no stage and in front of no other.
    const inside = this.#paths
      .children(around)
      .map((child) => heldIn(of(child)) + (child === path ? 0 : this.#waiting(child, samples)));
    return heldIn(of(around)) - inside.reduce((sum, count) => sum + count, 0);
  }
}

const heldIn = (one: StageCounts): number => one.in + one.split - one.out - one.dropped - one.merged;
