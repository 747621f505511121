import type { UnreadLines } from "@sluice/engine";

/** Stages for lines that the present ones do not parse. */
export interface UnreadOffer extends UnreadLines {
  /** What the lines look like. */
  readonly title: string;
  /** A body of stages. */
  readonly stages: string;
  /** The first words of what it does, one for each stage. */
  readonly says: readonly string[];
}
