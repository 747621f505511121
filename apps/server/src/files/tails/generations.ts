/** The files of one path that are read: those that have lost its name, from the oldest on, and the one that has it. */
import { type LabelSet, MILLISECOND, type Nanos, SECOND } from "@sluice/engine";
import type { FileStat } from "../file-stat.ts";
import type { Position } from "../positions/positions.ts";
import type { TailContext } from "./tail-context.ts";
import { type Opened, type ReadResult, TailedFile } from "./tailed-file.ts";

/** A rotated file to which nothing has been written for this long is finished: its writers have moved on. */
const ROTATED_IDLE = 5n * SECOND;
/** A file to which something was written so shortly ago is likely to be written to again. Milliseconds. */
const RECENT = 60_000;

export class Generations {
  readonly #path: string;
  readonly #context: TailContext;
  #labels: LabelSet;
  readonly #files: TailedFile[] = [];
  /** When something was last seen to be written, or, of a file that was written before, when that was. Milliseconds since the epoch. */
  writtenAt: number;

  constructor(path: string, labels: LabelSet, context: TailContext, now: number) {
    this.#path = path;
    this.#labels = labels;
    this.#context = context;
    this.writtenAt = now;
  }

  get all(): readonly TailedFile[] {
    return this.#files;
  }

  /** The one that has the name, as far as is known. */
  get current(): TailedFile | undefined {
    return this.#files.find(({ rotated }) => !rotated);
  }

  /** Of the lines that are read from now on. */
  set labels(labels: LabelSet) {
    this.#labels = labels;
    for (const file of this.#files) file.labels = labels;
  }

  /** Nothing that was read is on its way any more. */
  get settled(): boolean {
    return this.#files.every((file) => file.settled);
  }

  /** Whether they are to be looked at as often as anything is. */
  isActive(now: Nanos): boolean {
    return Number(now / MILLISECOND) - this.writtenAt < RECENT || this.#files.some((file) => !file.open || !file.atEnd);
  }

  /** Of those that can be read on. */
  get positions(): readonly Position[] {
    return this.#files.filter((file) => file.open).map(({ position }) => position);
  }

  /** `found`: what is known of it, if it has the name. */
  add(opened: Opened, found: FileStat | undefined, rotated: boolean): TailedFile {
    const file = new TailedFile(this.#path, this.#labels, opened, this.#context);
    file.rotated = rotated;
    this.#files.push(file);
    if (found !== undefined) this.writtenAt = Math.min(found.writtenAt, Number(this.#context.now() / MILLISECOND));
    this.#context.done.delete(opened.key);
    this.#context.moved();
    return file;
  }

  /** Puts them in the order of their places; those without any come last. */
  order(places: ReadonlyMap<TailedFile, number>): void {
    const place = (file: TailedFile) => places.get(file) ?? Number.POSITIVE_INFINITY;
    this.#files.sort((a, b) => (place(a) < place(b) ? -1 : place(a) > place(b) ? 1 : 0));
  }

  /** Whether a rotated file, which may have been empty or have a common beginning, holds what was read of another since. */
  async isCopyOfLater(file: TailedFile): Promise<boolean> {
    for (const later of this.#files) {
      if (later === file || !later.open || later.seen.offset <= file.seen.offset) continue;
      if (await file.holds(later.seen)) return true;
    }
    return false;
  }

  /** Hands on lines of the oldest that has any; at most one chunk. */
  async readOn(): Promise<ReadResult> {
    for (const file of [...this.#files]) {
      const result = await file.readOn();
      if (result !== "end") return result;
      if (file.rotated && (!file.open || this.#context.now() - file.grownAt >= ROTATED_IDLE)) {
        if (!file.handPartial()) return "full";
        await this.#finish(file);
      }
    }
    return "end";
  }

  /** Nothing more comes of a rotated file. It is remembered as done once everything of it has been settled. */
  async #finish(file: TailedFile): Promise<void> {
    if (!file.settled) return;
    if (file.open) this.#context.done.set(file.key, { ...file.position, copy: false });
    this.#files.splice(this.#files.indexOf(file), 1);
    await file.close();
    this.#context.moved();
  }

  /** Makes the positions exact to the line, for the last time that they are written. */
  async keepLines(): Promise<void> {
    for (const file of this.#files) await file.keepLines().catch(() => {});
  }

  async close(): Promise<void> {
    await Promise.all(this.#files.map((file) => file.close()));
  }
}
