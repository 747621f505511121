/**
 * Follows one path whose files are compressed: the one that has the name, and those that lost it before they were read to
 * their end. A file is known by its number and by what it holds, so that one that was renamed is not read again.
 */
import type { LabelSet, Nanos } from "@sluice/engine";
import { type FileStat, statFile } from "../file-stat.ts";
import type { CompressedPosition } from "../positions/positions.ts";
import { explainRefusal, type Problem } from "../problem.ts";
import { type CompressedContext, CompressedFile } from "./compressed-file.ts";
import type { FileInReading, FileTail } from "./file-tail.ts";
import type { ReadResult, TailedFile } from "./tailed-file.ts";

/** What the tails of one component know of each other. */
export interface CompressedTailContext extends CompressedContext {
  /** How far files were read, by their key. */
  readonly known: Map<string, CompressedPosition>;
  /** Which tail has a file, by its key. */
  readonly owners: Map<string, CompressedTail>;
}

export class CompressedTail implements FileTail {
  readonly path: string;
  problem: Problem | undefined;
  readonly generations: readonly TailedFile[] = [];
  readonly #context: CompressedTailContext;
  #labels: LabelSet;
  #current: CompressedFile | undefined;
  /** They have lost the name, and are read to their end. */
  #old: CompressedFile[] = [];

  constructor(path: string, labels: LabelSet, context: CompressedTailContext) {
    this.path = path;
    this.#labels = labels;
    this.#context = context;
  }

  get #all(): readonly CompressedFile[] {
    return this.#current === undefined ? this.#old : [...this.#old, this.#current];
  }

  set labels(labels: LabelSet) {
    this.#labels = labels;
    for (const file of this.#all) file.labels = labels;
  }

  get reading(): readonly FileInReading[] {
    return this.#all.flatMap((file) => {
      const rotated = file !== this.#current;
      return (rotated ? file.isOpen : file.isBusy) ? [{ path: file.path, offset: file.offset, rotated }] : [];
    });
  }

  get idle(): boolean {
    return this.reading.length === 0;
  }

  get settled(): boolean {
    return this.#all.every(({ settled }) => settled);
  }

  get empty(): boolean {
    return this.idle && this.settled;
  }

  isActive(_now: Nanos): boolean {
    return !this.empty;
  }

  async restore(): Promise<void> {}

  async restoreMissing(): Promise<void> {}

  async notice(_found: FileStat | undefined): Promise<void> {}

  async look(): Promise<void> {
    try {
      await this.#look();
    } catch (error) {
      this.problem = { message: explainRefusal(error), serious: true };
    }
    this.#old = this.#old.filter((file) => file.isOpen || !file.settled || this.#leave(file));
  }

  async #look(): Promise<void> {
    const found = await statFile(this.path);
    if (found !== undefined && found.kind !== "file") {
      this.problem = {
        message: found.kind === "directory" ? "it is a directory" : "it is not a regular file",
        serious: true,
      };
      return;
    }
    if (this.#current !== undefined && this.#current.key !== found?.key) {
      this.#old.push(this.#current);
      this.#current = undefined;
    }
    if (found === undefined) {
      this.problem = { message: "it does not exist", serious: false };
      return;
    }
    const owner = this.#context.owners.get(found.key);
    // Under its old name it is still being read.
    if (owner !== undefined && owner !== this) {
      this.problem = undefined;
      return;
    }
    this.#current ??= this.#take(found.key);
    await this.#current.look(found);
    this.#remember(this.#current);
    const { problem } = this.#current;
    this.problem = problem === undefined ? undefined : { message: problem, serious: true };
  }

  #take(key: string): CompressedFile {
    const { known, owners } = this.#context;
    owners.set(key, this);
    // The last that were asked for are remembered longest.
    const saved = known.get(key);
    if (saved !== undefined) {
      known.delete(key);
      known.set(key, saved);
    }
    const back = this.#old.findIndex((file) => file.key === key);
    if (back >= 0) return this.#old.splice(back, 1)[0]!;
    return new CompressedFile(this.path, this.#labels, key, this.#context, saved);
  }

  #remember(file: CompressedFile): void {
    const { position } = file;
    if (position !== undefined) this.#context.known.set(file.key, position);
  }

  /** Leaves a file to whoever finds it; gives false, since it is none of the tail's any more. */
  #leave(file: CompressedFile): false {
    this.#remember(file);
    if (this.#context.owners.get(file.key) === this) this.#context.owners.delete(file.key);
    return false;
  }

  /** Of the oldest that has anything. */
  async readOn(): Promise<ReadResult> {
    for (const file of this.#all) {
      const result = await file.readOn();
      if (file === this.#current && file.problem !== undefined) this.problem = { message: file.problem, serious: true };
      if (result !== "end") return result;
    }
    return "end";
  }

  save(): undefined {
    for (const file of this.#all) this.#remember(file);
  }

  async keepLines(): Promise<void> {
    for (const file of this.#all) file.keepLines();
  }

  async close(): Promise<void> {
    for (const file of this.#all) {
      await file.close();
      this.#leave(file);
    }
    this.#current = undefined;
    this.#old = [];
  }
}
