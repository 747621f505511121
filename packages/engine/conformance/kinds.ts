/** A kind of vectors that another package runs, since the engine cannot: vectors that need sockets, for example. */
import type { Judgement, KnownGap } from "./judge.ts";

export { canonical, firstDifference } from "./compare.ts";
export { type Judgement, judge, type KnownGap, READ } from "./judge.ts";

export interface HostedKind {
  readonly kind: string;
  /** The folder of its vectors, which run where no file is named. */
  readonly vectors: string;
  readonly gaps: readonly KnownGap[];
  /** Runs what a file holds. */
  judge(content: unknown): Promise<readonly Judgement[]>;
}
