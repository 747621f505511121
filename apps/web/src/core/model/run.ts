/** One run of a pipeline over the samples: what went in, and what the page knows of how it went. Plain data. */
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

/** A sample as the pipeline gets it. */
export interface RunSample extends SampleContent {
  /** The sample's own id, which the result names it by. */
  readonly id: number;
  readonly labels: Readonly<Record<string, string>>;
}

export type SampleStatus = OutcomeStatus;
export type { Settled };

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
  /** The next instant at which something happens by itself, and the stage that releases an entry then. */
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
  /** What is told of the configuration from what it made of the samples. */
  readonly problems: readonly Problem[];
  /** The metrics in Prometheus's text form. */
  readonly exposition: string;
  /** A stage takes no input and nothing will wake it. */
  readonly stuck: boolean;
  readonly milliseconds: number;
}

/** Values that rows of entries show. */
export interface RowValues {
  /** Names that entries of the run have. */
  readonly known: readonly string[];
  /** Those that were asked for. */
  readonly names: readonly string[];
  /** By sample id, in the order of `names`; an entry that has none of them is not there. */
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

/** All that a run knows of one entry. */
export interface EntryTrace {
  readonly run: number;
  /** Index of the sample in that run; origins are such indexes. */
  readonly sample: number;
  readonly sampleId: number;
  readonly steps: readonly StepJson[];
  readonly outputs: readonly EntryOutput[];
}

/** An entry that is told before its run is over. */
export interface FirstTrace extends EntryTrace {
  /** Names of the stages, by path, where the text has no errors: it may be shown before anything else is known of the text. */
  readonly stageNames?: Readonly<Record<string, string>> | undefined;
}
