/**
 * Which files a configuration may name. The rules are about real paths, without links; a check of a name before the
 * opening and a check of the opened file follow the same ones. They are plain data, for other processes, too.
 */
import { realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";

export type FileUse = "read" | "write";

export interface FileRules {
  /** Folders below which files may be used in each way, as real paths; undefined: everywhere. */
  readonly folders?: Readonly<Record<FileUse, readonly string[]>> | undefined;
  /** The data directory, as a real path. What the server keeps there for itself is never open to a configuration. */
  readonly data?: string | undefined;
}

/** No rules: for what people name on their own command line. */
export const NO_RULES: FileRules = {};

/** The content of the data directory. */
export const VERSIONS_FOLDER = "versions";
/** Configurations from outside may read and write here. */
export const FILES_FOLDER = "files";
export const WRITTEN_FILES = "written-files.json";
/** Locks and their drafts; folders of components that keep positions or journals, whose names are ids; the others by name. */
const KEPT =
  /^(?:versions|server-.*|written-files\.json.*|(?:logs|loki)\.(?:source\.(?:file|docker|journal)|journal|write)\..+)$/i;

/** Whether something of this name in the data directory is the server's own. */
export const isKeptName = (name: string): boolean => KEPT.test(name);

/** Why a file may not be used, in words that follow "it is", and how that can be changed where it can; undefined where it may be. `path` is real. */
export function findRefusal({ folders, data }: FileRules, path: string, use: FileUse): Refused | undefined {
  const inData = data !== undefined && isWithin(path, data);
  if (inData && isKeptName(relative(data, path).split(sep)[0]!)) return { why: "a file of the server's own" };
  if (folders === undefined) return undefined;
  // A folder that holds the data directory as a whole does not open it.
  const open = inData ? folders[use].filter((folder) => folder !== data && isWithin(folder, data)) : folders[use];
  if (open.some((folder) => isWithin(path, folder))) return undefined;
  const own = data === undefined ? "" : `${join(data, FILES_FOLDER)} and `;
  const option = use === "read" ? "--allow-path" : "--allow-write-path";
  // A folder is allowed for writing, and that would be the data directory as a whole.
  const allowable = use === "read" || dirname(path) !== data;
  return { why: `outside of ${own}the folders of ${option}`, ...(allowable && { option }) };
}

export interface Refused {
  readonly why: string;
  /** Takes a folder that is to be allowed. */
  readonly option?: string;
}

export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** Without links, as far as it exists. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}

/** What whoever started the server allows to configurations from outside, besides the folder in the data directory. */
export interface AllowedFolders {
  readonly dataDir: string;
  readonly read: readonly string[];
  readonly write: readonly string[];
}

/** Folders are taken as they are now: what their names lead to later was not allowed. */
export function rulesOf({ dataDir, read, write }: AllowedFolders): Required<FileRules> {
  const data = realPath(resolve(dataDir));
  const all = (named: readonly string[]) => [join(data, FILES_FOLDER), ...named.map((one) => realPath(resolve(one)))];
  return { data, folders: { read: all(read), write: all(write) } };
}
