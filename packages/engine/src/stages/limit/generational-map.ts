/**
 * A map that forgets: values live in two generations, and what is used moves to the young one. When that is full it
 * becomes the old one, and the old one is gone. So at most twice its size is kept, without a clock.
 */
export class GenerationalMap<K, V> {
  readonly #size: number;
  readonly #make: () => V;
  readonly #onTurn: () => void;
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  /** `size` keys to a generation; `onTurn` is called when one is forgotten. */
  constructor(size: number, make: () => V, onTurn: () => void) {
    this.#size = size;
    this.#make = make;
    this.#onTurn = onTurn;
  }

  /** The value of `key`, made when it is not there. */
  get(key: K): V {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const value = this.#old.get(key) ?? this.#make();
    this.#young.set(key, value);
    if (this.#young.size >= this.#size) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#onTurn();
    }
    return value;
  }
}
