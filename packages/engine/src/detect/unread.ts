/** Lines that a pipeline's stages do not read: a log of another format than the one it was made for. */
import type { StageNode } from "../pipeline/stage-spec.ts";

import type { Preview } from "../preview/preview.ts";

export interface UnreadLines {
  /** The first stage that should read them. */
  readonly reader: { readonly path: string; readonly name: string };
  /** How many of `total` entries no stage of this kind could read. */
  readonly unread: number;
  readonly total: number;
}

/**
 * Undefined if the stages read at least half of the entries that the samples at `indexes` make, or if no stage reads lines:
 * then it is not known which format they are for.
 */
export function findUnread(
  preview: Preview,
  stages: readonly StageNode[],
  indexes: readonly number[],
): UnreadLines | undefined {
  const readers = stages.filter(readsLines);
  const [first] = readers;
  if (first === undefined || indexes.length === 0) return undefined;
  const isUnread = (index: number): boolean => {
    const { missedBy } = preview.outcomeOf(index);
    return readers.every(({ path }) => missedBy.includes(path));
  };
  const unread = indexes.filter(isUnread).length;
  if (unread * 2 <= indexes.length) return undefined;
  return { reader: { path: first.path, name: first.spec.name }, unread, total: indexes.length };
}

/** It extracts from the line and not from an extracted value. */
function readsLines(node: StageNode): boolean {
  if (node.spec.category !== "parse") return false;
  const { source } = node.args;
  return source === undefined || source === "" || source === null;
}
