/**
 * Opens what a configuration names, where the rules of the configuration that runs allow that (`file-rules.ts`). A name
 * may lead elsewhere between a look at it and the opening, so the opened file's descriptor is asked where it stands; a
 * file that is to be made is made in the folder that was asked.
 */
import { constants, type Dirent } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readdir, readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { type FileRules, type FileUse, findRefusal, isKeptName, NO_RULES } from "./file-rules.ts";
import { openRegular } from "./open-regular.ts";
import { codeOf } from "./system-error.ts";

/** A file that the rules do not allow. The message says where it stands and what to do, and follows its path. */
export class FileRefused extends Error {}

/** Not every platform has them. */
const FOLDER_FLAGS = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NONBLOCK ?? 0);
const NO_LINKS = constants.O_NOFOLLOW ?? 0;
/** A name that is given to another file each time it is looked at is not waited for. */
const MAX_LOOKS = 3;

type Opened = Pick<FileHandle, "fd" | "stat">;

export class FileGate {
  /** Where relative paths begin. */
  readonly folder: string;
  #rules: FileRules;

  constructor(folder: string, rules: FileRules = NO_RULES) {
    this.folder = folder;
    this.#rules = rules;
  }

  get rules(): FileRules {
    return this.#rules;
  }

  /** From now on: what runs on may belong to a configuration that came another way. */
  use(rules: FileRules): void {
    this.#rules = rules;
  }

  /** Whether only some folders are open. */
  get isRestricted(): boolean {
    return this.#rules.folders !== undefined;
  }

  resolve(path: string): string {
    return resolve(this.folder, path);
  }

  /** For reading. Rejects with a `FileRefused`, with what the file system says, and where it is not a regular file. */
  async open(path: string): Promise<FileHandle> {
    const full = this.resolve(path);
    const handle = await openRegular(full);
    try {
      await this.check(handle, full, "read");
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** The path to use for what is reached by its name alone, such as a socket. Rejects as `open` does. */
  async locate(path: string): Promise<string> {
    const full = this.resolve(path);
    if (!this.isRestricted) return full;
    const real = await realpath(full);
    this.#refuse(real, full, "read");
    return real;
  }

  /** Rejects with a `FileRefused` where what was opened as `path` stands where it may not be used. */
  async check(handle: Opened, path: string, use: FileUse): Promise<void> {
    if (this.#rules.folders === undefined && this.#rules.data === undefined) return;
    const real = await placeOf(handle, path);
    this.#refuse(real, path, use);
    if (await this.#isKeptElsewhere(handle)) throw new FileRefused("it is another name of a file of the server's own");
  }

  #refuse(real: string, path: string, use: FileUse): void {
    const refusal = findRefusal(this.#rules, real, use);
    if (refusal === undefined) return;
    const where = real === path ? "it is" : `it leads to ${real}, which is`;
    const advice = refusal.option === undefined ? "" : ` (allow it with ${refusal.option} ${dirname(real)})`;
    throw new FileRefused(`${where} ${refusal.why}${advice}`);
  }

  /** Whether it is a file of the server's own that has another name as well. */
  async #isKeptElsewhere(handle: Opened): Promise<boolean> {
    const { data } = this.#rules;
    const { nlink, dev, ino } = await handle.stat({ bigint: true });
    if (data === undefined || nlink < 2n) return false;
    for (const name of (await readdir(data).catch(() => [])).filter(isKeptName)) {
      const own = join(data, name);
      const inside = await readdir(own).catch(() => []);
      for (const path of [own, ...inside.map((one) => join(own, one))]) {
        const found = await lstat(path, { bigint: true }).catch(() => undefined);
        if (found?.isFile() && found.dev === dev && found.ino === ino) return true;
      }
    }
    return false;
  }

  /** What is in a folder; nothing where it cannot be read. Rejects with a `FileRefused`. */
  async list(folder: string): Promise<Dirent[]> {
    const all = (path: string) => readdir(path, { withFileTypes: true }).catch(() => []);
    if (!this.isRestricted) return all(folder);
    const opened = await this.#openFolder(folder).catch(() => undefined);
    if (opened === undefined) return [];
    try {
      this.#refuse(opened.real, folder, "read");
      return await all(opened.path);
    } finally {
      await opened.close();
    }
  }

  /** The folder of a file that is to be written, which is made where it is missing. Rejects as `open` does. */
  async folderOf(path: string): Promise<OpenFolder> {
    const full = this.resolve(path);
    const missing: string[] = [];
    let there = dirname(full);
    let folder: OpenFolder | undefined;
    while (folder === undefined) {
      try {
        folder = await this.#openFolder(there);
      } catch (error) {
        if (codeOf(error) !== "ENOENT" || dirname(there) === there) throw error;
        missing.unshift(basename(there));
        there = dirname(there);
      }
    }
    try {
      this.#refuse(join(folder.real, ...missing, basename(full)), full, "write");
      for (const name of missing) {
        await mkdir(folder.at(name)).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== "EEXIST") throw error;
        });
        const parent = folder;
        folder = await this.#openFolder(parent.at(name), join(parent.real, name), this.isRestricted ? NO_LINKS : 0);
        await parent.close();
      }
      this.#refuse(join(folder.real, basename(full)), full, "write");
      return folder;
    } catch (error) {
      await folder.close();
      throw error;
    }
  }

  /** Flags with which a file that is written is opened, besides others: links are followed only where every folder is open. */
  get writeFlags(): number {
    return this.isRestricted ? NO_LINKS : 0;
  }

  async #openFolder(path: string, name = path, flags = 0): Promise<OpenFolder> {
    // Of the platform's own, which opens no folders, only the name is known.
    if (process.platform === "win32") {
      const real = await realpath(path);
      if (!(await stat(real)).isDirectory()) throw Object.assign(new Error("it is not a folder"), { code: "ENOTDIR" });
      return new OpenFolder(real, undefined);
    }
    const handle = await open(path, FOLDER_FLAGS | flags);
    try {
      return new OpenFolder(await placeOf(handle, name), handle);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }
}

/** A folder that stays the same whatever its name leads to, where the platform can do that. */
export class OpenFolder {
  /** Without links. */
  readonly real: string;
  /** What it is to be called while it is open. */
  readonly path: string;
  readonly #handle: FileHandle | undefined;

  constructor(real: string, handle: FileHandle | undefined) {
    this.real = real;
    this.path = handle !== undefined && process.platform === "linux" ? descriptorPath(handle) : real;
    this.#handle = handle;
  }

  /** The path of what has this name in it. */
  at(name: string): string {
    return `${this.path}${sep}${name}`;
  }

  /** Has the system write down the names that it holds, where that is possible. */
  async sync(): Promise<void> {
    await this.#handle?.sync().catch(() => {});
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }
}

const descriptorPath = ({ fd }: Opened): string => `/proc/self/fd/${fd}`;

/** Where a file that is open stands, without links. */
async function placeOf(handle: Opened, path: string): Promise<string> {
  const told = await readlink(descriptorPath(handle)).catch(() => undefined);
  if (told?.startsWith("/")) return told;
  for (let look = 0; look < MAX_LOOKS; look++) {
    const real = await realpath(path);
    const [own, found] = await Promise.all([handle.stat({ bigint: true }), lstat(real, { bigint: true })]);
    if (own.dev === found.dev && own.ino === found.ino) return real;
  }
  throw new FileRefused("it leads to another file each time it is looked at");
}
