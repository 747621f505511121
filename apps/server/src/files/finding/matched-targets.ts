/** Targets with a pattern for a path, and the files that it matches now, each as a target of its own. */
import { hasWildcard, MILLISECOND, type Nanos, type Target } from "@sluice/engine";
import type { FileGate } from "../../platform/file-gate.ts";
import { statAll } from "../file-stat.ts";
import { expandGlob } from "./glob.ts";
import { matcherOf } from "./target.ts";

/** Targets that are made at most. */
export const MAX_TARGETS = 20_000;

export interface Matched {
  readonly targets: readonly Target[];
  /** What kept it from finding all, if anything did. */
  readonly problem: string | undefined;
}

/** Without those that were last written to longer than `ignoreOlderThan` before `now`; 0 means none. */
export async function matchTargets(
  targets: readonly Target[],
  { gate, ignoreOlderThan, now }: { readonly gate: FileGate; readonly ignoreOlderThan: Nanos; readonly now: Nanos },
): Promise<Matched> {
  const found: Target[] = [];
  let problem: string | undefined;
  const oldest = ignoreOlderThan > 0n ? Number((now - ignoreOlderThan) / MILLISECOND) : undefined;
  for (const target of targets) {
    const written = target.get("__path__") ?? "";
    if (written === "") continue;
    const pattern = gate.resolve(written);
    const wanted = matcherOf(target, gate.folder);
    const expanded = hasWildcard(pattern) ? await expandGlob(gate, pattern) : { paths: [pattern], problem: undefined };
    problem ??= expanded.problem;
    const paths = expanded.paths.filter(wanted);
    const stats = await statAll(paths);
    for (const [i, path] of paths.entries()) {
      const stat = stats[i];
      if (stat === undefined || stat.kind === "directory" || (oldest !== undefined && stat.writtenAt < oldest))
        continue;
      if (found.length >= MAX_TARGETS) return { targets: found, problem: `more than ${MAX_TARGETS} files` };
      found.push(new Map([...target, ["__path__", path]]));
    }
  }
  return { targets: found, problem };
}
