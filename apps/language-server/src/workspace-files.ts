/**
 * Files that a document names, which its author may not be whoever opens it: read only if they are in a folder that is
 * open in the editor, or beside the document where it stands outside of all of them, links followed.
 */
import { realpath } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type FileAccess, NODE_FILES } from "@sluice/server/editors";
import { describeSystemError } from "@sluice/server/system-error";

/** A file that may not, or cannot, be read; the message says which and why. */
export class NamedFileError extends Error {}

/** The path of a document; undefined for what is no file of this machine. */
export function pathOfUri(uri: string): string | undefined {
  try {
    return uri.startsWith("file:") ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
}

const isBelow = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way === "" || (!isAbsolute(way) && way !== ".." && !way.startsWith(`..${sep}`));
};

/** The folders in which the document may name files. */
export function foldersFor(document: string, folders: readonly string[]): readonly string[] {
  const around = folders.filter((folder) => isBelow(folder, document));
  return around.length > 0 ? around : [dirname(document)];
}

/** The real path of `name`, looked up beside the document. Throws `NamedFileError`. */
export async function resolveNamed(name: string, document: string, folders: readonly string[]): Promise<string> {
  const path = resolve(dirname(document), name);
  try {
    const real = await realpath(path);
    const roots = await Promise.all(foldersFor(document, folders).map((folder) => realpath(folder)));
    if (roots.some((root) => isBelow(root, real))) return real;
  } catch (error) {
    throw new NamedFileError(`cannot read ${name}: ${describeSystemError(error)}`);
  }
  throw new NamedFileError(`${name} is not read: it is outside of the folder that is open in the editor`);
}

/** Bytes of a file that a stage names: it is read anew for each run. */
const MAX_STAGE_FILE = 64 * 1024 * 1024;

/** The same bound for files that stages name. */
export function filesFor(document: string, folders: readonly string[], files: FileAccess = NODE_FILES): FileAccess {
  const allowed = (path: string) => resolveNamed(path, document, folders);
  return {
    stat: async (path) => files.stat(await allowed(path)),
    async read(path) {
      const real = await allowed(path);
      if ((await files.stat(real)).size > MAX_STAGE_FILE)
        throw new NamedFileError(`it is larger than ${MAX_STAGE_FILE >> 20} MiB, and not read for counts`);
      return files.read(real);
    },
  };
}
