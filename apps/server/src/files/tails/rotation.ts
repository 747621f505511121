/** Finds files again that a rotation gave other names: by what they hold, and by when they were born. */
import type { FileHandle } from "node:fs/promises";
import { basename } from "node:path";
import type { FileGate } from "../../platform/file-gate.ts";
import type { FileStat } from "../file-stat.ts";
import { isRotatedName, type Sibling } from "../finding/siblings.ts";
import type { DonePosition } from "../positions/positions.ts";
import { Window } from "../reading/window.ts";
import type { Opened, TailedFile } from "./tailed-file.ts";

/** A file that was born this long before a moment may be younger: clocks of file systems are coarse. Milliseconds. */
const BIRTH_TOLERANCE = 2000;

export const bornSince = ({ bornAt }: FileStat, moment: number) => bornAt >= moment - BIRTH_TOLERANCE;

/** Whether it was born or, as copies of the same name are, written to. */
export const writtenSince = (file: FileStat, moment: number) =>
  bornSince(file, moment) || file.writtenAt >= moment - BIRTH_TOLERANCE;

/** Opens a file where reading of it stopped; undefined when it is shorter. Throws what the file system and the gate throw. */
export async function openAt(gate: FileGate, path: string, key: string, offset: number): Promise<Opened | undefined> {
  const handle = await gate.open(path);
  const window = await Window.read(handle, offset).catch(() => undefined);
  if (window !== undefined) return { key, handle, window };
  await handle.close();
  return undefined;
}

/** The same for a file that may be gone, or none of ours: undefined when it cannot be opened. */
export function tryOpenAt(gate: FileGate, path: string, key: string, offset: number): Promise<Opened | undefined> {
  return openAt(gate, path, key, offset).catch(() => undefined);
}

/** What a copy must hold: the beginning of the file that it was made of. */
export interface Original {
  readonly offset: number;
  /** `Window.digest` at `offset`. */
  readonly digest: string;
  /** When it was first known; a copy is younger. Milliseconds since the epoch. */
  readonly since: number;
}

/**
 * The copy that was made of a file before it was truncated, opened where the original ends. Of several the first that
 * was written since `seenAt`, since others follow it; else the last. Without anything read, nothing tells a copy.
 */
export async function findCopy(
  gate: FileGate,
  original: Original,
  candidates: readonly Sibling[],
  seenAt: number,
): Promise<(Opened & { path: string }) | undefined> {
  if (original.offset === 0) return undefined;
  const young = candidates.filter((one) => one.size >= original.offset && writtenSince(one, original.since));
  const recent = young.filter((one) => writtenSince(one, seenAt));
  for (const { path, key } of [...recent, ...young.filter((one) => !recent.includes(one)).toReversed()]) {
    const opened = await tryOpenAt(gate, path, key, original.offset);
    if (opened?.window.digest === original.digest) return { ...opened, path };
    await opened?.handle.close();
  }
  return undefined;
}

/** Whether a file that was done holds other than it did: copying onto the same name again keeps the file and its birth. */
export async function isOverwritten(
  gate: FileGate,
  done: DonePosition,
  { path, key, size }: Sibling,
): Promise<boolean> {
  if (size < done.offset) return true;
  // Where it was empty nothing tells, and nothing of it was read.
  if (done.offset === 0) return size > 0;
  const opened = await tryOpenAt(gate, path, key, done.offset);
  await opened?.handle.close();
  return opened !== undefined && opened.window.digest !== done.digest;
}

/** A file that is truncated and begins again with so many bytes as it did before is not expected. */
export const MAX_SAME_BEGINNING = 1024;

/**
 * Whether a file that is not known was copied from one that is read, or is being copied: then the original still holds
 * all of it, or, if it has been truncated this very moment, the copy holds what was seen of it.
 */
export async function isCopyOf(
  original: TailedFile,
  path: string,
  file: FileStat,
  handle: FileHandle,
): Promise<boolean> {
  if (!original.open || !isRotatedName(basename(path), original.path) || !writtenSince(file, original.since))
    return false;
  const { size } = file;
  const whole = await Window.read(handle, size);
  if (whole !== undefined && size > 0 && (await original.holds(whole))) return true;
  const { seen } = original;
  if (seen.offset <= MAX_SAME_BEGINNING || size < seen.offset) return false;
  return (await Window.read(handle, seen.offset))?.equals(seen) === true;
}

/** Whether a file was truncated after `copy` was made of it, although it begins as it did. */
export async function wasTruncatedAfter(gate: FileGate, copy: Sibling, original: TailedFile): Promise<boolean> {
  const { seen } = original;
  if (copy.size === 0 || copy.size < seen.offset) return false;
  const opened = await tryOpenAt(gate, copy.path, copy.key, copy.size);
  if (opened === undefined) return false;
  try {
    const begins = await Window.read(opened.handle, seen.offset);
    return begins?.equals(seen) === true && !(await original.holds(opened.window));
  } finally {
    await opened.handle.close();
  }
}
