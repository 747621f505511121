/** The files beside a log, among which its rotated generations are. */
import type { BigIntStats } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** Names in one folder that are looked at. */
const MAX_SIBLINGS = 10_000;

export interface Sibling {
  readonly path: string;
  readonly key: string;
  readonly size: number;
  /** Microseconds since the epoch. */
  readonly writtenAt: number;
  /** Milliseconds since the epoch. */
  readonly bornAt: number;
}

export interface FileStat {
  readonly key: string;
  readonly size: number;
  /** Changes whenever the file is written to. */
  readonly stamp: string;
  readonly kind: "file" | "directory" | "other";
  /** Milliseconds since the epoch. */
  readonly bornAt: number;
}

/** What the file system says of a path, links followed; undefined when there is nothing. Throws its other errors. */
export async function statFile(path: string): Promise<FileStat | undefined> {
  try {
    const found = await stat(path, { bigint: true });
    return {
      key: `${found.dev}:${found.ino}`,
      size: Number(found.size),
      stamp: `${found.size}:${found.mtimeNs}:${found.ctimeNs}`,
      kind: found.isFile() ? "file" : found.isDirectory() ? "directory" : "other",
      bornAt: birth(found),
    };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}

/**
 * When a file was born, or at the latest: where the file system does not tell, platforms put the time of the last change
 * in its place, which renaming moves; the last write then is the better bound.
 */
function birth({ birthtimeNs, birthtimeMs, ctimeNs, mtimeMs }: BigIntStats): number {
  return Number(birthtimeNs > 0n && birthtimeNs !== ctimeNs ? birthtimeMs : mtimeMs);
}

/** The other regular files in the folder of `path` whose names are wanted, the one that was written to first first. */
export async function findSiblings(path: string, wanted: (name: string) => boolean): Promise<Sibling[]> {
  const folder = dirname(path);
  const names = await readdir(folder).catch(() => []);
  const siblings: Sibling[] = [];
  for (const name of names.filter((one) => one !== basename(path) && wanted(one)).slice(0, MAX_SIBLINGS)) {
    const found = await stat(join(folder, name), { bigint: true }).catch(() => undefined);
    if (found === undefined || !found.isFile()) continue;
    siblings.push({
      path: join(folder, name),
      key: `${found.dev}:${found.ino}`,
      size: Number(found.size),
      writtenAt: Number(found.mtimeNs / 1000n),
      bornAt: birth(found),
    });
  }
  return siblings.sort((a, b) => a.writtenAt - b.writtenAt);
}

const COMPRESSED = /\.(?:gz|bz2|xz|zst|lz4|Z|zip)$/;
const NUMBER_OR_DATE = /^[.\-_]\d[\d.\-_T:]*$/;

/** Whether a name is one that rotation gives: `app.log.1`, `app.log-20260115`, `app-2026-01-15.log` for `app.log`. */
export function isRotatedName(name: string, path: string): boolean {
  const base = basename(path);
  if (COMPRESSED.test(name)) return false;
  if (name.startsWith(base)) return NUMBER_OR_DATE.test(name.slice(base.length));
  const dot = base.lastIndexOf(".");
  if (dot <= 0) return false;
  const [stem, ending] = [base.slice(0, dot), base.slice(dot)];
  return name.startsWith(stem) && name.endsWith(ending) && NUMBER_OR_DATE.test(name.slice(stem.length, -ending.length));
}

/** Whether a name may be that of a copy: a rotated one, or what people and tools call copies. */
export function isCopyName(name: string, path: string): boolean {
  const base = basename(path);
  return (
    isRotatedName(name, path) ||
    (name.startsWith(base) && /^[.\-_~](?:old|bak|backup|save|orig)?\d*$|^~$/.test(name.slice(base.length)))
  );
}
