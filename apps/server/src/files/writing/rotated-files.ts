/** The files that a rotation leaves: their names, and how they begin. */
import type { FileHandle } from "node:fs/promises";
import { gunzipSync, constants as zlib } from "node:zlib";

/** Of a file that was there before, so much is looked at. Bytes. */
export const BEGINNING = 64 * 1024;
/** They hold at most a thousand times as much. */
const BEGINNING_COMPRESSED = 1024;
/** Behind the name: `.20260115T080000.000Z`, where that is taken with a number, and `.gz` when it is compressed. */
const ROTATED = /^\.(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)\.(\d{3})Z(?:-(\d+))?(\.gz)?$/;
/** Behind that, while it is being compressed. */
export const UNFINISHED = ".gz.tmp";

export interface RotatedFile {
  readonly name: string;
  readonly at: number;
  readonly number: number;
  readonly compressed: boolean;
}

/** What the name of a rotated file says; undefined where it is none of the file `begin`. */
export function readName(name: string, begin: string): RotatedFile | undefined {
  const match = name.startsWith(begin) ? ROTATED.exec(name.slice(begin.length)) : null;
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second, ms] = match.slice(1, 8).map(Number) as number[];
  const at = Date.UTC(year!, month! - 1, day, hour, minute, second, ms);
  return { name, at, number: Number(match[8] ?? 0), compressed: match[9] !== undefined };
}

/** Of what it holds, where it is compressed. */
export async function readBeginning(file: FileHandle, compressed: boolean): Promise<Buffer> {
  const bytes = Buffer.alloc(compressed ? BEGINNING_COMPRESSED : BEGINNING);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
  const beginning = bytes.subarray(0, bytesRead);
  if (!compressed) return beginning;
  try {
    return gunzipSync(beginning, { finishFlush: zlib.Z_SYNC_FLUSH });
  } catch {
    return Buffer.alloc(0);
  }
}
