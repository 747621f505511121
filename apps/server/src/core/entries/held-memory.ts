/**
 * What entries hold in memory while they wait: their text in UTF-16 units, structured metadata with it, and something
 * for the objects around it, so that neither empty lines nor many small pairs are free. Label sets are shared: each is
 * counted once while any entry that is held has it.
 */
import type { LabelSet } from "@sluice/engine";
import type { LogEntry } from "./receiver.ts";

/** An entry besides its text: the object, its time, its place in a list. */
const ENTRY_UNITS = 100;
/** A piece of metadata, or a label, besides its text. */
const PAIR_UNITS = 50;
/** A label set besides its labels: its arrays, its places in tables. */
const SET_UNITS = 200;

/** What an entry holds, without its label set. */
export function entryMemory({ line, metadata }: Pick<LogEntry, "line" | "metadata">): number {
  let units = ENTRY_UNITS + line.length;
  // Most have none, and an iterator costs more than all the rest.
  if (metadata.length === 0) return units;
  for (const [name, value] of metadata) units += PAIR_UNITS + name.length + value.length;
  return units;
}

/** What a label set holds. Its text is there twice: as labels, and as its key. */
export function labelMemory(labels: LabelSet): number {
  return SET_UNITS + labels.size * PAIR_UNITS + 2 * labels.key.length;
}

/** The sum over entries that come and go. */
export class HeldMemory {
  #units = 0;
  readonly #uses = new Map<LabelSet, { count: number }>();
  /** The sets of the entries that came and went last, since neighbours mostly share theirs. */
  #added: LabelSet | null = null;
  #addedUse = { count: 0 };
  #removed: LabelSet | null = null;
  #removedUse = { count: 0 };

  get units(): number {
    return this.#units;
  }

  add(entry: LogEntry): void {
    const { labels } = entry;
    const units = entryMemory(entry);
    if (labels !== this.#added) {
      let use = this.#uses.get(labels);
      if (use === undefined) {
        this.#units += labelMemory(labels);
        use = { count: 0 };
        this.#uses.set(labels, use);
      }
      this.#added = labels;
      this.#addedUse = use;
    }
    this.#addedUse.count++;
    this.#units += units;
  }

  /** Takes away what was added once. */
  remove(entry: LogEntry): void {
    const { labels } = entry;
    if (labels !== this.#removed) {
      this.#removedUse = this.#uses.get(labels)!;
      this.#removed = labels;
    }
    this.#units -= entryMemory(entry);
    if (--this.#removedUse.count > 0) return;
    this.#uses.delete(labels);
    this.#units -= labelMemory(labels);
    this.#removed = null;
    if (this.#added === labels) this.#added = null;
  }
}
