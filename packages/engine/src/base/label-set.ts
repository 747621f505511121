/**
 * The labels of entries, as immutable and interned sets (`LabelSet` says how): the set itself identifies the stream, a change
 * of a label follows a cached transition, and traces share sets at no cost.
 */
import { compareBytes, detach } from "@sluice/languages/base";

/** Limits of all cached transitions: their number, and their text in UTF-16 units. Past either the caches are emptied. */
const MAX_TRANSITIONS = 200_000;
const MAX_TRANSITION_UNITS = 33_554_432;
/** What a set weighs besides its text, in units: its arrays and its places in the tables. */
const SET_UNITS = 100;

/** All sets in use, by key; sets that nobody holds are removed. */
const table = new Map<string, WeakRef<LabelSet>>();
const forgotten = new FinalizationRegistry<string>((key) => {
  if (table.get(key)?.deref() === undefined) table.delete(key);
});

let empty: LabelSet | undefined;
let transitions = 0;
let transitionUnits = 0;
/** Sets with cached transitions, held weakly: a set that nobody uses is freed with its transitions. */
let cached: WeakRef<LabelSet>[] = [];

type Pairs = Iterable<readonly [string, string]>;

const isPairs = (labels: Readonly<Record<string, string>> | Pairs): labels is Pairs => Symbol.iterator in labels;

/**
 * Immutable, interned label sets: two equal sets are the same object while either is in use, so a set is its stream's
 * identity and a stage may key its state by it. Changing a label follows a cached transition ("this set plus
 * level=info"), which costs two map look-ups instead of a copy. The caches are bounded: they are dropped as a whole
 * when their number or their size passes a limit, and the table of sets holds them weakly.
 */
export class LabelSet {
  /** Label names in byte order. */
  readonly names: readonly string[];
  /** `values[i]` belongs to `names[i]`. */
  readonly values: readonly string[];
  #key = "";
  readonly #ref: WeakRef<LabelSet>;
  #with: Map<string, Map<string, LabelSet>> | undefined;
  #without: Map<string, LabelSet> | undefined;

  private constructor(names: readonly string[], values: readonly string[]) {
    this.names = names;
    this.values = values;
    this.#ref = new WeakRef(this);
  }

  /** The set without labels. */
  static get EMPTY(): LabelSet {
    empty ??= LabelSet.#intern([], []);
    return empty;
  }

  /** The set of these labels; of a repeated name the last value holds. */
  static of(labels: Readonly<Record<string, string>> | Pairs): LabelSet {
    const pairs = isPairs(labels) ? [...labels] : Object.entries(labels);
    if (pairs.length === 0) return LabelSet.EMPTY;
    const byName = new Map(pairs);
    const names = [...byName.keys()].sort(compareBytes);
    const values = names.map((name) => byName.get(name)!);
    return LabelSet.#intern(names, values, () => new LabelSet(names.map(detach), values.map(detach)));
  }

  /** The set of these labels if there is one, or the one that `make` gives. */
  static #intern(names: readonly string[], values: readonly string[], make?: () => LabelSet): LabelSet {
    let key = "";
    for (let i = 0; i < names.length; i++) key += `${names[i]!.length}:${names[i]}${values[i]!.length}:${values[i]}`;
    const found = table.get(key)?.deref();
    if (found) return found;
    const made = make === undefined ? new LabelSet(names, values) : make();
    made.#key = key;
    table.set(key, made.#ref);
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
    const known = this.#with?.get(name)?.get(value);
    if (known !== undefined) return known;
    const made = this.#make(name, value);
    this.#countTransition(made);
    this.#with ??= new Map();
    let byValue = this.#with.get(name);
    if (byValue === undefined) {
      byValue = new Map();
      this.#with.set(detach(name), byValue);
    }
    byValue.set(made.get(name)!, made);
    return made;
  }

  /** This set without `name`; itself when it has no such label. */
  without(name: string): LabelSet {
    const at = this.names.indexOf(name);
    if (at < 0) return this;
    const known = this.#without?.get(name);
    if (known !== undefined) return known;
    const made = LabelSet.#intern(this.names.toSpliced(at, 1), this.values.toSpliced(at, 1));
    this.#countTransition(made);
    this.#without ??= new Map();
    this.#without.set(this.names[at]!, made);
    return made;
  }

  /** This set reduced to the labels for which `keep` holds. */
  filter(keep: (name: string, value: string) => boolean): LabelSet {
    const at: number[] = [];
    for (let i = 0; i < this.names.length; i++) if (keep(this.names[i]!, this.values[i]!)) at.push(i);
    if (at.length === this.names.length) return this;
    return LabelSet.#intern(
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
    const { names, values } = this;
    const at = names.indexOf(name);
    if (at >= 0) {
      if (values[at] === value) return this;
      return LabelSet.#intern(names, values.with(at, value), () => new LabelSet(names, values.with(at, detach(value))));
    }
    let place = names.length;
    while (place > 0 && compareBytes(names[place - 1]!, name) > 0) place--;
    const insert = (list: readonly string[], text: string) => list.toSpliced(place, 0, text);
    return LabelSet.#intern(
      insert(names, name),
      insert(values, value),
      () => new LabelSet(insert(names, detach(name)), insert(values, detach(value))),
    );
  }

  /** Makes room for one more transition, from this set to `to`. */
  #countTransition(to: LabelSet): void {
    const units = to.#key.length + SET_UNITS;
    if (transitions >= MAX_TRANSITIONS || transitionUnits + units > MAX_TRANSITION_UNITS) LabelSet.#forgetTransitions();
    transitions++;
    transitionUnits += units;
    if (this.#with === undefined && this.#without === undefined) cached.push(this.#ref);
  }

  static #forgetTransitions(): void {
    for (const ref of cached) {
      const set = ref.deref();
      if (set === undefined) continue;
      set.#with = undefined;
      set.#without = undefined;
    }
    cached = [];
    transitions = 0;
    transitionUnits = 0;
  }
}
