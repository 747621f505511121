/**
 * Opens files that may be something else by the time they are opened: the name of a file can be given to a pipe between a
 * look at it and the open, and opening a pipe waits for its writer, in one of the few threads that all files share.
 */
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

/** Not every platform has the second: where it is missing, opening does not wait. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** For reading. Rejects, without waiting, where the path is no regular file. */
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

/** A whole file, under the same condition. */
export async function readRegular(path: string): Promise<Buffer> {
  const handle = await openRegular(path);
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
