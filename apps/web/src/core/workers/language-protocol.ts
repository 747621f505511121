/** Requests to the worker that analyses configurations. */
import type {
  CompletedConfig,
  Completion,
  CompletionItem,
  Dialect,
  ExportedConfig,
  Fold,
  GraphEdit,
  Hover,
  PrivateKind,
  PutMode,
  Renamed,
  RenameTarget,
  Span,
  StageAddress,
  StageChange,
  StageChanged,
  StageEdit,
  StageForm,
  TargetVersion,
  TemplateCompletions,
} from "@sluice/engine";
import type { Analysis } from "../model/analysis.ts";
import type { ScreenedPiece, SharedContent } from "../model/private-values.ts";
import type { SampleEntry } from "../model/samples.ts";
import type { AddableStage } from "./addable-stage.ts";
import type { AddableComponent } from "./find-components.ts";
import type { ImportChoices, ReadConfiguration } from "./import-report.ts";

interface Place {
  readonly text: string;
  /** UTF-16. */
  readonly offset: number;
}

/** The formatted text, or why there is none: it does not parse, or formatted it would be another configuration. */
export type Formatted =
  | { readonly kind: "formatted"; readonly text: string }
  | { readonly kind: "not parsed" }
  | { readonly kind: "changes meaning" };

/** A text with its stages changed, understood already; or why it cannot be. */
export type StagesEdited = EditedStages | { readonly ok: false; readonly reason: string };

export interface EditedStages {
  readonly ok: true;
  readonly analysis: Analysis;
  /** The card that was changed; where it is gone, its neighbour. */
  readonly card: string | undefined;
}

/** A text with its graph changed, understood already; or why it cannot be. */
export type GraphEdited = EditedGraph | { readonly ok: false; readonly reason: string };

export interface EditedGraph {
  readonly ok: true;
  readonly analysis: Analysis;
  /** The component that was changed, by its id in the graph. */
  readonly node: string | undefined;
}

/** A text with the names of one dialect; `kept`: ids of components without a name in it, `hints`: what Alloy has instead. */
export type Renaming =
  | { readonly ok: true; readonly text: string; readonly kept: readonly string[]; readonly hints: readonly string[] }
  | { readonly ok: false; readonly reason: string };

export interface LanguageKinds {
  readonly analyze: { readonly ask: string; readonly answer: Analysis };
  readonly complete: { readonly ask: Place; readonly answer: readonly CompletionItem[] };
  readonly hover: { readonly ask: Place; readonly answer: Hover | undefined };
  readonly definition: { readonly ask: Place; readonly answer: Span | undefined };
  /** The places that refer to a component. */
  readonly references: { readonly ask: Place; readonly answer: readonly Span[] };
  readonly renameTarget: { readonly ask: Place; readonly answer: RenameTarget | undefined };
  readonly rename: { readonly ask: Place & { readonly to: string }; readonly answer: Renamed };
  readonly folds: { readonly ask: string; readonly answer: readonly Fold[] };
  /** Undefined where there is no such stage, or the text does not parse. */
  readonly stageForm: {
    readonly ask: { readonly text: string; readonly place: StageAddress };
    readonly answer: StageForm | undefined;
  };
  /** Edits of `text`, or why there are none. */
  readonly changeStage: {
    readonly ask: { readonly text: string; readonly place: StageAddress; readonly change: StageChange };
    readonly answer: StageChanged;
  };
  /** In the text of a template alone. */
  readonly completeTemplate: {
    readonly ask: { readonly template: string; readonly offset: number; readonly fields: readonly string[] };
    readonly answer: TemplateCompletions | undefined;
  };
  readonly editStages: {
    readonly ask: { readonly text: string; readonly pipeline: string; readonly edit: StageEdit };
    readonly answer: StagesEdited;
  };
  /** Stages, as text, into a pipeline: in place of those that it has, or after them. */
  readonly putStages: {
    readonly ask: {
      readonly text: string;
      /** Undefined: one that is added. */
      readonly pipeline: string | undefined;
      readonly stages: string;
      readonly mode: PutMode;
    };
    readonly answer: StagesEdited;
  };
  readonly toDialect: {
    readonly ask: { readonly text: string; readonly dialect: Dialect };
    readonly answer: Renaming;
  };
  readonly editGraph: {
    readonly ask: { readonly text: string; readonly edit: GraphEdit };
    readonly answer: GraphEdited;
  };
  /** A draft with a source and a sink. */
  readonly completeConfig: {
    readonly ask: { readonly text: string; readonly completion: Completion };
    readonly answer: CompletedConfig;
  };
  /** A document is searched for what is private in pieces of its samples, the first of them with the rest. */
  readonly screen: {
    readonly ask: {
      readonly session: number;
      /** Of `samples`. */
      readonly from: number;
      readonly samples: readonly SampleEntry[];
      /** With the first piece. */
      readonly rest?: SharedContent | undefined;
    };
    /** False: the worker does not have that document, or not so much of it. */
    readonly answer: boolean;
  };
  /** What was searched, without what is private in it, in pieces as well. Undefined: the worker does not have it. */
  readonly screened: {
    readonly ask: {
      readonly session: number;
      readonly keep: readonly PrivateKind[];
      readonly from: number;
      readonly to: number;
    };
    readonly answer: ScreenedPiece | undefined;
  };
  /** The document is let go of. */
  readonly endScreen: { readonly ask: number; readonly answer: null };
  /** A configuration that names where it is to run. */
  readonly setTarget: {
    readonly ask: { readonly text: string; readonly target: TargetVersion };
    readonly answer: string;
  };
  /** A configuration as it leaves Sluice. */
  readonly exportConfig: {
    readonly ask: { readonly text: string; readonly dialect: Dialect };
    readonly answer: ExportedConfig;
  };
  /** What configuration a text is. */
  readonly readConfiguration: {
    readonly ask: { readonly text: string; readonly choices: ImportChoices };
    readonly answer: ReadConfiguration;
  };
  readonly addableComponents: { readonly ask: null; readonly answer: readonly AddableComponent[] };
  readonly addableStages: { readonly ask: null; readonly answer: readonly AddableStage[] };
  readonly format: { readonly ask: string; readonly answer: Formatted };
}
