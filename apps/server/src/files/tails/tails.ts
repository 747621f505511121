/** The tails of one component, and which of them are to be looked at: of thousands of files most are idle. */
import { basename } from "node:path";
import { type Nanos, SECOND } from "@sluice/engine";
import { originalNames } from "../finding/siblings.ts";
import type { FileTail } from "./file-tail.ts";

/** Each idle file is looked at once in this time. */
export const IDLE_ROUND = 4n * SECOND;
/** So few idle files are all looked at every time. */
export const MIN_IDLE = 50;

export class Tails {
  readonly #byPath = new Map<string, FileTail>();
  readonly #byName = new Map<string, Set<FileTail>>();
  /** Those that have never been looked at. */
  readonly #fresh = new Set<FileTail>();
  /** In the order of their coming; made anew when one comes or goes. */
  #ordered: readonly FileTail[] | undefined;
  /** Where the round of the idle ones continues. */
  #at = 0;
  #lookedAt: Nanos | undefined;

  get size(): number {
    return this.#byPath.size;
  }

  get openCount(): number {
    let count = 0;
    for (const { reading } of this) count += reading.length;
    return count;
  }

  [Symbol.iterator](): Iterator<FileTail> {
    return this.#order()[Symbol.iterator]();
  }

  has(path: string): boolean {
    return this.#byPath.has(path);
  }

  add(tail: FileTail): void {
    this.#byPath.set(tail.path, tail);
    const name = basename(tail.path);
    const same = this.#byName.get(name);
    if (same === undefined) this.#byName.set(name, new Set([tail]));
    else same.add(tail);
    this.#fresh.add(tail);
    this.#ordered = undefined;
  }

  remove(tail: FileTail): void {
    this.#byPath.delete(tail.path);
    const name = basename(tail.path);
    const same = this.#byName.get(name);
    same?.delete(tail);
    if (same?.size === 0) this.#byName.delete(name);
    this.#fresh.delete(tail);
    this.#ordered = undefined;
  }

  /** The tails of logs of which a file of this name may be a rotated one. */
  originals(name: string): readonly FileTail[] {
    return originalNames(name).flatMap((original) => [...(this.#byName.get(original) ?? [])]);
  }

  /** Those that are to be looked at now, in their order: all that are active, and the next of the idle ones. */
  due(now: Nanos): readonly FileTail[] {
    const order = this.#order();
    const due = new Set<FileTail>();
    const take = (tail: FileTail): void => {
      // A file that is new to this path may be a copy of another; whether that was truncated must be known first.
      if (tail.idle) for (const original of this.originals(basename(tail.path))) due.add(original);
      due.add(tail);
    };
    let idle = 0;
    for (const tail of order) {
      if (this.#fresh.has(tail) || tail.isActive(now)) take(tail);
      else idle++;
    }
    this.#fresh.clear();
    let left = this.#share(idle, now);
    for (let steps = 0; steps < order.length && left > 0; steps++) {
      const tail = order[this.#at++ % order.length]!;
      if (due.has(tail)) continue;
      take(tail);
      left--;
    }
    if (order.length > 0) this.#at %= order.length;
    return order.filter((tail) => due.has(tail));
  }

  /** How many of the idle ones, so that all of them are seen in one round. */
  #share(idle: number, now: Nanos): number {
    const passed = this.#lookedAt === undefined ? IDLE_ROUND : now - this.#lookedAt;
    this.#lookedAt = now;
    if (passed >= IDLE_ROUND) return idle;
    return Math.max(MIN_IDLE, Math.ceil((idle * Number(passed)) / Number(IDLE_ROUND)));
  }

  #order(): readonly FileTail[] {
    this.#ordered ??= [...this.#byPath.values()];
    return this.#ordered;
  }
}
