/**
 * Traps: configurations that load, and do something else than they seem to. A case has the reports about one before it is
 * deployed, and its silent twins say where nothing is wrong. `cases` has the files of each kind (`kinds.ts`).
 */
import type { WrittenEntry } from "../base/written-entry.ts";
import type { IngestShown } from "../profiles/client-advice.ts";
import type { EntryInput } from "../testing/index.ts";

/** A diagnostic by its code, or a reason of a step in the trace by a part of its text. */
export interface ExpectedReport {
  readonly code?: string | undefined;
  readonly note?: string | undefined;
  /** A part of the diagnostic's message. */
  readonly message?: string | undefined;
  /** The title of a fix that it offers. */
  readonly fix?: string | undefined;
  /** The whole text with that fix. */
  readonly fixed?: string | undefined;
}

interface Expected {
  readonly reports?: readonly ExpectedReport[] | undefined;
  /** There is no diagnostic, and no note that another case of the kind expects. */
  readonly silent?: true | undefined;
}

export interface ConfigCase {
  readonly name: string;
  /** A configuration of Sluice or Alloy, or a body of stages; with `from`, what is imported. */
  readonly config: string;
  readonly from?: "promtail" | undefined;
  /** Entries for its first pipeline. */
  readonly input?: readonly (EntryInput | string)[] | undefined;
  readonly expect: Expected & {
    /** What leaves the pipeline, in order: of each entry what is given here. */
    readonly out?: readonly Partial<WrittenEntry>[] | undefined;
  };
}

/** A request of a client of profiles. Its reports are notes. */
export interface RequestCase {
  readonly name: string;
  readonly request: Partial<Omit<IngestShown, "beginning">> & { readonly text?: string | undefined };
  readonly expect: Expected;
}

export type TrapCase = ConfigCase | RequestCase;
