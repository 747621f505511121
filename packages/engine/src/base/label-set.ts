import { compareBytes } from "./text.ts";

/** Cached transitions of all sets together; past it every cache starts anew. */
const MAX_TRANSITIONS = 200_000;

/** Every set that is in use, by its key; sets that nobody holds leave it. */
const table = new Map<string, WeakRef<LabelSet>>();
const forgotten = new FinalizationRegistry<string>((key) => {
  if (table.get(key)?.deref() === undefined) table.delete(key);
});

let empty: LabelSet | undefined;
let epoch = 0;
let transitions = 0;

function countTransition(): void {
  if (++transitions < MAX_TRANSITIONS) return;
  transitions = 0;
  epoch++;
}

/**
 * Immutable, interned label sets: two equal sets are the same object while either is in use, so a set is its stream's
 * identity and a stage may key its state by it. Changing a label follows a cached transition ("this set plus
 * level=info"), which costs two map look-ups instead of a copy. The caches are bounded: they are dropped as a whole
 * when their number passes a limit, and the table of sets holds them weakly.
 */
export class LabelSet {
  /** Label names in byte order. */
  readonly names: readonly string[];
  /** `values[i]` belongs to `names[i]`. */
  readonly values: readonly string[];
  readonly #key: string;
  #epoch = 0;
  #with: Map<string, Map<string, LabelSet>> | undefined;
  #without: Map<string, LabelSet> | undefined;

  private constructor(names: readonly string[], values: readonly string[], key: string) {
    this.names = names;
    this.values = values;
    this.#key = key;
  }

  /** The set without labels. */
  static get EMPTY(): LabelSet {
    empty ??= LabelSet.intern([], []);
    return empty;
  }

  /** The set of these labels; of a repeated name the last value holds. */
  static of(labels: Readonly<Record<string, string>> | Iterable<readonly [string, string]>): LabelSet {
    const pairs =
      Symbol.iterator in labels ? [...(labels as Iterable<readonly [string, string]>)] : Object.entries(labels);
    if (pairs.length === 0) return LabelSet.EMPTY;
    const byName = new Map(pairs);
    const names = [...byName.keys()].sort(compareBytes);
    return LabelSet.intern(
      names,
      names.map((name) => byName.get(name)!),
    );
  }

  private static intern(names: readonly string[], values: readonly string[]): LabelSet {
    let key = "";
    for (let i = 0; i < names.length; i++) key += `${names[i]!.length}:${names[i]}${values[i]!.length}:${values[i]}`;
    const found = table.get(key)?.deref();
    if (found) return found;
    const made = new LabelSet(names, values, key);
    table.set(key, new WeakRef(made));
    forgotten.register(made, key);
    return made;
  }

  get size(): number {
    return this.names.length;
  }

  get(name: string): string | undefined {
    const at = this.names.indexOf(name);
    return at < 0 ? undefined : this.values[at];
  }

  has(name: string): boolean {
    return this.names.includes(name);
  }

  /** This set with `name` set to `value`. */
  with(name: string, value: string): LabelSet {
    this.#checkEpoch();
    this.#with ??= new Map();
    let byValue = this.#with.get(name);
    if (byValue === undefined) {
      byValue = new Map();
      this.#with.set(name, byValue);
    }
    const cached = byValue.get(value);
    if (cached !== undefined) return cached;
    const made = this.#make(name, value);
    byValue.set(value, made);
    countTransition();
    return made;
  }

  /** This set without `name`; itself when it has no such label. */
  without(name: string): LabelSet {
    const at = this.names.indexOf(name);
    if (at < 0) return this;
    this.#checkEpoch();
    this.#without ??= new Map();
    const cached = this.#without.get(name);
    if (cached !== undefined) return cached;
    const made = LabelSet.intern(this.names.toSpliced(at, 1), this.values.toSpliced(at, 1));
    this.#without.set(name, made);
    countTransition();
    return made;
  }

  /** This set reduced to the labels for which `keep` holds. */
  filter(keep: (name: string, value: string) => boolean): LabelSet {
    const at: number[] = [];
    for (let i = 0; i < this.names.length; i++) if (keep(this.names[i]!, this.values[i]!)) at.push(i);
    if (at.length === this.names.length) return this;
    return LabelSet.intern(
      at.map((i) => this.names[i]!),
      at.map((i) => this.values[i]!),
    );
  }

  *[Symbol.iterator](): IterableIterator<readonly [string, string]> {
    for (let i = 0; i < this.names.length; i++) yield [this.names[i]!, this.values[i]!];
  }

  /** A plain object with the labels in byte order; `__proto__` is kept as an own key. */
  toRecord(): Record<string, string> {
    return Object.fromEntries(this);
  }

  /** As Loki writes them: `{app="shop", level="info"}`. */
  toString(): string {
    return `{${[...this].map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(", ")}}`;
  }

  /** A text that is equal for equal sets and only for them. */
  get key(): string {
    return this.#key;
  }

  #make(name: string, value: string): LabelSet {
    const at = this.names.indexOf(name);
    if (at >= 0) return this.values[at] === value ? this : LabelSet.intern(this.names, this.values.with(at, value));
    let place = this.names.length;
    while (place > 0 && compareBytes(this.names[place - 1]!, name) > 0) place--;
    return LabelSet.intern(this.names.toSpliced(place, 0, name), this.values.toSpliced(place, 0, value));
  }

  #checkEpoch(): void {
    if (this.#epoch === epoch) return;
    this.#epoch = epoch;
    this.#with = undefined;
    this.#without = undefined;
  }
}
