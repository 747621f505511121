/** A lint: a rule across the stages of a pipeline. Its documentation is in `pages`, which the page does not load. */
import type { Diagnostic, QuickFix, Severity } from "../../base/diagnostic.ts";
import type { Span } from "../../base/span.ts";
import type { LintCode } from "./codes.ts";
import type { PipelineNames } from "./names.ts";
import type { LintedPipeline } from "./view.ts";

/** What is documented of a code. */
export interface LintPage {
  readonly code: string;
  /** A few words. */
  readonly title: string;
  /** What it means and what to do, in sentences. */
  readonly doc: string;
  /** A body of stages for which it is reported once. */
  readonly example: string;
  /** The example with the fix that is offered; undefined where none is certain. */
  readonly fixed?: string | undefined;
}

export interface Finding {
  readonly message: string;
  readonly span: Span;
  readonly fix?: QuickFix | undefined;
  readonly related?: Diagnostic["related"];
}

export interface Lint {
  readonly code: LintCode;
  readonly severity: Exclude<Severity, "error">;
  readonly find: (pipeline: LintedPipeline, names: PipelineNames) => Iterable<Finding>;
}
