/** The paths of a stage that tests should take, by its spec. A step alone shows whether it took one. */
import { ownStatus } from "./status.ts";
import type { Step } from "./trace.ts";

export interface CoveragePath {
  /** For people, after the stage's name: `matched`, `bucket 0.5 to 1`. */
  readonly label: string;
  /** What is missing where no test takes it. */
  readonly missing: string;
  taken(step: Step): boolean;
}

export const path = (label: string, missing: string, taken: CoveragePath["taken"]): CoveragePath => ({
  label,
  missing,
  taken,
});

/** An entry came to the stage and was not refused. */
export const arrives = (step: Step): boolean => step.before !== undefined;
export const drops = (step: Step): boolean => step.dropped.length > 0;

const isMissed = (step: Step): boolean => {
  const status = ownStatus(step);
  return status === "missed" || status === "error";
};

export const REACHED = path("", "no entry reaches it", arrives);
export const DROPPED = path("dropped", "no entry is dropped", drops);
export const KEPT = path("kept", "no entry is kept", (step) => arrives(step) && !drops(step));

/** The stage could do its work: the entry is `word`. */
export const read = (word: string): CoveragePath =>
  path(word, `no entry is ${word}`, (step) => arrives(step) && !isMissed(step) && !drops(step));

/** Both sides of a parser. */
export const readOrMissed = (word: string): readonly CoveragePath[] => [
  read(word),
  path("missed", `every entry is ${word}`, isMissed),
];
