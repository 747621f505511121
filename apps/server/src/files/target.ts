/** What a target of the configuration names: a path or a pattern, what of it is left out, and labels. */
import { resolve } from "node:path";
import { LabelSet } from "@sluice/engine";
import { matcher } from "./glob.ts";

export interface Target {
  /** What it asks for, labels aside. */
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  readonly wanted: (path: string) => boolean;
  readonly labels: readonly (readonly [string, string])[];
}

export function readTarget(target: ReadonlyMap<string, string>, baseDir: string): Target {
  const path = resolve(baseDir, target.get("__path__")!);
  const exclude = target.get("__path_exclude__") ?? "";
  const fits = matcher(path);
  const leftOut = exclude === "" ? () => false : matcher(resolve(baseDir, exclude));
  return {
    id: JSON.stringify([path, exclude]),
    path,
    wanted: (one) => fits(one) && !leftOut(one),
    labels: [...target].filter(([name, value]) => !name.startsWith("__") && value !== ""),
  };
}

/** Of the lines of one of its files. */
export const labelsOf = ({ labels }: Target, path: string): LabelSet => LabelSet.of([...labels, ["filename", path]]);
