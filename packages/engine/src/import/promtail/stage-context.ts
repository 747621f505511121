import type { Block } from "./blocks.ts";
import type { Loose, LooseReader } from "./loose.ts";
import type { Reading } from "./reading.ts";

/** What a stage is written with. */
export interface StageContext {
  readonly stage: Block;
  readonly config: Loose;
  readonly reading: Reading;
  readonly strict: LooseReader;
  readonly weak: LooseReader;
}
