/** What the file system says of a path. */
import type { BigIntStats } from "node:fs";
import { stat } from "node:fs/promises";
import { codeOf } from "../platform/system-error.ts";

export interface FileStat {
  /** Device and number. */
  readonly key: string;
  readonly size: number;
  /** Changes whenever the file is written to. */
  readonly stamp: string;
  readonly kind: "file" | "directory" | "other";
  /** Milliseconds since the epoch. */
  readonly writtenAt: number;
  /** Milliseconds since the epoch. */
  readonly bornAt: number;
}

/** Links are followed; undefined when there is nothing. Throws the file system's other errors. */
export async function statFile(path: string): Promise<FileStat | undefined> {
  try {
    const found = await stat(path, { bigint: true });
    return {
      key: `${found.dev}:${found.ino}`,
      size: Number(found.size),
      stamp: stampOf(found),
      kind: found.isFile() ? "file" : found.isDirectory() ? "directory" : "other",
      // To the microsecond: files are put in the order in which they were written to.
      writtenAt: Number(found.mtimeNs / 1000n) / 1000,
      bornAt: birth(found),
    };
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}

/** Files that the file system is asked about together: a quarter of the work of asking one by one. */
const AT_ONCE = 32;

/** The same for many, in their order; undefined also for those about which the file system tells nothing. */
export async function statAll(paths: readonly string[]): Promise<(FileStat | undefined)[]> {
  const found: (FileStat | undefined)[] = [];
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    const some = paths.slice(at, at + AT_ONCE).map((path) => statFile(path).catch(() => undefined));
    for (const one of await Promise.all(some)) found.push(one);
  }
  return found;
}

export const stampOf = ({ size, mtimeNs, ctimeNs }: BigIntStats) => `${size}:${mtimeNs}:${ctimeNs}`;

/**
 * When a file was born, or at the latest: where the file system does not tell, platforms put the time of the last change
 * in its place, which renaming moves; the last write then is the better bound.
 */
function birth({ birthtimeNs, birthtimeMs, ctimeNs, mtimeMs }: BigIntStats): number {
  return Number(birthtimeNs > 0n && birthtimeNs !== ctimeNs ? birthtimeMs : mtimeMs);
}
