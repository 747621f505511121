/**
 * Opens files that may be something else by the time they are opened: the name of a file can be given to a pipe between a
 * look at it and the open, and opening a pipe waits for its writer, in one of the few threads that all files share.
 */
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

/** Not every platform has the second: where it is missing, opening does not wait. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** For reading. Rejects, without waiting, where the path is not a regular file. */
export async function openRegular(path: string): Promise<FileHandle> {
  const handle = await open(path, FLAGS);
  let regular = false;
  try {
    const found = await handle.stat();
    regular = found.isFile();
    if (!regular) throw Object.assign(new Error("it is not a regular file"), found.isDirectory() && { code: "EISDIR" });
    return handle;
  } finally {
    if (!regular) await handle.close();
  }
}

/** A file holds more than whoever reads it whole may take. */
export class FileTooLarge extends Error {
  constructor(limit: number) {
    super(`it is larger than ${limit < MEBIBYTE ? `${limit / KIBIBYTE} KiB` : `${limit / MEBIBYTE} MiB`}`);
  }
}

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;
/** Bytes that are read at once past what the file said that it holds. */
const MORE = 64 * 1024;

/** A whole file of at most `limit` bytes, under the same condition; `open` says what else holds of it. */
export async function readRegular(
  path: string,
  limit: number,
  open: (path: string) => Promise<FileHandle> = openRegular,
): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { size: told } = await handle.stat();
    const pieces: Buffer[] = [];
    let size = 0;
    // It may grow while it is read, and what the system makes up says that it is empty.
    for (let room = told; size <= limit && told <= limit; room = MORE) {
      const piece = Buffer.allocUnsafe(room + 1);
      const { bytesRead } = await handle.read(piece, 0, piece.length, size);
      if (bytesRead === 0) return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
      pieces.push(piece.subarray(0, bytesRead));
      size += bytesRead;
    }
    throw new FileTooLarge(limit);
  } finally {
    await handle.close();
  }
}
