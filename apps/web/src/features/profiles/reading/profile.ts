/**
 * A profile in the page, independent of its format: stacks as numbers of functions, in arrays that are cheap to transfer
 * to and from a worker, and one value of each sample type for each sample.
 */
import { checkLimit } from "./limits.ts";

export interface SampleType {
  /** `cpu`, `inuse_space` … */
  readonly type: string;
  /** `nanoseconds`, `bytes`, `count` … */
  readonly unit: string;
}

export const sameType = (a: SampleType, b: SampleType): boolean => a.type === b.type && a.unit === b.unit;

export const hasType = (types: readonly SampleType[], wanted: SampleType): boolean =>
  types.some((type) => sameType(type, wanted));

export interface Label {
  readonly key: string;
  readonly value: string;
}

export interface Profile {
  readonly sampleTypes: readonly SampleType[];
  /** The type that is shown first. */
  readonly defaultType: number;
  /** Milliseconds since 1970; undefined: unknown. */
  readonly time: number | undefined;
  readonly durationNanos: number | undefined;
  /** The distance between samples. */
  readonly period: (SampleType & { readonly value: number }) | undefined;
  readonly comments: readonly string[];
  /** The names of functions. */
  readonly functions: readonly string[];
  /** The stacks of all samples in sequence, each from the root to the leaf, as indexes of `functions`. */
  readonly frames: Int32Array;
  /** The start of each sample's stack, with one more at the end. */
  readonly offsets: Int32Array;
  /** `sampleTypes.length` values for each sample. */
  readonly values: Float64Array;
  /** The label set of each sample, as an index of `labelSets`. */
  readonly labels: Int32Array;
  readonly labelSets: readonly (readonly Label[])[];
}

export const sampleCount = (profile: Profile): number => profile.labels.length;

/** The sum of all samples, by sample type. */
export function sums(profile: Profile, keep?: Uint8Array): number[] {
  const types = profile.sampleTypes.length;
  const all = new Array<number>(types).fill(0);
  for (let sample = 0; sample < sampleCount(profile); sample++) {
    if (keep !== undefined && keep[sample] === 0) continue;
    for (let type = 0; type < types; type++) all[type]! += profile.values[sample * types + type]!;
  }
  return all;
}

/** A growing typed array; `items` has room for more than `length`. */
class GrowingList<A extends Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>> {
  items: A;
  length = 0;

  constructor(items: A) {
    this.items = items;
  }

  push(value: number): void {
    if (this.length === this.items.length) this.#grow();
    this.items[this.length++] = value;
  }

  toArray(): A {
    return this.items.slice(0, this.length) as A;
  }

  #grow(): void {
    const larger = new (this.items.constructor as new (length: number) => A)(this.items.length * 2);
    larger.set(this.items);
    this.items = larger;
  }
}

export class IntList extends GrowingList<Int32Array<ArrayBuffer>> {
  constructor(room = 1024) {
    super(new Int32Array(room));
  }
}

export class DoubleList extends GrowingList<Float64Array<ArrayBuffer>> {
  constructor(room = 1024) {
    super(new Float64Array(room));
  }
}

/** Texts, each with its number. */
export class Names {
  readonly list: string[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(name: string): number {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.list.push(name) - 1;
      this.#numbers.set(name, number);
    }
    return number;
  }
}

/** Label sets, each with its number; the empty one is 0. Throws a `ProfileError` if their texts are too long in total. */
export class LabelSets {
  readonly list: (readonly Label[])[] = [[]];
  readonly #texts = new Names();
  readonly #sets = new Names();
  #characters = 0;

  constructor() {
    this.#sets.numberOf("");
  }

  numberOf(labels: readonly Label[]): number {
    // Check before any lookup: a few long texts may occur in very many sets.
    for (const { key, value } of labels) this.#characters += key.length + value.length;
    checkLimit("labelCharacters", this.#characters);
    const set = labels.map(({ key, value }) => `${this.#texts.numberOf(key)}=${this.#texts.numberOf(value)}`).join();
    const number = this.#sets.numberOf(set);
    if (number === this.list.length) this.list.push(labels);
    return number;
  }
}
