/** What a subcommand is: `main` finds it and runs it, and its file knows nothing of `main`. */
import type { OutputLoss } from "./output.ts";

/** 0: done. 1: the input has errors. 2: the command line is wrong. 3: somebody has to say yes first. 130: interrupted. */
export type ExitCode = number;

export interface Command {
  readonly help: string;
  /** What to do when nobody reads standard output any more. Default `end`. */
  readonly onOutputLoss?: OutputLoss;
  /** Throws `UsageError` for a wrong command line and `FileError` for a file that cannot be read or written. */
  run(argv: readonly string[]): Promise<ExitCode>;
}
