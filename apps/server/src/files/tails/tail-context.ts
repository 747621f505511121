/** What the tails of one component know of each other. */
import type { Logger } from "../../platform/log.ts";
import type { Folders } from "../finding/folders.ts";
import type { DonePosition } from "../positions/positions.ts";
import type { ReadingContext, TailedFile } from "./tailed-file.ts";

/** What the tails of one component share. */
export interface TailContext extends ReadingContext {
  readonly log: Logger;
  readonly folders: Folders;
  /** Files in which reading stopped before the restart and that have not been taken up yet, by their key. */
  readonly awaited: Set<string>;
  /** Generations of the paths of which one with this name may be a rotated one. */
  originals(name: string): readonly TailedFile[];
  /** Files that are done, by their key: read to the end, or copies of what was read. */
  readonly done: Map<string, DonePosition>;
  rotated(kind: "renamed" | "truncated"): void;
}
