/** Requests to the worker that runs previews. The steps of a run stay in the worker. */
import type {
  CostReport,
  EntryStatistics,
  LevelCount,
  LineTimes,
  OutputTotals,
  PatternAction,
  PatternExpression,
  PatternPlace,
  PatternReport,
  PrivateKind,
  Probe,
  ProbeQuestion,
  Saving,
  Spread,
  StageDraft,
  StageTime,
  ValuePlace,
} from "@sluice/engine";
import type { Analysis } from "../model/analysis.ts";
import type { ClockStep } from "../model/clock-steps.ts";
import type { EntryTrace, FirstTrace, GraphRun, RowValues, RunResult, RunSample } from "../model/run.ts";
import type { SensitiveRun, TriedRedaction } from "../model/sensitive-run.ts";
import type { Gone } from "./gone.ts";
import type { PointedValue, SuggestAsk, Suggestions } from "./pointed-value.ts";
import type { UnreadOffer } from "./unread-offer.ts";

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

/** As it is sent: `samples` undefined stands for those of the run that was asked for before. */
export interface SentRunOrder extends Omit<RunOrder, "samples"> {
  readonly samples: readonly RunSample[] | undefined;
  /** How many were sent before those, in parts. */
  readonly before?: number;
}

/** The selected entry, ahead of the run that is asked for next. */
export interface FirstOrder extends Pick<RunOrder, "text" | "pipeline" | "clock" | "seed"> {
  readonly sample: RunSample;
  readonly index: number;
  /** By how much each sample before it advances the clock. */
  readonly advances: readonly string[];
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
  | { readonly kind: "overtaken" }
  /** It needs a part of the engine that has to be loaded first: `loadPart`, and then all of the run again. */
  | { readonly kind: "missing" };

/** Entries that entered a stage in run `run`: `name` is the stage's, which may be new since then. */
export interface EntriesBefore {
  readonly run: number;
  readonly path: string;
  readonly name: string;
}

export interface ProbeOrder extends EntriesBefore {
  readonly questions: readonly Omit<ProbeQuestion, "chosen">[];
  /** Id of the selected sample. */
  readonly sampleId: number | null;
  /** Only that one is tried. */
  readonly chosenOnly: boolean;
}

export interface SpreadOrder extends EntriesBefore {
  readonly source: string;
  readonly bounds: readonly number[];
}

/** Patterns of lines. A worker keeps one session: lines that follow are added to those before. */
export interface PatternsOrder {
  readonly session: number;
  /** How many lines the session has before these; 0 begins it anew. */
  readonly from: number;
  readonly lines: readonly string[];
  /** No more follow for now: the report is wanted. */
  readonly isLast: boolean;
}

export interface PatternsAnswer {
  /** By line; -1 without a pattern. */
  readonly numbers: readonly number[];
  readonly report: PatternReport | undefined;
}

export interface PatternValuesOrder {
  readonly session: number;
  /** Lines with the numbers of their patterns. */
  readonly lines: readonly { readonly line: string; readonly number: number }[];
}

/** By line: the values of its pattern's parts; what it adds to an entry that it goes on with, undefined where that is the line. */
export type PatternValues = readonly (readonly string[] | string | undefined)[];

/** A stage for a pattern, tried on the samples of a run. */
export interface PatternActionOrder {
  readonly run: number;
  readonly session: number;
  readonly number: number;
  /** Samples with this pattern. */
  readonly sampleIds: readonly number[];
  /** What its entries are called. */
  readonly name: string;
  readonly action: PatternAction;
}

export type PatternActionAnswer =
  | { readonly kind: "refused"; readonly message: string }
  | ({ readonly kind: "tried" } & TriedPattern);

export interface TriedPattern extends Pick<PatternPlace, "after"> {
  /** The configuration that it was tried on, and with the stage in it. */
  readonly text: string;
  readonly edited: string;
  /** The stage, and the path that it has then. */
  readonly stage: string;
  readonly path: string;
  readonly expression: PatternExpression;
  /** Entries where the stage stands, and lines among them that go on with an entry of the pattern. */
  readonly entries: number;
  readonly continued: number;
  /** What leaves the pipeline without the stage, and with it. */
  readonly without: OutputTotals;
  readonly with: OutputTotals;
  /** Entries that leave no more, by level. */
  readonly lost: readonly LevelCount[];
  /** Lines with words of trouble are left alone. */
  readonly spares: boolean;
}

/**
 * Features that have questions of their own add them here. A question about a run has an answer as long as that is the last
 * run; else it is `Gone`, with the reason. Undefined always means that there is nothing: no stage, no format, no value.
 */
export interface PreviewKinds {
  /** Answered as soon as the worker is loaded. */
  readonly ready: { readonly ask: null; readonly answer: undefined };
  /** A text that may be run in a moment: it is understood by then. */
  readonly open: { readonly ask: string; readonly answer: undefined };
  /** As the language worker answers, for when that has not been started. */
  readonly analyze: { readonly ask: string; readonly answer: Analysis };
  readonly run: { readonly ask: SentRunOrder; readonly answer: RunAnswer };
  /** A part of the samples of the next run; they begin anew at 0. */
  readonly samples: {
    readonly ask: { readonly from: number; readonly samples: readonly RunSample[] };
    readonly answer: undefined;
  };
  /** As soon as it is known: at once where no stage knows of other entries, else when the run has come that far. */
  readonly first: { readonly ask: FirstOrder; readonly answer: FirstTrace | Gone };
  readonly step: { readonly ask: StepOrder; readonly answer: RunAnswer };
  /** Waits until the part is there that a run missed last; fails where it cannot be loaded. */
  readonly loadPart: { readonly ask: null; readonly answer: undefined };
  /** One entry's steps. */
  readonly steps: {
    readonly ask: { readonly run: number; readonly sample: number };
    readonly answer: EntryTrace | Gone;
  };
  /** Values of all entries, by name. */
  readonly values: {
    readonly ask: { readonly run: number; readonly names: readonly string[] | "automatic" };
    readonly answer: RowValues | Gone;
  };
  /** The value that a row shows under a name; undefined: no stage can use it. */
  readonly pointed: {
    readonly ask: { readonly run: number; readonly sampleId: number; readonly name: string };
    readonly answer: PointedValue | undefined | Gone;
  };
  /** The results of expressions on the entries; undefined: the stage is not that of the run any more. */
  readonly probe: { readonly ask: ProbeOrder; readonly answer: readonly Probe[] | undefined | Gone };
  /** How numbers are spread over buckets; undefined as above. */
  readonly spread: { readonly ask: SpreadOrder; readonly answer: Spread | undefined | Gone };
  /**
   * The first stages for samples, by their ids, where those that are there do not read them; undefined: they do, or the samples
   * are no log that is known.
   */
  readonly unread: {
    readonly ask: { readonly run: number; readonly sampleIds: readonly number[] };
    readonly answer: UnreadOffer | undefined | Gone;
  };
  /** The first texts of stages, made of the entries at a place; the run has to be of `text`. */
  readonly drafts: {
    readonly ask: { readonly run: number; readonly text: string; readonly place: ValuePlace };
    readonly answer: readonly StageDraft[] | Gone;
  };
  /** What values the entries have at a place. */
  readonly statistics: {
    readonly ask: { readonly run: number; readonly place: ValuePlace };
    readonly answer: EntryStatistics | Gone;
  };
  /** What a run takes in and lets out. */
  readonly costs: { readonly ask: { readonly run: number }; readonly answer: CostReport | Gone };
  /** The time of each stage on the samples. */
  readonly stageTimes: { readonly ask: { readonly run: number }; readonly answer: readonly StageTime[] | Gone };
  /** The changes that would save most, each tried on all samples. */
  readonly savings: { readonly ask: { readonly run: number }; readonly answer: readonly Saving[] | Gone };
  /** The samples of a run through the whole graph. */
  readonly graph: { readonly ask: { readonly run: number }; readonly answer: GraphRun | Gone };
  /** The times that the lines of the samples have; undefined: most have none. */
  readonly lineTimes: { readonly ask: { readonly run: number }; readonly answer: LineTimes | undefined | Gone };
  /** Stages for a value. */
  readonly suggest: { readonly ask: SuggestAsk; readonly answer: Suggestions | Gone };
  /**
   * Secrets and personal data in the samples and in what leaves, as far as they were searched: the next question goes on.
   * `secrets`: undefined where no sample can have a secret.
   */
  readonly sensitive: {
    readonly ask: { readonly run: number; readonly what: "all" | "secrets" };
    readonly answer: SensitiveRun | undefined | Gone;
  };
  /** Stages that redact these kinds, tried on the samples. */
  readonly redaction: {
    readonly ask: { readonly run: number; readonly kinds: readonly PrivateKind[] };
    readonly answer: TriedRedaction | Gone;
  };
  /** The patterns of lines, which belong to no run; gone where the worker has another session, or as many lines as it should not. */
  readonly patterns: { readonly ask: PatternsOrder; readonly answer: PatternsAnswer | Gone };
  /** What varies in lines of the session. */
  readonly patternValues: { readonly ask: PatternValuesOrder; readonly answer: PatternValues | Gone };
  /** What a stage for a pattern does. */
  readonly patternAction: { readonly ask: PatternActionOrder; readonly answer: PatternActionAnswer | Gone };
  /** A file that stages may name; null: it is there no more. */
  readonly file: { readonly ask: { readonly path: string; readonly file: Blob | null }; readonly answer: undefined };
}
