/**
 * How far each file was read, kept across restarts in `positions.json`. Written as a whole to another file,
 * flushed and renamed, so that a crash leaves the old or the new one. A file that cannot be understood is kept aside.
 */
import { access, rename } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { FileTooLarge, readRegular } from "../../platform/open-regular.ts";
import { replaceFile } from "../../platform/replace-file.ts";
import { count, parseSaved, SavedDamaged } from "../../platform/saved-json.ts";
import { codeOf } from "../../platform/system-error.ts";

const FILE = "positions.json";
const VERSION = 1;
/** Bytes that it may hold: those of a million files. */
const MAX_SIZE = 256 * 1024 * 1024;

/** How far one file was read and settled. */
export interface Position {
  /** Device and number of the file: `64769:1234`. */
  readonly key: string;
  readonly offset: number;
  /** `Window.digest` at `offset`. */
  readonly digest: string;
  /** When the file was first known, in milliseconds since the epoch: a copy of it is younger. */
  readonly since: number;
}

/** The files of one path: the one that has the name now, last, and those that had it before. */
export interface SavedPath {
  readonly path: string;
  /** When the path was last seen, in milliseconds since the epoch. */
  readonly seenAt: number;
  readonly files: readonly Position[];
}

/** A file that is not to be read again: it was read to its end after it was rotated away, or it is a copy of what was read. */
export interface DonePosition extends Position {
  readonly copy: boolean;
}

/** How far a compressed file was read and settled. `digest` is of all of it, as long as it was. */
export interface CompressedPosition extends Position {
  /** Bytes that the file had. */
  readonly size: number;
  /** It was decompressed to its end. */
  readonly whole: boolean;
}

export interface Positions {
  readonly paths: readonly SavedPath[];
  readonly done: readonly DonePosition[];
  /** Of compressed files `offset` counts what they hold. */
  readonly compressed: readonly CompressedPosition[];
}

export interface LoadedPositions {
  readonly positions: Positions | undefined;
  /** Where a damaged file was kept, and what was wrong with it. */
  readonly damaged?: { readonly keptAs: string; readonly reason: string } | undefined;
}

/**
 * Reads what was saved in `folder`; nothing when there is none. What is damaged is put aside, or refused with an error where
 * `keep` says that it is to stay. Throws what the file system throws, except "not there".
 */
export async function loadPositions(folder: string, keep = false): Promise<LoadedPositions> {
  const path = join(folder, FILE);
  let reason: string;
  try {
    return { positions: parseSaved(SAVED, (await readRegular(path, MAX_SIZE)).toString("utf8")) };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return { positions: undefined };
    if (!(error instanceof FileTooLarge) && !(error instanceof SavedDamaged)) throw error;
    reason = error.message;
  }
  if (keep) throw new Error(`saved positions are damaged (${reason}): repair or remove ${path}`);
  const keptAs = await freeName(path);
  await rename(path, keptAs);
  return { positions: undefined, damaged: { keptAs, reason } };
}

async function freeName(path: string): Promise<string> {
  for (let n = 1; ; n++) {
    const name = `${path}.damaged-${n}`;
    const taken = await access(name).then(
      () => true,
      () => false,
    );
    if (!taken) return name;
  }
}

const POSITION = { key: v.string(), offset: count, digest: v.string(), since: v.number() };
const SAVED = v.object({
  version: v.literal(VERSION),
  paths: v.array(v.object({ path: v.string(), seenAt: v.number(), files: v.array(v.object(POSITION)) })),
  done: v.array(v.object({ ...POSITION, copy: v.boolean() })),
  compressed: v.optional(v.array(v.object({ ...POSITION, size: count, whole: v.boolean() })), []),
});

/** Writes positions into `folder`, which is made when it is missing. Throws what the file system throws. */
export async function savePositions(folder: string, { paths, done, compressed }: Positions): Promise<void> {
  const all = { version: VERSION, paths, done, ...(compressed.length > 0 && { compressed }) };
  await replaceFile(join(folder, FILE), `${JSON.stringify(all, undefined, 1)}\n`);
}
