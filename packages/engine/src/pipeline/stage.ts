/**
 * The interface between a stage and what runs it. Push with a callback: no promises and no arrays on the way of an
 * entry. Emit, drop and hold are three different things; deadlines are data, so that a server's timer and a virtual
 * clock drive the same code.
 */

import type { Nanos, Random } from "@sluice/languages/base";
import type { Clock } from "../base/clock.ts";
import type { Entry } from "../base/entry.ts";
import type { MetricRegistry } from "../metrics/registry.ts";

/** Why a stage dropped an entry. Made once per stage: the evidence of the single case goes to `explain`. */
export interface DropReason {
  /** What the drop is counted under: the `reason` label, e.g. `drop_stage`. */
  readonly reason: string;
  /** Stable code for programs, e.g. `expression-matched`. */
  readonly code: string;
}

/** Where a stage sends what becomes of an entry. */
export interface Out {
  emit(entry: Entry): void;
  drop(entry: Entry, why: DropReason): void;
}

export interface Stage {
  /** Takes one entry: emits one, many or none; drops it and says why; anything else is held. */
  process(entry: Entry, out: Out): void;
  /** The earliest instant at which `wake` must be called. O(1). */
  nextWake?(): Nanos | undefined;
  /**
   * Called at or after `nextWake()`: multiline's deadline, limit's next token. Meets every deadline up to `now`; one that
   * is still there afterwards is reported as a fault and not met again.
   */
  wake?(now: Nanos, out: Out): void;
  /** While true the stage takes no input (a waiting `limit`). Busy implies `nextWake`, or the run reports that it waits. */
  busy?(): boolean;
  /** Input has ended: let go of what is held. A stage that cannot yet stays busy. */
  flush?(out: Out): void;
  close?(): void;
}

export type LogLevel = "debug" | "info" | "warn" | "error";

/** What a stage would write to the log. `fields` is called only where the level is on. */
export interface StageLog {
  write(level: LogLevel, message: string, fields?: () => Readonly<Record<string, unknown>>): void;
  enabled(level: LogLevel): boolean;
}

/** What a step of a trace can say about why something happened. */
export interface Reason {
  /** Stable code: `source-missing`, `no-match`, `cannot-convert`, `parse-failed`, `matched` … */
  readonly code: string;
  /** One sentence for people. */
  readonly text: string;
  /** The values that decided. */
  readonly evidence?: Readonly<Record<string, unknown>>;
  /** The stage could not do its work, or a part of it: what it reads is not there, or not of its form. */
  readonly missed?: boolean;
}

/** Present only while tracing: stages tell it what is worth showing. */
export interface Explain {
  because(reason: Reason): void;
  metric(effect: MetricEffect): void;
  /** The entry that came in stays inside from here on. Only a stage that may let others go in the same call needs to say so. */
  holds(): void;
  /** `entry`, which leaves next, is made of `count` entries that came in. */
  united(entry: Entry, count: number): void;
  /** The entry that came in leaves as `count` entries. */
  split(count: number): void;
}

/** One change of a metric, as the trace shows it. */
export interface MetricEffect {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly operation: "inc" | "dec" | "add" | "sub" | "set" | "observe";
  readonly value: number;
}

/** What the platforms do differently. */
export interface StageHost {
  /** The bytes of a file that a stage's `resources` named; loaded before `create`. `undefined`: the host has none. */
  resource(path: string): Uint8Array | undefined;
  /**
   * Calls `listener` with the new bytes whenever that file has changed, between entries and never from within this call;
   * gives a function that ends it. A stage that cannot use the new bytes goes on with the old and logs why. Absent where
   * files do not change while a pipeline runs.
   */
  onResourceChange?(path: string, listener: (bytes: Uint8Array) => void): () => void;
  /** SHA-256 of the text's UTF-8, as 64 hexadecimal digits. */
  sha256(text: string): string;
}

/** Whose names the metrics carry. */
export type Dialect = "logs" | "loki";

/** All that a stage may know of the world; one per stage instance. */
export interface Env {
  readonly clock: Clock;
  readonly random: Random;
  readonly metrics: MetricRegistry;
  readonly log: StageLog;
  /** Null when live. */
  readonly explain: Explain | null;
  readonly host: StageHost;
  readonly dialect: Dialect;
  /** The nested stages as one stage (`stage.match`). */
  pipeline(): Stage;
}

/** `logs_process_` or `loki_process_`. */
export function metricPrefix(dialect: Dialect): string {
  return dialect === "loki" ? "loki_process_" : "logs_process_";
}
