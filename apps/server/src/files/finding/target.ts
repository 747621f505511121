/** What a target of the configuration names: a path or a pattern, what of it is left out, and labels. */
import { resolve } from "node:path";
import { globMatcher, hasWildcard, LabelSet } from "@sluice/engine";

export interface Target {
  /** What it asks for, labels aside. */
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  readonly wanted: (path: string) => boolean;
  readonly labels: readonly (readonly [string, string])[];
}

export interface ReadTargets {
  readonly targets: readonly Target[];
  /** Why some of them are left out; the others are not the worse for it. */
  readonly problem: string | undefined;
}

export function readTargets(asked: readonly ReadonlyMap<string, string>[], baseDir: string): ReadTargets {
  const usable = asked.filter((target) => (target.get("__path__") ?? "") !== "");
  const left = asked.length - usable.length;
  return {
    targets: usable.map((target) => readTarget(target, baseDir)),
    problem: left === 0 ? undefined : `${left} of ${asked.length} targets have no "__path__" and are left out`,
  };
}

function readTarget(target: ReadonlyMap<string, string>, baseDir: string): Target {
  const path = resolve(baseDir, target.get("__path__")!);
  return {
    id: JSON.stringify([path, target.get("__path_exclude__") ?? ""]),
    path,
    wanted: matcherOf(target, baseDir),
    labels: [...target].filter(([name, value]) => !name.startsWith("__") && value !== ""),
  };
}

/** Says whether the target's pattern matches an absolute path and does not exclude it. */
export function matcherOf(target: ReadonlyMap<string, string>, baseDir: string): (path: string) => boolean {
  const pattern = resolve(baseDir, target.get("__path__")!);
  const exclude = target.get("__path_exclude__") ?? "";
  const fits = hasWildcard(pattern) ? globMatcher(pattern) : (path: string) => path === pattern;
  if (exclude === "") return fits;
  const leftOut = globMatcher(resolve(baseDir, exclude));
  return (path) => fits(path) && !leftOut(path);
}

/** Of the lines of one of its files. */
export const labelsOf = ({ labels }: Target, path: string): LabelSet => LabelSet.of([...labels, ["filename", path]]);

/** Finds the first target that names a path: of thousands most are plain paths. */
export function targetsByPath(targets: readonly Target[]): (path: string) => Target | undefined {
  const plain = new Map<string, { readonly target: Target; readonly at: number }>();
  const patterns: { readonly target: Target; readonly at: number }[] = [];
  for (const [at, target] of targets.entries()) {
    if (hasWildcard(target.path)) patterns.push({ target, at });
    else if (!plain.has(target.path) && target.wanted(target.path)) plain.set(target.path, { target, at });
  }
  return (path) => {
    const exact = plain.get(path);
    const fits = patterns.find(({ target, at }) => (exact === undefined || at < exact.at) && target.wanted(path));
    return (fits ?? exact)?.target;
  };
}
