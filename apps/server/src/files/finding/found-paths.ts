/** Which files the targets of a component stand for now. */
import { type BlockArgs, hasWildcard, type logsSourceFile, MILLISECOND, type Nanos, SECOND } from "@sluice/engine";
import type { FileGate } from "../../platform/file-gate.ts";
import { statAll } from "../file-stat.ts";
import { expandGlob } from "./glob.ts";
import type { Target } from "./target.ts";

/** Patterns are looked up again after this long. */
const SCAN_PAUSE = 2n * SECOND;

/** The arguments of the block `file_match`. */
type FileMatch = BlockArgs<(typeof logsSourceFile)["blocks"]["file_match"]>;

/** Time between two looks. */
export const scanPause = ({ enabled, sync_period }: FileMatch): Nanos => (enabled ? sync_period : SCAN_PAUSE);

/**
 * The target of each path, of several the first. `isFollowed` tells of paths that are followed already, however old their
 * files are; `tell` gets of each pattern what kept it from being looked up, if anything did.
 */
export async function findPaths(
  gate: FileGate,
  targets: readonly Target[],
  fileMatch: FileMatch,
  now: Nanos,
  isFollowed: (path: string) => boolean,
  tell: (pattern: string, problem: string | undefined) => void,
): Promise<ReadonlyMap<string, Target>> {
  const found = new Map<string, Target>();
  for (const target of targets) {
    const paths = await expand(gate, target, tell);
    for (const path of await youngEnough(paths, fileMatch, now, isFollowed))
      if (!found.has(path)) found.set(path, target);
  }
  return found;
}

async function expand(
  gate: FileGate,
  target: Target,
  tell: (pattern: string, problem: string | undefined) => void,
): Promise<readonly string[]> {
  if (!hasWildcard(target.path)) return target.wanted(target.path) ? [target.path] : [];
  const { paths, problem } = await expandGlob(gate, target.path);
  tell(target.path, problem);
  return paths.filter(target.wanted);
}

/** Without those that are not begun since they are too old; what is read already stays. */
async function youngEnough(
  paths: readonly string[],
  { enabled, ignore_older_than }: FileMatch,
  now: Nanos,
  isFollowed: (path: string) => boolean,
): Promise<readonly string[]> {
  if (!enabled || ignore_older_than === 0n) return paths;
  const oldest = Number((now - ignore_older_than) / MILLISECOND);
  const stats = await statAll(paths);
  return paths.filter((path, i) => isFollowed(path) || (stats[i]?.writtenAt ?? 0) >= oldest);
}
