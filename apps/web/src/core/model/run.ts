/** One run of a pipeline over the samples: its input and its results. Plain data. */
import type {
  Balance,
  EntryJson,
  GraphFlow,
  OutcomeStatus,
  SampleContent,
  Settled,
  StageCounts,
  StepJson,
} from "@sluice/engine";
import type { Problem } from "./analysis.ts";

/** A sample as it is sent into the pipeline. */
export interface RunSample extends SampleContent {
  /** The sample's own id, which the result names it by. */
  readonly id: number;
  readonly labels: Readonly<Record<string, string>>;
}

export type SampleStatus = OutcomeStatus;
export type { Settled };

/** The outcome of one sample: a row of the table. */
export interface SampleOutcome {
  readonly status: SampleStatus;
  readonly settled: Settled;
  readonly outputs: number;
  /** Indexes of the samples that were merged into one entry with it, including its own. */
  readonly mergedFrom: readonly number[] | undefined;
  readonly drops: readonly { readonly path: string; readonly stage: string; readonly reason: string }[];
  readonly heldBy: string | undefined;
  /** When `heldBy` releases it if only time passes, RFC 3339; undefined if only more input does. */
  readonly heldUntil: string | undefined;
  /** Paths of stages that changed it. */
  readonly changedBy: readonly string[];
  /** Paths of stages that missed it; each has a reason. */
  readonly missedBy: readonly string[];
  readonly errors: readonly string[];
}

/** The virtual clock when the run paused or ended. Times are RFC 3339. */
export interface RunClock {
  readonly start: string;
  readonly now: string;
  /** The input has ended. */
  readonly ended: boolean;
  /** The next deadline, and the stage that releases an entry then. */
  readonly next: { readonly at: string; readonly path: string | undefined } | undefined;
}

export interface RunResult {
  /** Of the run; a later run has a greater one. */
  readonly id: number;
  /** The configuration that was run. */
  readonly text: string;
  readonly pipeline: string;
  /** Ids of the samples, by index; `samples` has their outcomes in the same order. */
  readonly sampleIds: readonly number[];
  readonly samples: readonly SampleOutcome[];
  /** By stage path. */
  readonly counts: Readonly<Record<string, StageCounts>>;
  readonly balance: Balance;
  readonly clock: RunClock;
  /** Problems of the configuration that the samples show. */
  readonly problems: readonly Problem[];
  /** The metrics in Prometheus's text form. */
  readonly exposition: string;
  /** A stage accepts no input and has no deadline. */
  readonly stuck: boolean;
  readonly milliseconds: number;
}

/** Values that rows of entries show. */
export interface RowValues {
  /** Names that entries of the run have. */
  readonly known: readonly string[];
  /** Those that were asked for. */
  readonly names: readonly string[];
  /** By sample id, in the order of `names`; without entries that have none of them. */
  readonly values: ReadonlyMap<number, readonly (string | undefined)[]>;
}

/** The samples of a run through all pipelines of its configuration. */
export interface GraphRun {
  readonly run: number;
  readonly text: string;
  /** Undefined where it took longer than allowed. */
  readonly flow: GraphFlow | undefined;
}

/** An entry that left the pipeline. */
export interface EntryOutput {
  /** Counts from 0 in the order in which entries left. */
  readonly index: number;
  /** RFC 3339. */
  readonly at: string;
  readonly entry: EntryJson;
}

/** The trace of one entry in a run. */
export interface EntryTrace {
  readonly run: number;
  /** Index of the sample in that run; origins are such indexes. */
  readonly sample: number;
  readonly sampleId: number;
  readonly steps: readonly StepJson[];
  readonly outputs: readonly EntryOutput[];
}

/** The trace of an entry before its run is over. */
export interface FirstTrace extends EntryTrace {
  /** Names of the stages, by path, if the text has no errors: the trace may be shown before the analysis is there. */
  readonly stageNames?: Readonly<Record<string, string>> | undefined;
}
