/** The files that are open, by their key: which of thousands a file is must not take a search. */

export class OpenFiles<F extends { readonly key: string }> {
  readonly #byKey = new Map<string, F>();

  get size(): number {
    return this.#byKey.size;
  }

  get(key: string): F | undefined {
    return this.#byKey.get(key);
  }

  /** The last one to open a file owns it: the one before has noticed, or will, that it was overwritten. */
  add(file: F): void {
    this.#byKey.set(file.key, file);
  }

  remove(file: F): void {
    if (this.#byKey.get(file.key) === file) this.#byKey.delete(file.key);
  }
}
