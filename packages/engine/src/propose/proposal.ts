/** A proposal: a whole pipeline for the lines of a log, as stages that can be left out, each with its evidence. */

/** What stages are for, those before the parsing first. */
export type Layer =
  | "unwrap"
  | "join"
  | "decolorize"
  | "secrets"
  | "parse"
  | "time"
  | "level"
  | "labels"
  | "metadata"
  | "noise"
  | "metric";

/** One decision: a stage, or a few that do one thing together. */
export interface ProposedStage {
  /** Unique in the proposal, and the same for the same purpose when more lines arrive: `time`, `parse:json`, `time@2`. */
  readonly id: string;
  readonly layer: Layer;
  /** Configuration text with a line end, as it is where it stands; empty where it is left out. */
  readonly code: string;
  /** What it does, as a sentence without a stop: `Read the time from time`. */
  readonly says: string;
  /** `118 of 121`, `02/Jan/2006:15:04:05 -0700` */
  readonly evidence: readonly string[];
  /** Entries that reached it, and those with which it did its work. */
  readonly read: number;
  readonly of: number;
  /** Whether it is in the text. */
  readonly taken: boolean;
  /** False: it was proposed for those who want it, and is taken only on request: it removes something, or adds little. */
  readonly byDefault: boolean;
  /** Ids of stages without which it is left out, too. */
  readonly needs: readonly string[];
  /** The branch that it stands in: an index of `branches`; undefined: it sees all entries. */
  readonly branch: number | undefined;
  /** The line of an entry before it, the line after it where that is another, and what it sets (some of it). */
  readonly before: string;
  readonly after: string | undefined;
  readonly sets: readonly { readonly name: string; readonly value: string }[];
}

/** Entries of one kind among others, which have stages of their own inside `stage.match`. */
export interface Branch {
  /** `JSON`, `nginx-like access lines` */
  readonly title: string;
  readonly selector: string;
  readonly entries: number;
}

/** What the lines do not show. The first answer holds until another one is given. */
export interface Question {
  /** Unique, and the same when more lines arrive. */
  readonly id: string;
  readonly text: string;
  readonly answers: readonly { readonly id: string; readonly text: string }[];
  /** Id of the answer that holds. */
  readonly answer: string;
}

/** Entries of one pattern that count as not parsed. */
export interface UnparsedKind {
  readonly template: string;
  readonly count: number;
  /** Index of the first line of the first of them, among those that were given. */
  readonly line: number;
}

export interface Proposal {
  /** `CRI (Kubernetes containers) with JSON inside` */
  readonly title: string;
  /** In the order of the text; those that are not taken stand where they would. */
  readonly stages: readonly ProposedStage[];
  readonly branches: readonly Branch[];
  readonly questions: readonly Question[];
  /** A body of stages: all that are taken. Empty where nothing would be gained. */
  readonly text: string;
  readonly figures: ProposalFigures;
  /** Why entries get no time of their own, as sentences without a stop: of each kind of lines that has none. */
  readonly untimed: readonly string[];
  readonly unparsed: readonly UnparsedKind[];
  /** Indexes of the lines of all entries that count as not parsed, among those that were given. */
  readonly unparsedLines: readonly number[];
  /** A line, and what the whole pipeline makes of it. */
  readonly example: ProposalExample | undefined;
}

/** Counts of what the pipeline does with the lines that were looked at; `lines` and `blank` are of all that were given. */
export interface ProposalFigures {
  /** Lines that were given, and those that were looked at. */
  readonly lines: number;
  readonly looked: number;
  /** Lines that have nothing but blanks; they are not looked at. */
  readonly blank: number;
  /** Entries that the lines make: joined lines are one. */
  readonly entries: number;
  /**
   * Entries of which a parsing stage reads the level, or a value besides the time if any varies; whose time is read; and that
   * have a level.
   */
  readonly parsed: number;
  readonly timed: number;
  /** Entries whose time has no year, and those that the clock's year puts into the future by more than a day. */
  readonly yearless: number;
  /** Those without such a time, which get that of the entry before. */
  readonly carried: number;
  readonly ahead: number;
  readonly leveled: number;
  /** Entries in which something secret is hidden. */
  readonly redacted: number;
  /** Entries that leave with what looks like a secret: no stage that is taken redacts it. */
  readonly exposed: number;
  readonly dropped: number;
  /** Entries that say something about the log itself, as a header does: that nothing parses them is no loss. */
  readonly comments: number;
  /** Entries that leave, are no comments, and that no parsing stage reads. */
  readonly unparsed: number;
  /** Lines that are joined to the one before. */
  readonly joined: number;
  /** Those of them that look like entries without a time. */
  readonly attached: number;
  /** Different sets of labels. */
  readonly streams: number;
}

export interface ProposalExample {
  /** Index of its first line, among those that were given. */
  readonly index: number;
  readonly before: string;
  readonly after: string;
  /** RFC 3339; undefined: not read from the line. */
  readonly time: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface ProposeOptions {
  /** The clock of the run, from which times without a year take theirs; nanoseconds. */
  readonly start: bigint;
  /** Decisions about stages, by id: true takes one that is not taken by default, false leaves one out. */
  readonly choices?: ReadonlyMap<string, boolean> | undefined;
  /** Ids of answers by ids of questions. */
  readonly answers?: ReadonlyMap<string, string> | undefined;
  /** Labels that each entry has already, as its source sets them. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
}
