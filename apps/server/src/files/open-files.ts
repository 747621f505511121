/** The files that are open, by their key: which of thousands a file is must not take a search. */
import type { TailedFile } from "./tailed-file.ts";

export class OpenFiles {
  readonly #byKey = new Map<string, TailedFile>();

  get size(): number {
    return this.#byKey.size;
  }

  get(key: string): TailedFile | undefined {
    return this.#byKey.get(key);
  }

  /** The last one to open a file owns it: the one before has noticed, or will, that it was overwritten. */
  add(file: TailedFile): void {
    this.#byKey.set(file.key, file);
  }

  remove(file: TailedFile): void {
    if (this.#byKey.get(file.key) === file) this.#byKey.delete(file.key);
  }
}
