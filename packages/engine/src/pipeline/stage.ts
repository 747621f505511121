/**
 * The interface between a stage and what runs it. Push with a callback: no promises and no arrays on the way of an
 * entry. Emit, drop and hold are three different things. Deadlines are data: `nextWake` says when, and `wake` is called
 * then, so that a server's timer and a virtual clock drive the same code.
 *
 * A stage says what it has to say about an entry once, in a note (`env.note`): a stable code, one sentence, the
 * evidence, and the message and fields of the log's line. The trace shows code, sentence and evidence as a reason; the
 * log writes message and fields. A note without a listener is undefined, so `note.debug?.({ … })` allocates nothing on
 * the live path. A note also says whether the stage *missed* its work:
 *
 * - Missed: the stage was meant to have an effect on this entry and could not have it, or only a part of it, because
 *   what it reads is absent or not of the form that it needs.
 * - Not missed: its own rule decides against an effect (a condition or selector that does not match, a limit that is
 *   not reached, chance), or the result already holds (nothing to remove, to replace or to shorten).
 *
 * The test of each stage has a row of `stageNotes` for everything that keeps the stage from its work.
 */

import type { Nanos, Random } from "@sluice/languages/base";
import type { Clock } from "../base/clock.ts";
import type { ProposedFix } from "../base/diagnostic.ts";
import type { Entry } from "../base/entry.ts";
import type { LabelSet } from "../base/label-set.ts";
import type { Held } from "../base/read-again.ts";
import type { Collector, Counter } from "../metrics/registry.ts";
import type { Stop } from "./stop.ts";

/** Why a stage dropped an entry. Made once per stage: the evidence of the single case goes into a note. */
export interface DropReason {
  /** What the drop is counted under: the `reason` label, e.g. `drop_stage`. */
  readonly reason: string;
  /** Stable code for programs, e.g. `expression-matched`. */
  readonly code: string;
}

/** Where a stage sends its results. */
export interface Out {
  emit(entry: Entry): void;
  drop(entry: Entry, why: DropReason): void;
}

/** A block that waits for more entries. */
export interface OpenBlock {
  readonly labels: LabelSet;
  /** When it ends if nothing more comes; absent where time does not end it. */
  readonly until?: Nanos | undefined;
}

/** The blocks of a stage that joins entries, for an observer that starts in the middle of a stream. */
export interface Joins {
  /** Those that wait for more now. */
  open(): Iterable<OpenBlock>;
  /**
   * The block that the incoming `entry` would continue if one were open; undefined if it begins one or is alone. `ends`: it
   * is that block's last entry. Changes nothing.
   */
  continued(entry: Entry): (OpenBlock & { readonly ends: boolean }) | undefined;
}

/**
 * What ends when a pipeline is flushed. `input`: nothing more arrives, and incomplete entries are lost, as in the original; a
 * preview shows that. If the input continues, nothing may be lost: a `pipeline` is replaced or removed, so that everything
 * leaves; after the restart of a `process` some entries are read again (`readAgain`), and so may stay inside.
 */
export type Ending = "input" | "pipeline" | "process";

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
  /** Nothing more comes: send what is held. A stage that cannot yet stays busy. */
  flush?(out: Out, ends: Ending): void;
  close?(): void;
  /** The entries that it holds now. Each stage that can hold entries has it; those held by nested stages do not count. */
  held?(): Iterable<Held>;
  /** Only stages that join entries have it. */
  readonly joins?: Joins | undefined;
}

/** The stages inside of another. */
export interface NestedStages extends Stage {
  /**
   * While true the stage around them takes no input. That is later than they are `busy`: some entries may wait in front of one
   * that takes none, so that what does not go through these stages is not held up by it at once.
   */
  crowded(): boolean;
}

export type LogLevel = "debug" | "info" | "warn" | "error";

/** Where lines of the log go. */
export interface StageLog {
  write(level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** Asked once for each level, when a pipeline is built. */
  enabled(level: LogLevel): boolean;
}

/** What a step of a trace can say about why something happened. */
export interface Reason {
  /** Stable code: `source-missing`, `no-match`, `cannot-convert`, `parse-failed`, `matched` … */
  readonly code: string;
  /** One sentence for people. */
  readonly text: string;
  /** The values that decided. */
  readonly evidence?: Readonly<Record<string, unknown>> | undefined;
  /** The stage missed its work, or a part of it; see the rule at the top. */
  readonly missed?: boolean | undefined;
  /** Finds on request where the stage stopped in a text; undefined if that is unknown. */
  readonly stopped?: (() => Stop | undefined) | undefined;
  readonly doubt?: Doubt | undefined;
}

/** What an entry shows to be wrong with the configuration: it is also reported at the stage, once for all entries. */
export interface Doubt {
  /** Of the diagnostic; documented with those of lints. */
  readonly code: string;
  /** The part of the reason's text that holds for the stage. */
  readonly clause: string;
  /** Where it is written. */
  readonly argument?: string | undefined;
  readonly key?: string | undefined;
  /** Holds only where the stage matches no other entry either. */
  readonly unlessMatched?: boolean | undefined;
  readonly fix?: ProposedFix | StageSwap | undefined;
}

/** A fix: another stage takes the place of this one, and extracts the same values under other names. */
export interface StageSwap {
  readonly title: string;
  readonly stage: string;
  readonly names: ReadonlyMap<string, string>;
}

/** Which entries a note is about, where that is not the one that came in. They have the origins with which they leave. */
export interface About {
  readonly about?: Entry | readonly Entry[] | undefined;
}

/** A reason that is also a line of the log. */
export interface Note extends Reason, About {
  /** The original's own message, word for word, where it has one. */
  readonly message: string;
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Receives a stage's notes. A method without a listener is undefined, so that `note.debug?.({ … })` costs nothing: neither
 * texts nor evidence are made for an entry on the live path.
 */
export interface Notes {
  /** For a trace alone. */
  readonly trace: ((reason: Reason & About) => void) | undefined;
  /** For a trace, and for the log at that level. */
  readonly debug: ((note: Note) => void) | undefined;
  readonly info: ((note: Note) => void) | undefined;
  readonly warn: ((note: Note) => void) | undefined;
  readonly error: ((note: Note) => void) | undefined;
}

/** A stage before another, and the names of extracted values that its arguments say it sets. */
export interface EarlierStage {
  readonly path: string;
  readonly name: string;
  readonly sets: readonly string[];
}

/** Present only while tracing: what a trace cannot see from the entries that come in and leave. */
export interface Explain {
  /** The stages before this one that set names which are known, in their order, nested ones too. */
  earlier(): readonly EarlierStage[];
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

/** A stage's counter; while tracing, each change is in the trace. */
export type StageCounter = Pick<Counter, "inc" | "add">;

export interface StageCounters {
  /** The counter of these label values, made on first use. */
  with(...values: string[]): StageCounter;
  /** Forgets every counter of the family. */
  reset(): void;
}

/** The metrics of a stage. */
export interface StageMetrics {
  counter(name: string, help: string, labelNames?: readonly string[]): StageCounters;
  /** Shows the series that a stage keeps itself. */
  register(collector: Collector): void;
  unregister(collector: Collector): void;
  /** Receives each change of such series; undefined while nothing watches. Read it anew for each change. */
  readonly changed: ((effect: MetricEffect) => void) | undefined;
}

/** What the platforms do differently. */
export interface StageHost {
  /** The bytes of a file that a stage's arguments name; loaded before `create`. `undefined`: the host has none. */
  resource(path: string): Uint8Array | undefined;
  /**
   * Calls `listener` with the new bytes whenever that file has changed, between entries and never from within this call;
   * gives a function that ends it. A stage that cannot use the new bytes keeps the old ones and logs why. Absent where
   * files do not change while a pipeline runs.
   */
  onResourceChange?(path: string, listener: (bytes: Uint8Array) => void): () => void;
  /** SHA-256 of the text's UTF-8, as 64 hexadecimal digits. */
  sha256(text: string): string;
}

/** For stages that were made of samples: they name no files and hash nothing. */
export const BARE_HOST: StageHost = { resource: () => undefined, sha256: () => "" };

/** Whose names the metrics carry. */
export type Dialect = "logs" | "loki";

/**
 * All that a stage may know of the world; one per stage instance. `note` and `explain` differ while a watched entry is in the
 * stage: read them anew for each entry.
 */
export interface Env {
  readonly clock: Clock;
  readonly random: Random;
  readonly metrics: StageMetrics;
  readonly note: Notes;
  /** Null while nothing watches. */
  readonly explain: Explain | null;
  readonly host: StageHost;
  readonly dialect: Dialect;
  /** The nested stages as one stage (`stage.match`). */
  pipeline(): NestedStages;
}

/** `logs_process_` or `loki_process_`. */
export function metricPrefix(dialect: Dialect): string {
  return dialect === "loki" ? "loki_process_" : "logs_process_";
}
