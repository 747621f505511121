/**
 * The names in folders, for tails of which thousands share one. A folder that has not changed is not read again, and
 * what is asked only to notice a change is asked once for all tails in one look.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type FileStat, statAll, statFile } from "../file-stat.ts";

/** Times of file systems are coarse: a folder that changed so shortly before it was read may have changed again since. Milliseconds. */
const SETTLED = 2000;
/** Folders that are remembered from one look to the next. */
const MAX_REMEMBERED = 1000;

/** The names in a folder at one moment, in order. */
export class FolderNames {
  readonly stamp: string;
  readonly #names: readonly string[];
  /** It was read so long after its last change that the stamp tells every further one. */
  readonly settled: boolean;

  constructor(stamp: string, names: readonly string[], settled: boolean) {
    this.stamp = stamp;
    this.#names = names;
    this.settled = settled;
  }

  /** Those that begin like this, in a time that does not depend on how many others there are. */
  beginningWith(start: string): readonly string[] {
    let low = 0;
    let high = this.#names.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#names[middle]! < start) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (end < this.#names.length && this.#names[end]!.startsWith(start)) end++;
    return this.#names.slice(low, end);
  }
}

export class Folders {
  readonly #known = new Map<string, FolderNames>();
  readonly #stamps = new Map<string, Promise<string>>();
  readonly #early = new Map<string, Promise<FolderNames>>();
  readonly #keys = new Map<string, Promise<FolderKeys>>();

  /** A look at the files begins. */
  beginLook(): void {
    this.#stamps.clear();
    this.#early.clear();
    this.#keys.clear();
    if (this.#known.size > MAX_REMEMBERED) this.#known.clear();
  }

  /** Changes when names come, go or change; as it was when somebody first asked in this look. Empty without a folder. */
  stamp(folder: string): Promise<string> {
    return remembered(this.#stamps, folder, async () => (await statFolder(folder))?.stamp ?? "");
  }

  /** The names as they were when somebody first asked in this look: a later change is found in the next one. */
  early(folder: string): Promise<FolderNames> {
    return remembered(this.#early, folder, () => this.now(folder));
  }

  /** The names as they are. A folder that is not there or cannot be read has none. */
  async now(folder: string): Promise<FolderNames> {
    const found = await statFolder(folder);
    const stamp = found?.stamp ?? "";
    const known = this.#known.get(folder);
    if (known?.settled === true && known.stamp === stamp) return known;
    const settled = found !== undefined && Date.now() - found.writtenAt > SETTLED;
    const names = new FolderNames(stamp, (await readdir(folder).catch(() => [])).sort(), settled);
    this.#known.set(folder, names);
    return names;
  }

  /** The path of the file with this key, whatever its name is now. */
  async find(folder: string, key: string): Promise<string | undefined> {
    const early = await remembered(this.#keys, folder, () => this.#readKeys(folder));
    const path = early.paths.get(key);
    if (path !== undefined && (await statFile(path).catch(() => undefined))?.key === key) return path;
    if ((await statFolder(folder))?.stamp === early.stamp) return undefined;
    const now = this.#readKeys(folder);
    this.#keys.set(folder, now);
    return (await now).paths.get(key);
  }

  async #readKeys(folder: string): Promise<FolderKeys> {
    const names = await this.now(folder);
    const paths = new Map<string, string>();
    const all = names.beginningWith("").map((name) => join(folder, name));
    const found = await statAll(all);
    for (const [i, path] of all.entries()) if (found[i]?.kind === "file") paths.set(found[i].key, path);
    return { stamp: names.stamp, paths };
  }
}

/** The files in a folder at one moment, by their keys. */
interface FolderKeys {
  readonly stamp: string;
  readonly paths: ReadonlyMap<string, string>;
}

function statFolder(folder: string): Promise<FileStat | undefined> {
  return statFile(folder).catch(() => undefined);
}

function remembered<T>(map: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  let made = map.get(key);
  if (made === undefined) {
    made = make();
    map.set(key, made);
  }
  return made;
}
