/** Messages between the page and the worker that runs previews. Plain data; the steps of a run stay in the worker. */
import type { Balance, EntryJson, StageCounts, StepJson } from "@sluice/engine";
import type { ClockStep } from "../state/clock-steps.ts";
import type { MetadataPairs } from "../state/samples.ts";

export interface RunSample {
  readonly line: string;
  readonly labels: Readonly<Record<string, string>>;
  /** RFC 3339. */
  readonly timestamp?: string | undefined;
  readonly metadata?: MetadataPairs | undefined;
  /** Go duration that passes before it is sent. */
  readonly advance?: string | undefined;
}

export interface RunRequest {
  readonly type: "run";
  /** Of the run; later runs have greater ids, and a later one ends an earlier. */
  readonly id: number;
  readonly text: string;
  /** Component to run; undefined: the first that has stages. */
  readonly pipeline: string | undefined;
  readonly samples: readonly RunSample[];
  /** RFC 3339. */
  readonly clock: string;
  readonly seed: number;
  /** The input stays open behind the last sample, and `steps` are done. */
  readonly holdEnd: boolean;
  readonly steps: readonly ClockStep[];
}

/** One more step of a finished run, which has id `id` from then on. */
export interface StepRequest {
  readonly type: "step";
  readonly id: number;
  readonly run: number;
  readonly step: ClockStep;
}

export interface StepsRequest {
  readonly type: "steps";
  readonly run: number;
  readonly sample: number;
}

/** A file that stages may name; null: it is there no more. */
export interface FileMessage {
  readonly type: "file";
  readonly path: string;
  readonly file: Blob | null;
}

export type PreviewRequest = RunRequest | StepRequest | StepsRequest | FileMessage;

/** `unchanged`: it came out as it went in. */
export type SampleStatus = "passed" | "unchanged" | "merged" | "split" | "dropped" | "held" | "error";

/** Where an entry counts in the balance. */
export type Settled = "out" | "dropped" | "held";

/** What became of one sample: the row of the table. */
export interface SampleOutcome {
  readonly status: SampleStatus;
  readonly settled: Settled;
  readonly outputs: number;
  /** Indexes of the samples that it came out with as one entry, itself among them. */
  readonly mergedFrom: readonly number[] | undefined;
  readonly drops: readonly { readonly path: string; readonly stage: string; readonly reason: string }[];
  readonly heldBy: string | undefined;
  /** When `heldBy` lets it go if only time passes, RFC 3339; undefined where nothing but more input does. */
  readonly heldUntil: string | undefined;
  /** Paths of stages that changed it. */
  readonly changedBy: readonly string[];
  /** Paths of stages that wanted to do something with it and could not; each has a reason. */
  readonly missedBy: readonly string[];
  readonly errors: readonly string[];
}

/** The virtual clock when the run paused or ended. Times are RFC 3339. */
export interface RunClock {
  readonly start: string;
  readonly now: string;
  /** The input has ended. */
  readonly ended: boolean;
  /** The next instant at which something happens by itself, and the stage that lets go of an entry then. */
  readonly next: { readonly at: string; readonly path: string | undefined } | undefined;
}

export interface RunResult {
  readonly id: number;
  readonly pipeline: string;
  readonly samples: readonly SampleOutcome[];
  /** By stage path. */
  readonly counts: Readonly<Record<string, StageCounts>>;
  readonly balance: Balance;
  readonly clock: RunClock;
  /** The metrics in Prometheus's text form. */
  readonly exposition: string;
  /** A stage takes no input and nothing will wake it. */
  readonly stuck: boolean;
  readonly milliseconds: number;
}

/** An entry that left the pipeline. */
export interface EntryOutput {
  /** Counts from 0 in the order in which entries left. */
  readonly index: number;
  /** RFC 3339. */
  readonly at: string;
  readonly entry: EntryJson;
}

export type PreviewReply =
  | { readonly type: "ran"; readonly result: RunResult }
  /** The run could not be made: the configuration has errors, or there is nothing to run. */
  | { readonly type: "refused"; readonly run: number; readonly message: string }
  | {
      readonly type: "steps";
      readonly run: number;
      readonly sample: number;
      /** The status of each is what it did to this sample. */
      readonly steps: readonly StepJson[];
      readonly outputs: readonly EntryOutput[];
    };
