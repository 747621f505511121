/** Runs tests again whenever a file that they read has changed. Files are looked at, since systems miss changes on mounts. */
import { stat } from "node:fs/promises";
import { FileError } from "../../config-file.ts";
import { findTestFiles, runSuite, type Suite } from "./test-suite.ts";

/** Milliseconds between two looks. */
export const LOOK_EVERY = 300;

export interface WatchOptions {
  readonly named: readonly string[];
  /** Resolves when it is time for the next look; false ends the watch. */
  readonly wait: () => Promise<boolean>;
  /** All suites, and those that were run now. */
  readonly show: (suites: readonly Suite[], fresh: ReadonlySet<string>) => void;
  readonly warn: (message: string) => void;
}

/** What tells one state of a file from another; a text where it is not there. */
async function stateOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? "none" : `${found.ino} ${found.size} ${found.mtimeMs}`;
}

const statesOf = async (paths: readonly string[]): Promise<string> =>
  (await Promise.all(paths.map(stateOf))).join("\n");

/** Ends when `wait` says so. */
export async function watchTests({ named, wait, show, warn }: WatchOptions): Promise<void> {
  const known = new Map<string, { suite: Suite; states: string }>();
  let told = "";
  do {
    const paths = new Set<string>();
    const problems: string[] = [];
    for (const one of named)
      try {
        for (const path of await findTestFiles(one)) paths.add(path);
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        problems.push(error.message);
      }
    let changed = false;
    for (const path of known.keys())
      if (!paths.has(path)) {
        known.delete(path);
        changed = true;
      }
    const fresh = new Set<string>();
    for (const path of paths) {
      const before = known.get(path);
      if (before !== undefined && before.states === (await statesOf(before.suite.reads))) continue;
      try {
        // Looked at first: what changes while it runs is seen the next time.
        const guess = before === undefined ? undefined : await statesOf(before.suite.reads);
        const suite = await runSuite(path);
        const sameFiles = before !== undefined && before.suite.reads.join("\n") === suite.reads.join("\n");
        known.set(path, { suite, states: sameFiles ? guess! : await statesOf(suite.reads) });
        fresh.add(path);
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        problems.push(error.message);
        changed ||= known.delete(path);
      }
    }
    if (fresh.size > 0 || changed)
      show(
        [...known.values()].map(({ suite }) => suite),
        fresh,
      );
    const problem = problems.join("\n");
    if (problem !== told && problem !== "") warn(problem);
    told = problem;
  } while (await wait());
}
