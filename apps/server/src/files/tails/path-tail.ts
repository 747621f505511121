/**
 * Follows one path through its generations: the file that has the name now, and those that had it before and are not
 * read to their end. Rotation is recognised by what files hold, so it is found after a restart as well as under way:
 *
 * - by renaming: another file has the name. The old one is read on, wherever it is, until nothing has come for a while.
 * - by copying and truncating: the file no longer holds what was read. What came after that is in the copy.
 * - several times while nobody looked: files of that name that were born and rotated in the meantime are read between.
 */
import type { FileHandle } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { type LabelSet, MILLISECOND, type Nanos } from "@sluice/engine";
import { type FileStat, statFile } from "../file-stat.ts";
import type { SavedPath } from "../positions/positions.ts";
import { explainRefusal, type Problem } from "../problem.ts";
import { lastLineEnd } from "../reading/lines.ts";
import { MARK_BYTES } from "../reading/text-encoding.ts";
import { Window } from "../reading/window.ts";
import type { FileInReading, FileTail } from "./file-tail.ts";
import { Generations } from "./generations.ts";
import { PathSiblings } from "./path-siblings.ts";
import { Restoring } from "./restoring.ts";
import { isCopyOf, MAX_SAME_BEGINNING, openAt } from "./rotation.ts";
import type { TailContext } from "./tail-context.ts";
import type { ReadResult, TailedFile } from "./tailed-file.ts";

export class PathTail implements FileTail {
  readonly path: string;
  /** Why it is not read, for people. */
  problem: Problem | undefined;
  readonly #context: TailContext;
  readonly #generations: Generations;
  readonly #siblings: PathSiblings;
  readonly #restoring: Restoring;
  /** It has been looked at before: a file that is there now and was not then is new. */
  #known: boolean;
  /** What to do with a file that has no position: begin at its end. */
  #fromEnd: boolean;
  #folderStamp = "";
  /** Found out by `notice` in this look: nothing has changed. */
  #quiet = false;

  /** `start.saved`: what the process before this one left; `start.now` in milliseconds since the epoch. */
  constructor(
    path: string,
    labels: LabelSet,
    context: TailContext,
    { saved, now, fromEnd }: { saved?: SavedPath | undefined; now: number; fromEnd: boolean },
  ) {
    this.path = path;
    this.#context = context;
    const generations = new Generations(path, labels, context, now);
    const siblings = new PathSiblings(path, context, generations, saved?.seenAt ?? now);
    this.#generations = generations;
    this.#siblings = siblings;
    this.#restoring = new Restoring(path, context, { generations, siblings }, saved?.files ?? []);
    this.#known = saved !== undefined;
    this.#fromEnd = fromEnd;
  }

  /** Of the lines that are read from now on. */
  set labels(labels: LabelSet) {
    this.#generations.labels = labels;
  }

  get generations(): readonly TailedFile[] {
    return this.#generations.all;
  }

  get reading(): readonly FileInReading[] {
    return this.#generations.all;
  }

  /** Whether it is to be looked at as often as anything is; thousands of others can wait for a moment. */
  isActive(now: Nanos): boolean {
    return this.#generations.isActive(now);
  }

  /** None of its files is open. */
  get idle(): boolean {
    return this.generations.length === 0;
  }

  /** Everything that is not done. */
  save(): SavedPath {
    const files = [...this.#restoring.positions, ...this.#generations.positions];
    return { path: this.path, seenAt: this.#siblings.seenAt, files };
  }

  /** Nothing that was read is on its way any more. */
  get settled(): boolean {
    return this.#generations.settled;
  }

  /** Nothing of the path is there or under way. */
  get empty(): boolean {
    return this.idle && this.#restoring.positions.length === 0;
  }

  /**
   * Continues where reading stopped before the restart. To be called for every path before any is looked at, so that no file
   * is taken for a new one under its new name.
   */
  async restore(): Promise<void> {
    try {
      await this.#restoring.restore();
    } catch (error) {
      this.problem = { message: explainRefusal(error), serious: true };
    }
  }

  /** Finds what is not where it was. To be called when `restore` was for every path. */
  async restoreMissing(): Promise<void> {
    await this.#restoring.restoreMissing();
  }

  /**
   * Finds out whether a file that is read was truncated or overwritten. To be called for every path before any is looked
   * at, so that the copy that was made of it is not taken for a new file. `found`: what has the path's name, if that
   * could be found out; most files are as they were, and then nothing more is asked of the file system.
   */
  async notice(found: FileStat | undefined): Promise<void> {
    this.#quiet = false;
    if (this.#restoring.positions.length > 0) {
      await this.restore();
      await this.restoreMissing();
    }
    if (this.idle) {
      this.#quiet = found !== undefined && this.#isDone(found);
      return;
    }
    try {
      for (const file of this.generations)
        if (file.rotated && file.open && !((await file.unchanged()) && !(await this.#generations.isCopyOfLater(file))))
          await this.#overwritten(file);
      const current = this.#generations.current;
      if (current === undefined) return;
      const now = Number(this.#context.now() / MILLISECOND);
      const { key } = current;
      const written = found?.key !== key || !current.has(found.stamp);
      const isNew = current.has("");
      if (await this.#wasTruncated(current, written)) {
        await this.#truncated(current);
        if ((await statFile(this.path))?.key !== key) await this.#siblings.readAnew(key);
      } else if (!written) {
        this.#quiet = true;
        this.#siblings.seenAt = now;
        this.problem = undefined;
      }
      if (written && !isNew && found?.key === key) this.#generations.writtenAt = now;
    } catch (error) {
      this.problem = { message: explainRefusal(error), serious: true };
    }
  }

  /**
   * A rotated file holds something else: the log was copied onto it once more. What it is now is found out when the log
   * turns out to be truncated.
   */
  async #overwritten(file: TailedFile): Promise<void> {
    this.#context.log.write("info", "a rotated file was overwritten while it was being read", { path: this.path });
    this.#folderStamp = "";
    await file.close();
    const { offset, digest } = file.seen;
    this.#context.done.set(file.key, { key: file.key, offset, digest, since: file.since, copy: true });
    this.#context.moved();
  }

  /** Finds out which file has the name now, and where the one is that had it. */
  async look(): Promise<void> {
    if (this.#quiet) return;
    const now = Number(this.#context.now() / MILLISECOND);
    try {
      if (await this.#look()) this.#siblings.seenAt = now;
    } catch (error) {
      this.problem = { message: explainRefusal(error), serious: true };
    }
    this.#fromEnd = false;
    this.#known = true;
  }

  /** Gives whether there is a file. */
  async #look(): Promise<boolean> {
    const found = await statFile(this.path);
    if (found !== undefined && found.kind !== "file") {
      const what =
        found.kind === "directory" ? "a directory; name its files, for example with /*" : "not a regular file";
      this.problem = { message: `it is ${what}`, serious: true };
    } else this.problem = found === undefined ? { message: "it does not exist", serious: false } : undefined;
    const file = found?.kind === "file" ? found : undefined;

    const current = this.#generations.current;
    if (current !== undefined && current.key !== file?.key) this.#rotate(current);
    if (file === undefined) {
      if (this.#known && (await this.#folderChanged())) await this.#siblings.readBetween(undefined);
      return false;
    }
    const owner = this.#context.files.get(file.key);
    if (owner !== undefined && owner === current && owner.seen.offset === 0 && (await this.#isCopy(file, owner)))
      return true;
    if (this.#restoring.awaits(file.key)) {
      this.problem = this.#restoring.refusal;
      return false;
    }
    if (owner === undefined) await this.#open(file);
    // It came back under its own name. Otherwise it is another path's file that was renamed to this one.
    else if (owner.rotated && this.generations.at(-1) === owner && (await owner.unchanged())) owner.rotated = false;
    return true;
  }

  /** Whether a file holds less or other than was seen of it; `written`: it has changed since the last look. */
  async #wasTruncated(current: TailedFile, written: boolean): Promise<boolean> {
    if (written && !(await current.unchanged())) return true;
    if (current.seen.offset > MAX_SAME_BEGINNING) return false;
    // It may have been written anew and begin as before. Then there is a copy: a new one, or an old one was written anew.
    if (!(await this.#folderChanged()) && !written) return false;
    return this.#siblings.wasCopied(current);
  }

  /** Whether names came, went or changed in the folder since this was last asked. */
  async #folderChanged(): Promise<boolean> {
    const stamp = await this.#context.folders.stamp(dirname(this.path));
    const changed = stamp !== "" && stamp !== this.#folderStamp;
    this.#folderStamp = stamp;
    return changed;
  }

  #rotate(current: TailedFile): void {
    this.#folderStamp = "";
    current.rotated = true;
    current.grownAt = this.#context.now();
    this.#context.rotated("renamed");
    this.#context.moved();
  }

  /** Whether a file that was opened when it was empty has become a copy of a log that is read, and is not to be read itself. */
  async #isCopy(file: FileStat, owner: TailedFile): Promise<boolean> {
    const originals = this.#context.originals(basename(this.path)).filter((one) => one !== owner);
    if (originals.length === 0 || file.size === 0) return false;
    const opened = await openAt(this.#context.gate, this.path, file.key, 0);
    if (opened === undefined) return false;
    try {
      for (const original of originals) {
        if (!(await isCopyOf(original, this.path, file, opened.handle))) continue;
        const copied = await Window.read(opened.handle, file.size);
        await owner.giveUp();
        if (copied !== undefined) this.#siblings.remember(file.key, copied);
        return true;
      }
      return false;
    } finally {
      await opened.handle.close();
    }
  }

  /** Opens the file that has the name, where reading of it stopped, or at its beginning. */
  async #open(file: FileStat): Promise<void> {
    const { key, size } = file;
    if (this.#isDone(file)) return;
    const originals = this.#context.originals(basename(this.path));
    // A copy that has only been begun would be taken for a file of its own.
    if (originals.length > 0 && size === 0) return;
    // Of one that was truncated this very moment it may be the copy, which is known when that has been noticed.
    for (const original of originals) if (!original.rotated && !(await original.unchanged())) return;
    const opened = await openAt(this.#context.gate, this.path, key, 0);
    if (opened === undefined) return;
    let taken = false;
    try {
      taken = await this.#take(opened.handle, file, originals);
    } finally {
      if (!taken) await opened.handle.close();
    }
  }

  /** Begins to read a file that was opened; not a copy of one that is read already, which is remembered. */
  async #take(handle: FileHandle, file: FileStat, originals: readonly TailedFile[]): Promise<boolean> {
    const { done } = this.#context;
    const { key, size } = file;
    for (const original of originals) {
      if (!(await isCopyOf(original, this.path, file, handle))) continue;
      const copied = await Window.read(handle, size);
      if (copied !== undefined) this.#siblings.remember(key, copied);
      return false;
    }
    const known = done.get(key);
    let from = Window.EMPTY;
    if (known !== undefined) {
      const before = await Window.read(handle, known.offset);
      if (before?.digest === known.digest) from = before;
      done.delete(key);
    } else if (this.#fromEnd) from = await this.#lastLine(handle, size);
    if (this.#known) await this.#siblings.readBetween(key);
    this.#generations.add({ key, handle, window: from }, file, false);
    return true;
  }

  /** What stands before the end of the last complete line. */
  async #lastLine(handle: FileHandle, size: number): Promise<Window> {
    const beginning = (await Window.read(handle, Math.min(size, MARK_BYTES)))?.beginning ?? Buffer.alloc(0);
    const { encoding } = this.#context.encodingOf(beginning);
    return (await Window.read(handle, await lastLineEnd(handle, size, encoding))) ?? Window.EMPTY;
  }

  /** Most files that fit a pattern are rotated ones that were read long ago: they are not even opened. */
  #isDone({ key, size }: FileStat): boolean {
    const { done } = this.#context;
    const known = done.get(key);
    if (known === undefined) return false;
    done.delete(key);
    done.set(key, known);
    return size === known.offset;
  }

  /** The file was truncated: what had not been read of it may be in a copy. */
  async #truncated(current: TailedFile): Promise<void> {
    this.#folderStamp = "";
    this.#context.rotated("truncated");
    this.#context.moved();
    const { offset, digest } = current.seen;
    const copy = await this.#siblings.findCopy({ offset, digest, since: current.since });
    if (copy === undefined) {
      current.rotated = true;
      await current.close();
      this.#context.log.write("info", "a file was truncated; it is read from its beginning", {
        path: this.path,
        read: current.offset,
      });
    } else {
      this.#context.log.write("info", "a file was copied and truncated; the copy is read to its end", {
        path: this.path,
        copy: copy.path,
      });
      this.#context.done.delete(copy.key);
      await current.moveTo(copy.key, copy.handle);
    }
  }

  /** Hands on lines of the oldest generation that has any; at most one chunk. */
  async readOn(): Promise<ReadResult> {
    try {
      return await this.#generations.readOn();
    } catch (error) {
      this.problem = { message: explainRefusal(error), serious: true };
      return "end";
    }
  }

  /** Makes the positions exact to the line, for the last time that they are written. */
  keepLines(): Promise<void> {
    return this.#generations.keepLines();
  }

  async close(): Promise<void> {
    this.#restoring.giveUp();
    await this.#generations.close();
  }
}
