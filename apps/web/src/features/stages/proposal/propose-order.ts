/** What a proposal is made of, as it is asked of a worker. */
import type { Proposal } from "@sluice/engine";
import type { Gone } from "../../../core/workers/gone.ts";

export interface ProposeOrder {
  /** Undefined: those of the question before, which take longer to copy than to look at. */
  readonly lines: readonly string[] | undefined;
  /** Where the clock of the preview starts, RFC 3339: times without a year take theirs from it. */
  readonly clock: string;
  /** When the lines were there, RFC 3339, for those without a year; undefined: the clock says it. */
  readonly written: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  /** Decisions about stages, and answers to questions, by id. */
  readonly choices: ReadonlyMap<string, boolean>;
  readonly answers: ReadonlyMap<string, string>;
}

export interface Proposed {
  readonly kind: "proposed";
  readonly proposal: Proposal;
  /** The clock that gives times without a year theirs, RFC 3339, where it is not that of the question. */
  readonly asOf?: string | undefined;
}

declare module "../../../core/workers/preview-protocol.ts" {
  interface PreviewKinds {
    /** A whole pipeline for lines. */
    readonly propose: { readonly ask: ProposeOrder; readonly answer: Proposed | Gone };
  }
}
