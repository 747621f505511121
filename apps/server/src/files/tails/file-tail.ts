/** What follows one path, however its files are read. */
import type { LabelSet, Nanos } from "@sluice/engine";
import type { FileStat } from "../file-stat.ts";
import type { SavedPath } from "../positions/positions.ts";
import type { Problem } from "../problem.ts";
import type { ReadResult, TailedFile } from "./tailed-file.ts";

/** A file that is being read, for people and metrics. */
export interface FileInReading {
  readonly path: string;
  /** Bytes that were read, after decompression. */
  readonly offset: number;
  /** Bytes that there were when it was last looked at; undefined where they cannot be compared with those read. */
  readonly size?: number | undefined;
  /** Its name is another's now. */
  readonly rotated: boolean;
}

export interface FileTail {
  readonly path: string;
  /** Why it is not read, for people. */
  readonly problem: Problem | undefined;
  /** Of the lines that are read from now on. */
  set labels(labels: LabelSet);
  /** Files that are read as they grow, of which other files may be copies. */
  readonly generations: readonly TailedFile[];
  readonly reading: readonly FileInReading[];
  /** None of its files is open. */
  readonly idle: boolean;
  /** Nothing that was read is on its way any more. */
  readonly settled: boolean;
  /** Nothing of the path is there or under way. */
  readonly empty: boolean;
  /** Whether it is to be looked at as often as anything is; thousands of others can wait for a moment. */
  isActive(now: Nanos): boolean;
  /** Continues where reading stopped before the restart: for every path before any is looked at. */
  restore(): Promise<void>;
  /** Finds what is not where it was, when `restore` was called for every path. */
  restoreMissing(): Promise<void>;
  /** Finds out where the files are that are read: for every path before any is looked at. `found`: what has its name. */
  notice(found: FileStat | undefined): Promise<void>;
  /** Finds out which file has the name now, and where the one is that had it. */
  look(): Promise<void>;
  /** Hands on at most one chunk of lines. */
  readOn(): Promise<ReadResult>;
  /** Everything that is not done; undefined where the files have that, and not the path. */
  save(): SavedPath | undefined;
  /** Makes the positions exact to the line, for the last time that they are written. */
  keepLines(): Promise<void>;
  close(): Promise<void>;
}
