/** What a configuration's text means, in the form that the page shows. Plain data. */
import type { ComponentGraph, QuickFix, Severity, SourceLabels, TargetVersion } from "@sluice/engine";

/** A diagnostic with its place in both forms. */
export interface Problem {
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  /** From 1; columns in bytes of UTF-8. */
  readonly line: number;
  readonly column: number;
  readonly fixes: readonly QuickFix[];
  /** For a bug report about Sluice itself. */
  readonly report?: string | undefined;
}

/** A stage in the list of stages. */
export interface StageItem {
  /** `4.1`: first stage inside the fourth. */
  readonly path: string;
  /** Without `stage.`. */
  readonly name: string;
  /** Its arguments, in one line. */
  readonly summary: string;
  /** 0 at the top. */
  readonly depth: number;
  readonly start: number;
  readonly end: number;
  /** Files that it names. */
  readonly resources: readonly ResourceItem[];
}

/** A file that an argument names. */
export interface ResourceItem {
  readonly path: string;
  /** Of the argument's value. */
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
}

/** Something that can be previewed. */
export interface PipelineItem {
  /** `logs.process.main`; `stages` for a bare body of stages. */
  readonly id: string;
  readonly start: number;
  readonly end: number;
  /** In order, nested ones after their parent. */
  readonly stages: readonly StageItem[];
  /** Labels that the configuration's sources give its entries for certain; samples have them too. */
  readonly given?: SourceLabels | undefined;
}

/** A stage in the list that can be edited: as it is written, also with errors, or switched off. */
export interface CardItem {
  /** The path of a stage; `off 2` for the second stretch of the pipeline that is switched off. */
  readonly id: string;
  /** Without `stage.`; of several that are switched off together all, with commas between. */
  readonly name: string;
  /** Its arguments, in one line; empty if it has errors. */
  readonly summary: string;
  readonly off: boolean;
  /** Stages can stand inside it. */
  readonly nests: boolean;
  /** The card that it stands in, and its index there. */
  readonly parent: string | undefined;
  readonly index: number;
  /** 0 at the top. */
  readonly depth: number;
  readonly start: number;
  readonly end: number;
  readonly resources: readonly ResourceItem[];
}

/** The cards of one pipeline, in order, nested ones after their parent. */
export interface CardList {
  /** As `PipelineItem` has it. */
  readonly id: string;
  readonly cards: readonly CardItem[];
}

export interface Analysis {
  /** The text that it is about. */
  readonly text: string;
  /** No errors; warnings may be there. */
  readonly ok: boolean;
  readonly problems: readonly Problem[];
  /** Everything if `ok`; otherwise as much as could be understood. */
  readonly pipelines: readonly PipelineItem[];
  /** Of every pipeline in the text; null if it does not parse. */
  readonly cards: readonly CardList[] | null;
  /** Its components and their connections; null if the text does not parse. */
  readonly graph: ComponentGraph | null;
  /** Where the text says that it is to run. */
  readonly target: TargetVersion;
}

/** For a text that could not be analysed because a worker failed. */
export function notUnderstood(text: string, why: string): Analysis {
  const message = `This text could not be understood (${why.replace(/\.$/, "")}): change it to try again`;
  const place = { start: 0, end: 0, line: 1, column: 1 };
  const problem: Problem = { severity: "error", code: "not-understood", message, ...place, fixes: [] };
  return { text, ok: false, problems: [problem], pipelines: [], cards: null, graph: null, target: "sluice" };
}
