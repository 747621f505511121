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
import { type LabelSet, MILLISECOND, type Nanos, SECOND } from "@sluice/engine";
import { type FileStat, statFile } from "./file-stat.ts";
import type { FolderNames } from "./folders.ts";
import { lastLineEnd } from "./lines.ts";
import type { Position, SavedPath } from "./positions.ts";
import { explainRefusal, type Problem } from "./problem.ts";
import {
  bornSince,
  findCopy,
  isCopyOf,
  isOverwritten,
  MAX_SAME_BEGINNING,
  type Original,
  openAt,
  tryOpenAt,
  wasTruncatedAfter,
  writtenSince,
} from "./rotation.ts";
import { findSiblings, isCopyName, isRotatedName, type Sibling } from "./siblings.ts";
import type { TailContext } from "./tail-context.ts";
import { type Opened, type ReadResult, TailedFile } from "./tailed-file.ts";
import { Window } from "./window.ts";

/** A rotated file to which nothing has been written for this long is finished: its writers have moved on. */
const ROTATED_IDLE = 5n * SECOND;
/** A file to which something was written so shortly ago is likely to be written to again. Milliseconds. */
const RECENT = 60_000;

/** Where reading stopped before the restart in a file that holds something else now, or is gone. */
interface Missing {
  /** Its place among all of them. */
  readonly index: number;
  readonly position: Position;
  /** The name that the file has now. */
  readonly name: string | undefined;
}

export class PathTail {
  readonly path: string;
  /** Why it is not read, for people. */
  problem: Problem | undefined;
  readonly #labels: LabelSet;
  readonly #context: TailContext;
  readonly #generations: TailedFile[] = [];
  /** Where reading had come to before the restart. */
  #restored: readonly Position[];
  /** Of these those that are not where they were: to be found when all others are known. */
  #missing: readonly Missing[] = [];
  /** Which of them each generation was that was taken up just now. */
  readonly #places = new Map<TailedFile, number>();
  /** Why that could not be taken up yet. */
  #refusal: Problem | undefined;
  /** When there was last a file, or, if there has never been one, when it was first looked for. Milliseconds since the epoch. */
  #seenAt: number;
  /** It has been looked at before: a file that is there now and was not then is new. */
  #known: boolean;
  /** What to do with a file that has no position: begin at its end. */
  #fromEnd: boolean;
  #folderStamp = "";
  /** When something was last seen to be written, or, of a file that was written before, when that was. Milliseconds since the epoch. */
  #writtenAt: number;
  /** Found out by `notice` in this look: all is as it was. */
  #quiet = false;

  /** `start.saved`: what the process before this one left; `start.now` in milliseconds since the epoch. */
  constructor(
    path: string,
    labels: LabelSet,
    context: TailContext,
    start: { saved?: SavedPath | undefined; now: number; fromEnd: boolean },
  ) {
    this.path = path;
    this.#labels = labels;
    this.#context = context;
    this.#restored = start.saved?.files ?? [];
    this.#seenAt = start.saved?.seenAt ?? start.now;
    this.#known = start.saved !== undefined;
    this.#fromEnd = start.fromEnd;
    this.#writtenAt = start.now;
    for (const { key } of this.#restored) context.awaited.add(key);
  }

  get generations(): readonly TailedFile[] {
    return this.#generations;
  }

  /** Whether it is to be looked at as often as anything is; thousands of others can wait for a moment. */
  isActive(now: Nanos): boolean {
    return (
      Number(now / MILLISECOND) - this.#writtenAt < RECENT ||
      this.#generations.some((file) => !file.open || !file.atEnd)
    );
  }

  /** None of its files is open. */
  get idle(): boolean {
    return this.#generations.length === 0;
  }

  /** Everything that is not done. */
  save(): SavedPath {
    const open = this.#generations.filter((file) => file.open).map(({ position }) => position);
    return {
      path: this.path,
      seenAt: this.#seenAt,
      files: [...this.#restored, ...this.#missing.map(({ position }) => position), ...open],
    };
  }

  /** Nothing of the path is there or under way. */
  get empty(): boolean {
    return this.#generations.length + this.#restored.length + this.#missing.length === 0;
  }

  /**
   * Goes on where reading stopped before the restart, in files that may have other names now. To be called for every
   * path before any is looked at, so that no file is taken for a new one under its new name.
   */
  async restore(): Promise<void> {
    if (this.#restored.length === 0) return;
    const { awaited } = this.#context;
    const refused: Position[] = [];
    try {
      const current = await statFile(this.path);
      const missing: Missing[] = [];
      for (const [index, position] of this.#restored.entries()) {
        const name =
          position.key === current?.key
            ? this.path
            : await this.#context.folders.find(dirname(this.path), position.key);
        let opened: Opened | undefined;
        try {
          opened = name === undefined ? undefined : await openAt(name, position.key, position.offset);
        } catch (error) {
          this.#refusal = { message: explainRefusal(error), serious: true };
          refused.push(position);
          continue;
        }
        if (opened && opened.window.digest === position.digest) {
          const rotated = name !== this.path;
          const file = this.#add({ ...opened, since: position.since }, rotated ? undefined : current, rotated);
          this.#places.set(file, index);
        } else {
          await opened?.handle.close();
          missing.push({ index, position, name });
        }
      }
      for (const { key } of this.#restored) awaited.delete(key);
      this.#restored = refused;
      this.#missing = missing;
      for (const { key } of refused) awaited.add(key);
    } catch (error) {
      this.problem = { message: explainRefusal(error), serious: true };
    }
  }

  /**
   * Finds what is not where it was. To be called when `restore` was for every path: a file that holds something else may
   * be the copy of another one by now, and one that is what it was is not.
   */
  async restoreMissing(): Promise<void> {
    const missing = this.#missing;
    for (const { index, position } of missing) {
      const copy = await this.#followCopy(position);
      if (copy !== undefined) this.#places.set(copy, index);
      else if (position.offset > 0) {
        const fields = { path: this.path, read: position.offset };
        this.#context.log.write(
          "warn",
          "a file was rotated while nobody looked and cannot be found; what was not read of it is missing",
          fields,
        );
      }
    }
    for (const { index, position, name } of missing) {
      if (name === undefined || name === this.path || (await this.#taken(position.key))) continue;
      const anew = await this.#readAnew(position.key);
      if (anew !== undefined) this.#places.set(anew, index);
    }
    this.#missing = [];
    if (this.#places.size === 0) return;
    const place = (file: TailedFile) => this.#places.get(file) ?? Number.POSITIVE_INFINITY;
    this.#generations.sort((a, b) => (place(a) < place(b) ? -1 : place(a) > place(b) ? 1 : 0));
    this.#places.clear();
    if (this.#generations.some(({ rotated }) => rotated)) await this.#readBetween((await statFile(this.path))?.key);
    this.#context.moved();
  }

  #names(): Promise<FolderNames> {
    return this.#context.folders.now(dirname(this.path));
  }

  /**
   * Finds out whether a file that is read was truncated or overwritten. To be called for every path before any is looked
   * at, so that the copy that was made of it is not taken for a new file. `found`: what has the path's name, if that
   * could be found out; most files are as they were, and then nothing more is asked of the file system.
   */
  async notice(found: FileStat | undefined): Promise<void> {
    this.#quiet = false;
    if (this.#restored.length + this.#missing.length > 0) {
      await this.restore();
      await this.restoreMissing();
    }
    if (this.#generations.length === 0) {
      this.#quiet = found !== undefined && this.#isDone(found);
      return;
    }
    try {
      for (const file of this.#generations)
        if (file.rotated && file.open && !((await file.unchanged()) && !(await this.#isCopyOfLater(file))))
          await this.#overwritten(file);
      const current = this.#generations.find(({ rotated }) => !rotated);
      if (current === undefined) return;
      const now = Number(this.#context.now() / MILLISECOND);
      const { key } = current;
      const written = found?.key !== key || !current.has(found.stamp);
      const isNew = current.has("");
      if (await this.#wasTruncated(current, written)) {
        await this.#truncated(current);
        if ((await statFile(this.path))?.key !== key) await this.#readAnew(key);
      } else if (!written) {
        this.#quiet = true;
        this.#seenAt = now;
        this.problem = undefined;
      }
      if (written && !isNew && found?.key === key) this.#writtenAt = now;
    } catch (error) {
      this.problem = { message: explainRefusal(error), serious: true };
    }
  }

  /** Whether a rotated file, which may have been empty or have a common beginning, holds what was read of another since. */
  async #isCopyOfLater(file: TailedFile): Promise<boolean> {
    for (const later of this.#generations) {
      if (later === file || !later.open || later.seen.offset <= file.seen.offset) continue;
      if (await file.holds(later.seen)) return true;
    }
    return false;
  }

  /**
   * A rotated file holds something else: the log was copied onto it once more. What it is now is found out when the log
   * turns out to be truncated.
   */
  async #overwritten(file: TailedFile): Promise<void> {
    this.#context.log.write("info", "a rotated file was overwritten while it was read", { path: this.path });
    this.#folderStamp = "";
    await file.close();
    const { offset, digest } = file.seen;
    this.#context.done.set(file.key, { key: file.key, offset, digest, since: file.since, copy: true });
    this.#context.moved();
  }

  /** Finds out which file has the name now, and what became of the one that had it. */
  async look(): Promise<void> {
    if (this.#quiet) return;
    const now = Number(this.#context.now() / MILLISECOND);
    try {
      if (await this.#look()) this.#seenAt = now;
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

    const current = this.#generations.find(({ rotated }) => !rotated);
    if (current !== undefined && current.key !== file?.key) this.#rotate(current);
    if (file === undefined) {
      if (this.#known && (await this.#folderChanged())) await this.#readBetween(undefined);
      return false;
    }
    const owner = this.#context.files.get(file.key);
    if (this.#restored.some(({ key }) => key === file.key)) {
      this.problem = this.#refusal;
      return false;
    }
    if (owner === undefined) await this.#open(file);
    // It came back under its own name. Otherwise it is another path's file that was renamed to this one.
    else if (owner.rotated && this.#generations.at(-1) === owner && (await owner.unchanged())) owner.rotated = false;
    return true;
  }

  /** Whether a file holds less or other than was seen of it; `written`: it is not as it was when it was last looked at. */
  async #wasTruncated(current: TailedFile, written: boolean): Promise<boolean> {
    if (written && !(await current.unchanged())) return true;
    const { offset } = current.seen;
    if (offset > MAX_SAME_BEGINNING) return false;
    // It may have been written anew and begin as before. Then there is a copy: a new one, or an old one was written anew.
    if (!(await this.#folderChanged()) && !written) return false;
    const names = await this.#context.folders.early(dirname(this.path));
    for (const copy of await findSiblings(this.path, names, isRotatedName)) {
      if (!writtenSince(copy, this.#seenAt) || (await this.#taken(copy.key))) continue;
      const done = this.#context.done.get(copy.key);
      if (done === undefined || !(await isOverwritten(done, copy))) {
        if (!bornSince(copy, this.#seenAt) || done?.copy === false) continue;
        // Where nothing was seen nothing tells a copy but that it is new.
        if (done !== undefined && offset === 0) continue;
      }
      if (await wasTruncatedAfter(copy, current)) return true;
    }
    return false;
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

  /** Opens the file that has the name, where reading of it stopped, or at its beginning. */
  async #open(file: FileStat): Promise<void> {
    const { done } = this.#context;
    const { key, size } = file;
    if (this.#isDone(file)) return;
    const known = done.get(key);
    const originals = this.#context.originals(basename(this.path));
    // A copy that has only been begun would be taken for a file of its own.
    if (originals.length > 0 && size === 0) return;
    // Of one that was truncated this very moment it may be the copy, which is known when that has been noticed.
    for (const original of originals) if (!original.rotated && !(await original.unchanged())) return;
    const opened = await openAt(this.path, key, 0);
    if (opened === undefined) return;
    const { handle } = opened;
    for (const original of originals) {
      if (!(await isCopyOf(original, this.path, file, handle))) continue;
      const copied = await Window.read(handle, size);
      await handle.close();
      if (copied !== undefined) this.#remember(key, copied);
      return;
    }
    let from = Window.EMPTY;
    if (known !== undefined) {
      const before = await Window.read(handle, known.offset);
      if (before?.digest === known.digest) from = before;
      done.delete(key);
    } else if (this.#fromEnd) from = (await Window.read(handle, await lastLineEnd(handle, size))) ?? Window.EMPTY;
    if (this.#known) await this.#readBetween(key);
    this.#add({ key, handle, window: from }, file, false);
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

  /** What was read of it is not to be read again. */
  #remember(key: string, { offset, digest }: Window): void {
    this.#context.done.set(key, { key, offset, digest, since: this.#seenAt, copy: true });
    this.#context.moved();
  }

  /** `found`: what is known of it, if it has the name. */
  #add(opened: Opened, found: FileStat | undefined, rotated: boolean): TailedFile {
    const file = new TailedFile(this.path, this.#labels, opened, this.#context);
    file.rotated = rotated;
    this.#generations.push(file);
    if (found !== undefined) this.#writtenAt = Math.min(found.writtenAt, Number(this.#context.now() / MILLISECOND));
    this.#context.done.delete(opened.key);
    this.#context.moved();
    return file;
  }

  /** The file was truncated: what had not been read of it may be in a copy. */
  async #truncated(current: TailedFile): Promise<void> {
    this.#folderStamp = "";
    this.#context.rotated("truncated");
    this.#context.moved();
    const { offset, digest } = current.seen;
    const copy = await this.#findCopy({ offset, digest, since: current.since });
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

  async #followCopy(position: Position): Promise<TailedFile | undefined> {
    const copy = await this.#findCopy(position);
    return copy && this.#add({ ...copy, since: position.since }, undefined, true);
  }

  async #findCopy(original: Original) {
    const free: Sibling[] = [];
    for (const sibling of await findSiblings(this.path, await this.#names(), isCopyName)) {
      if (await this.#taken(sibling.key)) continue;
      const done = this.#context.done.get(sibling.key);
      if (done?.copy !== false || (await isOverwritten(done, sibling))) free.push(sibling);
    }
    return findCopy(original, free, this.#seenAt);
  }

  /**
   * Whether a file is a generation of any tail, or will be once that is restored. One that was overwritten is none any
   * more, whether its tail has noticed it or not.
   */
  async #taken(key: string): Promise<boolean> {
    const owner = this.#context.files.get(key);
    return owner === undefined ? this.#context.awaited.has(key) : owner.holds(owner.seen);
  }

  /** A file that was truncated, written anew and renamed: all of it is new. */
  async #readAnew(key: string): Promise<TailedFile | undefined> {
    const renamed = (await findSiblings(this.path, await this.#names(), isCopyName)).find((one) => one.key === key);
    const opened = renamed && (await tryOpenAt(renamed.path, key, 0));
    return opened && this.#add(opened, undefined, true);
  }

  /**
   * Files that had the name only between two looks: they carry a name that rotation gives, belong to nobody, and were
   * born since the last look. They come behind the generations that are known.
   */
  async #readBetween(currentKey: string | undefined): Promise<void> {
    for (const sibling of await findSiblings(this.path, await this.#names(), isRotatedName)) {
      const { path, key } = sibling;
      if (key === currentKey || !writtenSince(sibling, this.#seenAt) || (await this.#taken(key))) continue;
      const done = this.#context.done.get(key);
      if (done === undefined ? !bornSince(sibling, this.#seenAt) : !(await isOverwritten(done, sibling))) continue;
      const opened = await tryOpenAt(path, key, 0);
      if (opened === undefined) continue;
      const copied = await this.#isCopyOfAny(path, sibling, opened.handle);
      if (copied !== undefined) {
        await opened.handle.close();
        this.#remember(key, copied);
        continue;
      }
      this.#context.log.write("info", "a file was rotated more than once between two looks; the one between is read", {
        path: this.path,
        between: path,
      });
      this.#add(opened, undefined, true);
    }
  }

  async #isCopyOfAny(path: string, sibling: Sibling, handle: FileHandle): Promise<Window | undefined> {
    for (const file of this.#generations) {
      if (file.open && (await isCopyOf(file, path, sibling, handle))) return Window.read(handle, sibling.size);
    }
    return undefined;
  }

  /** Hands on lines of the oldest generation that has any; at most one chunk. */
  async readOn(): Promise<ReadResult> {
    for (const file of [...this.#generations]) {
      let result: ReadResult;
      try {
        result = await file.readOn();
      } catch (error) {
        this.problem = { message: explainRefusal(error), serious: true };
        return "end";
      }
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
    this.#generations.splice(this.#generations.indexOf(file), 1);
    await file.close();
    this.#context.moved();
  }

  /** Makes the positions exact to the line, for the last time that they are written. */
  async keepLines(): Promise<void> {
    for (const file of this.#generations) await file.keepLines().catch(() => {});
  }

  async close(): Promise<void> {
    for (const file of this.#generations) await file.close();
  }
}
