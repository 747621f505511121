/** Keeps a stage selected while the text around it changes: paths shift when stages are added, moved or removed. */

import { spliceText } from "@sluice/engine";
import type { StageItem } from "./analysis.ts";

export interface Listed {
  readonly stages: readonly Pick<StageItem, "path" | "name" | "depth" | "start" | "end">[];
  readonly text: string;
}

/** The path in `after` of the stage that stood at `path` in `before`; undefined when there is no stage left. */
export function followStage(path: string, before: Listed, after: Listed): string | undefined {
  if (after.stages.length === 0) return undefined;
  const at = before.stages.findIndex((stage) => stage.path === path);
  const old = before.stages[at];
  const here = after.stages.find((stage) => stage.path === path);
  if (old === undefined) return here?.path ?? after.stages[0]!.path;
  const same = findSame(path, before, after);
  if (same !== undefined) return same;
  if (here?.name === old.name) return path;
  const named = after.stages.filter((stage) => stage.name === old.name);
  if (named.length > 0) return named[0]!.path;
  return after.stages[Math.min(at, after.stages.length - 1)]!.path;
}

/** The same, where it is certain; undefined where it is not, or the stage is gone. */
export function findSame(path: string, before: Listed, after: Listed): string | undefined {
  const at = before.stages.findIndex((stage) => stage.path === path);
  const old = before.stages[at];
  if (old === undefined) return undefined;
  const source = (listed: Listed, stage: Pick<StageItem, "start" | "end">) => listed.text.slice(stage.start, stage.end);
  const oldSource = source(before, old);
  // Of equal stages the one that is as often repeated before it.
  const same = (listed: Listed) => listed.stages.filter((stage) => source(listed, stage) === oldSource);
  const nth = same(before).findIndex((stage) => stage.path === path);
  const matches = same(after);
  if (matches.length > 0) return matches[Math.min(nth, matches.length - 1)]!.path;
  // The stage itself was edited and everything around it stayed, so it has the same place.
  return after.stages.length === before.stages.length ? after.stages[at]!.path : undefined;
}

/** Whether all stages were replaced by new ones. */
export function areReplaced(before: Listed, after: Listed): boolean {
  const splice = spliceText(before.text, after.text);
  if (splice === undefined || splice.removed === "") return false;
  const sources = new Set(before.stages.map(({ start, end }) => before.text.slice(start, end)));
  const kinds = ({ stages }: Listed) => stages.map(({ path, name }) => `${path} ${name}`).join("\n");
  const removedEnd = splice.at + splice.removed.length;
  return (
    before.stages.every(({ depth, start, end }) => depth > 0 || (start < removedEnd && splice.at < end)) &&
    !after.stages.some(({ start, end }) => sources.has(after.text.slice(start, end))) &&
    kinds(before) !== kinds(after)
  );
}

/** The innermost stage around `offset`. */
export function stageAt(stages: readonly StageItem[], offset: number): StageItem | undefined {
  return stages.findLast((stage) => stage.start <= offset && offset <= stage.end);
}
