/**
 * A map whose values are garbage as soon as they are deleted. V8 keeps the old table of a `Map` that has outgrown it, which
 * refers to the next one: where entries come and go, and some old table has survived collections of the young heap, all
 * values that stood in the ones after it survive them too. Here the tables refer to boxes, which are emptied.
 */
export class FreedMap<K, V> {
  readonly #boxes = new Map<K, { value: V | undefined }>();

  get(key: K): V | undefined {
    return this.#boxes.get(key)?.value;
  }

  set(key: K, value: V): void {
    this.delete(key);
    this.#boxes.set(key, { value });
  }

  delete(key: K): void {
    const box = this.#boxes.get(key);
    if (box === undefined) return;
    box.value = undefined;
    this.#boxes.delete(key);
  }

  keys(): Iterable<K> {
    return this.#boxes.keys();
  }
}
