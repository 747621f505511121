/** What the tails of one component know of each other. */
import type { Logger } from "../log.ts";
import type { DonePosition } from "./positions.ts";
import type { ReadingContext, TailedFile } from "./tailed-file.ts";

/** What the tails of one component share. */
export interface TailContext extends ReadingContext {
  readonly log: Logger;
  /** The generation of any tail that is this file. */
  owner(key: string): TailedFile | undefined;
  /** Whether it is a generation of any tail, or will be once that is restored. */
  taken(key: string): boolean;
  /** Every generation of every tail. */
  generations(): Iterable<TailedFile>;
  /** Files that are done, by their key: read to the end, or copies of what was read. */
  readonly done: Map<string, DonePosition>;
  rotated(kind: "renamed" | "truncated"): void;
}
