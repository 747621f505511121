/** What the worker that runs previews can be asked. The steps of a run stay in the worker. */
import type { ClockStep } from "../domain/clock-steps.ts";
import type { EntryTrace, RowValues, RunResult, RunSample } from "../domain/run.ts";

export interface RunOrder {
  readonly text: string;
  /** Component to run; undefined: the first that has stages. */
  readonly pipeline: string | undefined;
  readonly samples: readonly RunSample[];
  /** RFC 3339. */
  readonly clock: string;
  readonly seed: number;
  /** The input stays open after the last sample, and `steps` are done. */
  readonly holdEnd: boolean;
  readonly steps: readonly ClockStep[];
}

/** One more step of a finished run, which is a run of its own from then on. */
export interface StepOrder {
  readonly run: number;
  readonly step: ClockStep;
}

export type RunAnswer =
  | { readonly kind: "ran"; readonly result: RunResult }
  /** The run could not be made: the configuration has errors, or there is nothing to run. */
  | { readonly kind: "refused"; readonly message: string }
  /** A newer run was asked for. */
  | { readonly kind: "overtaken" };

export interface PreviewKinds {
  readonly run: { readonly ask: RunOrder; readonly answer: RunAnswer };
  readonly step: { readonly ask: StepOrder; readonly answer: RunAnswer };
  /** One entry's steps; undefined when `run` is not the last run. */
  readonly steps: {
    readonly ask: { readonly run: number; readonly sample: number };
    readonly answer: EntryTrace | undefined;
  };
  /** Values of all entries, by name; undefined when `run` is not the last run. */
  readonly values: {
    readonly ask: { readonly run: number; readonly names: readonly string[] };
    readonly answer: RowValues | undefined;
  };
  /** A file that stages may name; null: it is there no more. */
  readonly file: { readonly ask: { readonly path: string; readonly file: Blob | null }; readonly answer: undefined };
}
