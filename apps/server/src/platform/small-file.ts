/** Secrets and certificates that stand in files. They are read for each request, so that a new one counts at once. */
import { resolve } from "node:path";
import { openRegular } from "./open-regular.ts";

/** Bytes of such a file at most, unless its reader says. */
const LARGEST = 256 * 1024;

/** A text that stands in the configuration or in a file; both are empty where there is none. */
export interface TextOrFile {
  readonly text: string;
  readonly file: string;
}

/** A file cannot be read; the message names it, and nothing of what it holds. */
export class SmallFileError extends Error {}

/** Takes such an error for an answer. Any other failure is a bug. */
export function keepFileError(error: unknown): SmallFileError {
  if (error instanceof SmallFileError) return error;
  throw error;
}

/** The text of a file of `largest` bytes at most; a relative path is looked up in `folder`. Rejects with a `SmallFileError`. */
export async function readSmallFile(folder: string, path: string, largest = LARGEST): Promise<string> {
  try {
    const handle = await openRegular(resolve(folder, path));
    try {
      let room = Buffer.allocUnsafe(4096);
      for (let size = 0; ; ) {
        const { bytesRead } = await handle.read(room, size, room.length - size, size);
        size += bytesRead;
        if (bytesRead === 0) return room.toString("utf8", 0, size);
        if (size > largest) throw new Error(`it is larger than ${largest / 1024} KiB`);
        if (size === room.length) room = Buffer.concat([room], 2 * size);
      }
    } finally {
      await handle.close();
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new SmallFileError(`cannot read ${path}: ${code === "ENOENT" ? "there is no such file" : message}`);
  }
}
