/** Messages between the page and the worker that runs previews. Plain data; the steps of a run stay in the worker. */
import type { Balance, StageCounts, StepJson } from "@sluice/engine";

export interface RunSample {
  readonly line: string;
  readonly labels: Readonly<Record<string, string>>;
  /** RFC 3339. */
  readonly timestamp?: string | undefined;
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
}

export interface StepsRequest {
  readonly type: "steps";
  readonly run: number;
  readonly sample: number;
}

export type PreviewRequest = RunRequest | StepsRequest;

/** `unchanged`: it came out as it went in. */
export type SampleStatus = "passed" | "unchanged" | "dropped" | "held" | "error";

/** What became of one sample: the row of the table. */
export interface SampleOutcome {
  readonly status: SampleStatus;
  readonly outputs: number;
  readonly drops: readonly { readonly path: string; readonly stage: string; readonly reason: string }[];
  readonly heldBy: string | undefined;
  /** Paths of stages that changed it. */
  readonly changedBy: readonly string[];
  /** Paths of stages that wanted to do something with it and could not; each has a reason. */
  readonly missedBy: readonly string[];
  readonly errors: readonly string[];
}

export interface RunResult {
  readonly id: number;
  readonly pipeline: string;
  readonly samples: readonly SampleOutcome[];
  /** By stage path. */
  readonly counts: Readonly<Record<string, StageCounts>>;
  readonly balance: Balance;
  /** The metrics in Prometheus's text form. */
  readonly exposition: string;
  /** A stage takes no input and nothing will wake it. */
  readonly stuck: boolean;
  readonly milliseconds: number;
}

export type PreviewReply =
  | { readonly type: "ran"; readonly result: RunResult }
  /** The run could not be made: the configuration has errors, or there is nothing to run. */
  | { readonly type: "refused"; readonly run: number; readonly message: string }
  | { readonly type: "steps"; readonly run: number; readonly sample: number; readonly steps: readonly StepJson[] };
