/**
 * The files that this server made, by what the file system knows them by: only these are rotated, cut and removed. It is kept in
 * the data directory, so that it holds after a restart. A name tells nothing: another program may have taken it since.
 */
import type { BigIntStats } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { WRITTEN_FILES } from "./file-rules.ts";
import { readRegular } from "./open-regular.ts";
import { replaceFile } from "./replace-file.ts";
import { integerText, parseSaved } from "./saved-json.ts";

/** Files that are remembered; beyond them the oldest are left alone. */
const MAX_FILES = 20_000;
const MAX_SIZE = 4 * 1024 * 1024;

const SAVED = v.object({ version: v.literal(1), files: v.array(v.tuple([v.string(), integerText])) });

type Known = Pick<BigIntStats, "dev" | "ino" | "birthtimeNs">;

export class WrittenFiles {
  readonly #path: string;
  readonly #dataLost: () => string | undefined;
  /** When each was born, by device and number. */
  #born = new Map<string, string>();
  #loading: Promise<void> | undefined;
  #changed = false;
  #saving: Promise<void> = Promise.resolve();

  /** `dataLost`: why the folder is not this process's, where that is so; nothing is read or written there then. */
  constructor(dataDir: string, dataLost: () => string | undefined) {
    this.#path = join(dataDir, WRITTEN_FILES);
    this.#dataLost = dataLost;
  }

  async has(file: Known): Promise<boolean> {
    await this.#load();
    return this.#born.get(keyOf(file)) === String(file.birthtimeNs);
  }

  /** Resolves when it is kept as well as can be; what cannot be written now is written with the next one, or by `save`. */
  async add(file: Known): Promise<void> {
    await this.#load();
    const key = keyOf(file);
    this.#born.delete(key);
    this.#born.set(key, String(file.birthtimeNs));
    for (const oldest of this.#born.keys()) {
      if (this.#born.size <= MAX_FILES) break;
      this.#born.delete(oldest);
    }
    this.#changed = true;
    await this.save().catch(() => {});
  }

  /** It was removed; another file may get its number. */
  forget(file: Known): void {
    this.#changed = this.#born.delete(keyOf(file)) || this.#changed;
  }

  /** Writes what is not written yet. Rejects with what the file system says. */
  save(): Promise<void> {
    const saved = this.#saving.then(() => this.#save());
    this.#saving = saved.catch(() => {});
    return saved;
  }

  async #save(): Promise<void> {
    if (!this.#changed || this.#dataLost() !== undefined) return;
    this.#changed = false;
    try {
      await replaceFile(this.#path, `${JSON.stringify({ version: 1, files: [...this.#born] })}\n`);
    } catch (error) {
      this.#changed = true;
      throw error;
    }
  }

  async #load(): Promise<void> {
    // It may become this process's later.
    if (this.#dataLost() !== undefined) return;
    this.#loading ??= this.#read();
    await this.#loading;
  }

  /** What cannot be read is as if nothing was known: files are then left alone. */
  async #read(): Promise<void> {
    const saved = await readRegular(this.#path, MAX_SIZE)
      .then((bytes) => parseSaved(SAVED, bytes.toString()))
      .catch(() => undefined);
    if (saved !== undefined) this.#born = new Map([...saved.files, ...this.#born]);
  }
}

const keyOf = ({ dev, ino }: Known): string => `${dev}:${ino}`;
