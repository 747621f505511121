// How often each id came, in a byte for each: an outage of minutes has millions of them.

const MOST = 255;

export class IdCounts {
  #counts = new Uint8Array(1 << 16);
  /** Different ids. */
  size = 0;

  /** Gives how often it came by now. @param {number} id */
  add(id) {
    if (id >= this.#counts.length) {
      const larger = new Uint8Array(Math.max(id + 1, this.#counts.length * 2));
      larger.set(this.#counts);
      this.#counts = larger;
    }
    const before = this.#counts[id];
    if (before === 0) this.size++;
    if (before < MOST) this.#counts[id] = before + 1;
    return before + 1;
  }

  /** @param {number} id */
  has(id) {
    return this.#counts[id] > 0;
  }

  /** @param {number} id */
  timesOf(id) {
    return this.#counts[id] ?? 0;
  }

  /** Its ids, but for those of another. @param {IdCounts} [without] */
  copy(without) {
    const copy = new IdCounts();
    for (const id of this) if (!without?.has(id)) copy.add(id);
    return copy;
  }

  /** @returns {Generator<number>} */
  *[Symbol.iterator]() {
    for (let id = 0; id < this.#counts.length; id++) if (this.#counts[id] > 0) yield id;
  }

  /** Those that another does not have. @param {IdCounts} other */
  without(other) {
    const missing = [];
    for (const id of this) if (!other.has(id)) missing.push(id);
    return missing;
  }
}
