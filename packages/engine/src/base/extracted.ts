/**
 * The extracted map of an entry: names to values, shared by the stages of a pipeline.
 *
 * Maps of one pipeline have the same names over and over, so the names live in a shared `Layout` (as an engine's hidden
 * classes do) and an entry carries only the values. Setting a new name follows a cached transition to the next layout;
 * the groups of a regular expression are set through slots remembered from the entry before. Shared layouts are bounded
 * in number and in size; past either a map owns its layout alone, which goes with the map. Values are copied on write,
 * so that a trace can share them.
 */

import { detach } from "@sluice/languages/base";
import type { JsonValue } from "@sluice/languages/govalue";
import { setField } from "@sluice/languages/json";

/**
 * What a stage can extract. Objects keep the order of their source; `null` is JSON's. A `bigint` is an integer of a
 * database that no number holds exactly: its text has all digits.
 */
export type ExtractedValue = JsonValue | bigint;

/** Maximum number of shared layouts; further ones belong to one map each. */
const MAX_SHARED_LAYOUTS = 10_000;
/** Maximum number of names in a shared layout: each added name makes a layout, so the cost grows with the square. */
const MAX_SHARED_NAMES = 64;
/** Maximum length of a name in a shared layout, in UTF-16 units, since such names are never freed. */
const MAX_SHARED_NAME_UNITS = 256;
/** Up to this many names a linear search over interned strings beats hashing. */
const LINEAR_SEARCH = 12;
/** Only values in this many first places can be marked as read from a text. */
const MARKED_PLACES = 32;

let sharedLayouts = 0;

class Layout {
  readonly names: string[];
  readonly shared: boolean;
  #index: Map<string, number> | undefined;
  readonly #next = new Map<string, Layout>();

  constructor(names: string[], shared: boolean) {
    this.names = names;
    this.shared = shared;
  }

  find(name: string): number {
    const names = this.names;
    if (names.length > LINEAR_SEARCH) return (this.#index ?? this.#buildIndex()).get(name) ?? -1;
    for (let i = 0; i < names.length; i++) if (names[i] === name) return i;
    return -1;
  }

  #buildIndex(): Map<string, number> {
    this.#index = new Map();
    for (let i = 0; i < this.names.length; i++) this.#index.set(this.names[i]!, i);
    return this.#index;
  }

  /** The layout with `name` after the others; `name` must not be there. A layout that is not shared grows in place. */
  append(name: string): Layout {
    if (!this.shared) {
      this.#index?.set(name, this.names.length);
      this.names.push(name);
      return this;
    }
    const known = this.#next.get(name);
    if (known !== undefined) return known;
    if (
      sharedLayouts >= MAX_SHARED_LAYOUTS ||
      this.names.length >= MAX_SHARED_NAMES ||
      name.length > MAX_SHARED_NAME_UNITS
    ) {
      return new Layout([...this.names, name], false);
    }
    sharedLayouts++;
    const own = detach(name);
    const made = new Layout([...this.names, own], true);
    this.#next.set(own, made);
    return made;
  }

  copy(): Layout {
    return this.shared ? this : new Layout([...this.names], false);
  }
}

const ROOT = new Layout([], true);

/**
 * Fixed names that a stage sets together, with the last way they were laid out: one comparison instead of a search each.
 * `indexes[i]` is where the text of `names[i]` stands among a match's texts; left out, they stand side by side.
 */
export class NameGroup {
  readonly names: readonly string[];
  readonly indexes: readonly number[] | undefined;
  /** @internal */ from: object | undefined;
  /** @internal */ to: object | undefined;
  /** @internal */ slots: number[] = [];

  constructor(names: readonly string[], indexes?: readonly number[]) {
    this.names = names;
    this.indexes = indexes;
  }
}

export class Extracted implements Iterable<readonly [string, ExtractedValue]> {
  #layout: Layout;
  #values: ExtractedValue[];
  #shared = false;
  /** Places (one bit each) of the values that `setRead` set. */
  #read = 0;

  private constructor(layout: Layout, values: ExtractedValue[]) {
    this.#layout = layout;
    this.#values = values;
  }

  /** An empty map, or one with these names (distinct) and values. */
  static of(names: readonly string[] = [], values: readonly ExtractedValue[] = []): Extracted {
    let layout = ROOT;
    for (const name of names) layout = layout.append(name);
    return new Extracted(layout, values.slice());
  }

  /** A map from pairs; of a repeated name the last value holds. */
  static from(pairs: Iterable<readonly [string, ExtractedValue]>): Extracted {
    const made = Extracted.of();
    for (const [name, value] of pairs) made.set(name, value);
    return made;
  }

  get size(): number {
    return this.#values.length;
  }

  /** The value of `name`; `undefined` when it is absent (a present JSON null is `null`). */
  get(name: string): ExtractedValue | undefined {
    const at = this.#layout.find(name);
    return at < 0 ? undefined : this.#values[at];
  }

  has(name: string): boolean {
    return this.#layout.find(name) >= 0;
  }

  set(name: string, value: ExtractedValue): void {
    if (this.#shared) this.#own();
    const at = this.#layout.find(name);
    if (at >= 0) {
      this.#values[at] = value;
      if (this.#read !== 0 && at < MARKED_PLACES) this.#read &= ~(1 << at);
    } else {
      this.#layout = this.#layout.append(name);
      this.#values.push(value);
    }
  }

  /**
   * Sets `name` to the number or boolean that was read from `text`, its canonical form. Stages that take nothing but
   * texts still find one (`isText`). Behind the 32nd name the text itself is stored.
   */
  setRead(name: string, value: number | boolean, text: string): void {
    this.set(name, value);
    const at = this.#layout.find(name);
    if (at < MARKED_PLACES) this.#read |= 1 << at;
    else this.#values[at] = text;
  }

  /** Whether the value of `name` is a text, or was read from one. */
  isText(name: string): boolean {
    const at = this.#layout.find(name);
    if (at < 0) return false;
    return typeof this.#values[at] === "string" || (at < MARKED_PLACES && (this.#read & (1 << at)) !== 0);
  }

  /**
   * Sets each name of `group` to `from[first + i]` (or `first + indexes[i]`), an absent one to the empty text; of a
   * repeated name the last holds. A regular expression's match needs no search for each name this way.
   */
  setGroup(group: NameGroup, from: ArrayLike<ExtractedValue | undefined>, first: number): void {
    if (this.#shared) this.#own();
    const slots = group.from === this.#layout ? group.slots : this.#layOut(group);
    if (group.from === this.#layout) this.#layout = group.to as Layout;
    const values = this.#values;
    const indexes = group.indexes;
    if (this.#read !== 0) for (const at of slots) if (at < MARKED_PLACES) this.#read &= ~(1 << at);
    if (indexes === undefined) for (let i = 0; i < slots.length; i++) values[slots[i]!] = orEmpty(from[first + i]);
    else for (let i = 0; i < slots.length; i++) values[slots[i]!] = orEmpty(from[first + indexes[i]!]);
  }

  /**
   * Finds a place for each name of `group`. The places are kept for the next map if both layouts are shared; a map's own
   * layout must not get into another map.
   */
  #layOut(group: NameGroup): number[] {
    const from = this.#layout;
    let to = from;
    const slots: number[] = [];
    for (const name of group.names) {
      let at = to.find(name);
      if (at < 0) {
        at = to.names.length;
        to = to.append(name);
      }
      slots.push(at);
    }
    if (to.shared) {
      group.from = from;
      group.to = to;
      group.slots = slots;
    } else this.#layout = to;
    return slots;
  }

  delete(name: string): boolean {
    const at = this.#layout.find(name);
    if (at < 0) return false;
    let layout = ROOT;
    const names = this.#layout.names;
    for (let i = 0; i < names.length; i++) if (i !== at) layout = layout.append(names[i]!);
    this.#layout = layout;
    this.#values = this.#values.toSpliced(at, 1);
    this.#shared = false;
    if (this.#read !== 0 && at < MARKED_PLACES) {
      const below = (1 << at) - 1;
      this.#read = (this.#read & below) | ((this.#read >>> 1) & ~below);
    }
    return true;
  }

  names(): readonly string[] {
    return this.#layout.names;
  }

  *[Symbol.iterator](): IterableIterator<readonly [string, ExtractedValue]> {
    const names = this.#layout.names;
    for (let i = 0; i < names.length; i++) yield [names[i]!, this.#values[i]!];
  }

  /** A copy that shares the values until either changes. */
  clone(): Extracted {
    this.#shared = true;
    const copy = new Extracted(this.#layout.copy(), this.#values);
    copy.#shared = true;
    copy.#read = this.#read;
    return copy;
  }

  /** Whether nothing was set since one of the two was copied from the other: without a comparison of values. */
  sharesWith(other: Extracted): boolean {
    return this.#values === other.#values && this.#layout === other.#layout;
  }

  /** As data to be shown, with every number the nearest that JSON has. */
  toRecord(): Record<string, JsonValue> {
    const record: Record<string, JsonValue> = {};
    for (const [name, value] of this) setField(record, name, typeof value === "bigint" ? Number(value) : value);
    return record;
  }

  #own(): void {
    this.#values = this.#values.slice();
    this.#shared = false;
  }
}

/** A group that took no part in a match is the empty text; JSON's null stays. */
function orEmpty(value: ExtractedValue | undefined): ExtractedValue {
  return value === undefined ? "" : value;
}
