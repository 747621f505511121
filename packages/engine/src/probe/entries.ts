/** The entries of a finished preview at a stage's input, for trying out arguments of the stage. */
import { goString } from "@sluice/languages/govalue";
import type { Snapshot } from "../pipeline/snapshot.ts";
import type { StageNode } from "../pipeline/stage-spec.ts";
import type { Preview } from "../preview/preview.ts";

/** An entry before a stage. */
export interface ProbedEntry {
  /** Index of the sample that it comes from. */
  readonly sample: number;
  readonly entry: Snapshot;
}

/** Entries that are tried at most. */
export const MAX_PROBED = 10_000;

/**
 * The first entry that reached the stage at `path` for each sample. For a stage that was not in the run (another `name`, or
 * nothing at that path), the output of the stage before it.
 */
export function entriesBefore(
  preview: Preview,
  stages: readonly StageNode[],
  path: string,
  name: string,
): readonly ProbedEntry[] {
  const names = namesByPath(stages);
  const found: ProbedEntry[] = [];
  const isThere = names.get(path) === name;
  const before = isThere ? undefined : stageBefore(path, names);
  const first = stages[0]?.path;
  const count = Math.min(preview.sampleCount, MAX_PROBED);
  for (let sample = 0; sample < count; sample++) {
    const steps = preview.stepsOf(sample);
    const entry = isThere
      ? steps.find((step) => step.path === path)?.before
      : before === undefined
        ? steps.find((step) => step.path === first)?.before
        : before.inside
          ? steps.find((step) => step.path === before.path)?.before
          : steps.find((step) => step.path === before.path && step.emitted.length > 0)?.emitted[0];
    if (entry !== undefined) found.push({ sample, entry });
  }
  return found;
}

function namesByPath(stages: readonly StageNode[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const visit = (nodes: readonly StageNode[]) => {
    for (const { path, spec, children } of nodes) {
      names.set(path, spec.name);
      visit(children);
    }
  };
  visit(stages);
  return names;
}

/** The nearest stage before `path` that was run; `inside`: its input is that of `path`. Undefined if there is none. */
function stageBefore(
  path: string,
  names: ReadonlyMap<string, string>,
): { readonly path: string; readonly inside: boolean } | undefined {
  const numbers = path.split(".").map(Number);
  const around = numbers.slice(0, -1).join(".");
  for (let number = numbers.at(-1)! - 1; number > 0; number--) {
    const earlier = [...numbers.slice(0, -1), number].join(".");
    if (names.has(earlier)) return { path: earlier, inside: false };
  }
  if (around === "") return undefined;
  // What came to the first of those that were there is what the stage around lets in.
  for (const one of [`${around}.1`, around]) if (names.has(one)) return { path: one, inside: true };
  return stageBefore(around, names);
}

/** Where a text comes from: the extracted values that `source` names, joined where it names several; else the line. */
export interface TextSource {
  readonly source: string;
  /** Given where `source` may name several, with commas. */
  readonly separator?: string | undefined;
}

/** Undefined where it is not there, or has no text. */
export function textOf({ line, extracted }: Snapshot, { source, separator }: TextSource): string | undefined {
  if (source === "") return line;
  if (separator === undefined) return goString(extracted.get(source));
  const texts = source.split(",").map((name) => goString(extracted.get(name)));
  return texts.includes(undefined) ? undefined : texts.join(separator);
}
