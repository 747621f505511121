/** Results of rules for label sets, the last ones that were used: streams have many entries, and profilers many profiles. */
import type { MetricRegistry } from "@sluice/engine";

/** UTF-16 units that all label sets and results may have together. */
const MAX_UNITS = 32 * 1024 * 1024;

export class RelabelCache<K, R> {
  readonly #made = new Map<K, { readonly result: R; readonly units: number }>();
  readonly #metrics;
  #most: number;
  #units = 0;

  /** `prefix` begins the names of its metrics: `logs_relabel_`. */
  constructor(most: number, metrics: MetricRegistry, prefix: string) {
    this.#most = most;
    const counter = (name: string, help: string) => metrics.counter(prefix + name, help).with();
    this.#metrics = {
      misses: counter("cache_misses", "Total number of cache misses"),
      hits: counter("cache_hits", "Total number of cache hits"),
      size: metrics.gauge(`${prefix}cache_size`, "Total size of relabel cache").with(),
    };
  }

  get size(): number {
    return this.#made.size;
  }

  /** Forgets everything. */
  reset(most: number): void {
    this.#most = most;
    this.#made.clear();
    this.#units = 0;
    this.#metrics.size.set(0);
  }

  /** `units`: what a result holds in memory, with its key. */
  of(key: K, make: () => R, units: (result: R) => number): R {
    const known = this.#made.get(key);
    if (known !== undefined) {
      this.#metrics.hits.inc();
      // The one that was used last comes last.
      this.#made.delete(key);
      this.#made.set(key, known);
      return known.result;
    }
    this.#metrics.misses.inc();
    const result = make();
    const held = units(result);
    this.#made.set(key, { result, units: held });
    this.#units += held;
    while (this.#made.size > this.#most || (this.#units > MAX_UNITS && this.#made.size > 0)) this.#forgetOldest();
    this.#metrics.size.set(this.#made.size);
    return result;
  }

  #forgetOldest(): void {
    const [key, { units }] = this.#made.entries().next().value!;
    this.#made.delete(key);
    this.#units -= units;
  }
}
