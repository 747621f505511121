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
import { type LabelSet, MILLISECOND, SECOND } from "@sluice/engine";
import { lastLineEnd } from "./lines.ts";
import type { Position, SavedPath } from "./positions.ts";
import { explainRefusal, type Problem } from "./problem.ts";
import {
  bornSince,
  findCopy,
  isCopyOf,
  MAX_SAME_BEGINNING,
  type Original,
  openAt,
  tryOpenAt,
  wasTruncatedAfter,
} from "./rotation.ts";
import { type FileStat, findSiblings, isCopyName, isRotatedName, type Sibling, statFile } from "./siblings.ts";
import type { TailContext } from "./tail-context.ts";
import { type Opened, type ReadResult, TailedFile } from "./tailed-file.ts";
import { Window } from "./window.ts";

/** A rotated file to which nothing has been written for this long is finished: its writers have moved on. */
const ROTATED_IDLE = 5n * SECOND;

export class PathTail {
  readonly path: string;
  /** Why it is not read, for people. */
  problem: Problem | undefined;
  readonly #labels: LabelSet;
  readonly #context: TailContext;
  readonly #generations: TailedFile[] = [];
  /** Where reading had come to before the restart. */
  #restored: readonly Position[];
  /** Why that could not be taken up yet. */
  #refusal: Problem | undefined;
  /** When there was last a file, or, if there has never been one, when it was first looked for. Milliseconds since the epoch. */
  #seenAt: number;
  /** It has been looked at before: a file that is there now and was not then is new. */
  #known: boolean;
  /** What to do with a file that has no position: begin at its end. */
  #fromEnd: boolean;
  #folderStamp = "";

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
  }

  get generations(): readonly TailedFile[] {
    return this.#generations;
  }

  /** Whether reading of this file stopped here before the restart, and has not been taken up yet. */
  awaits(key: string): boolean {
    return this.#restored.some((position) => position.key === key);
  }

  /** Everything that is not done. */
  save(): SavedPath {
    const open = this.#generations.filter((file) => file.open).map(({ position }) => position);
    return { path: this.path, seenAt: this.#seenAt, files: [...this.#restored, ...open] };
  }

  /** Nothing of the path is there or under way. */
  get empty(): boolean {
    return this.#generations.length === 0 && this.#restored.length === 0;
  }

  /**
   * Goes on where reading stopped before the restart, in files that may have other names now. To be called for every
   * path before any is looked at, so that no file is taken for a new one under its new name.
   */
  async restore(): Promise<void> {
    if (this.#restored.length === 0) return;
    try {
      await this.#restore(await statFile(this.path));
    } catch (error) {
      this.problem = { message: explainRefusal(error), serious: true };
    }
  }

  async #restore(current: FileStat | undefined): Promise<void> {
    const siblings = await findSiblings(this.path, () => true);
    const refused: Position[] = [];
    for (const position of this.#restored) {
      const name = position.key === current?.key ? this.path : siblings.find(({ key }) => key === position.key)?.path;
      let opened: Opened | undefined;
      try {
        opened = name === undefined ? undefined : await openAt(name, position.key, position.offset);
      } catch (error) {
        this.#refusal = { message: explainRefusal(error), serious: true };
        refused.push(position);
        continue;
      }
      if (opened && opened.window.digest === position.digest) {
        this.#add({ ...opened, since: position.since }, name !== this.path);
        continue;
      }
      if (opened) await opened.handle.close();
      const found = await this.#followCopy(position, siblings);
      if (!found && position.offset > 0) {
        const fields = { path: this.path, read: position.offset };
        this.#context.log.write(
          "warn",
          "a file was rotated while nobody looked and cannot be found; what was not read of it is missing",
          fields,
        );
      }
      if (name !== undefined && name !== this.path) await this.#readAnew(position.key);
    }
    this.#restored = refused;
    if (this.#generations.some(({ rotated }) => rotated)) await this.#readBetween(current?.key);
    this.#context.moved();
  }

  /**
   * Finds out whether the file that is read was truncated. To be called for every path before any is looked at, so that
   * the copy that was made of it is not taken for a new file.
   */
  async notice(): Promise<void> {
    await this.restore();
    const current = this.#generations.find(({ rotated }) => !rotated);
    if (current === undefined) return;
    try {
      const { key } = current;
      if (!(await this.#wasTruncated(current))) return;
      await this.#truncated(current);
      if ((await statFile(this.path))?.key !== key) await this.#readAnew(key);
    } catch (error) {
      this.problem = { message: explainRefusal(error), serious: true };
    }
  }

  /** Finds out which file has the name now, and what became of the one that had it. */
  async look(): Promise<void> {
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
    const owner = this.#context.owner(file.key);
    if (this.awaits(file.key)) {
      this.problem = this.#refusal;
      return false;
    }
    if (owner === undefined) await this.#open(file);
    // It came back under its own name. Otherwise it is another path's file that was renamed to this one.
    else if (owner.rotated && this.#generations.at(-1) === owner && (await owner.unchanged())) owner.rotated = false;
    return true;
  }

  /** Whether a file holds less or other than was seen of it. */
  async #wasTruncated(current: TailedFile): Promise<boolean> {
    if (!(await current.unchanged())) return true;
    if (current.seen.offset > MAX_SAME_BEGINNING) return false;
    // It may have been written anew and begin as before. Then there is a copy, and the folder has changed.
    if (!(await this.#folderChanged())) return false;
    for (const copy of await findSiblings(this.path, (name) => isRotatedName(name, this.path))) {
      if (!bornSince(copy.bornAt, this.#seenAt) || !this.#mayBeCopy(copy)) continue;
      // Where nothing was seen nothing tells a copy but that it is new.
      if (current.seen.offset === 0 && this.#context.done.has(copy.key)) continue;
      if (await wasTruncatedAfter(copy, current)) return true;
    }
    return false;
  }

  /** Whether names came, went or changed in the folder since this was last asked. */
  async #folderChanged(): Promise<boolean> {
    const folder = await statFile(dirname(this.path));
    const changed = folder !== undefined && folder.stamp !== this.#folderStamp;
    this.#folderStamp = folder?.stamp ?? "";
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
    const known = done.get(key);
    if (known !== undefined) {
      // Most files that fit a pattern are rotated ones that were read long ago: they are not even opened.
      done.delete(key);
      done.set(key, known);
      if (size === known.offset) return;
    }
    const originals = [...this.#context.generations()].filter(({ path }) => isRotatedName(basename(this.path), path));
    // A copy that has only been begun would be taken for a file of its own.
    if (originals.length > 0 && size === 0) return;
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
    this.#add({ key, handle, window: from }, false);
  }

  /** What was read of it is not to be read again. */
  #remember(key: string, { offset, digest }: Window): void {
    this.#context.done.set(key, { key, offset, digest, since: this.#seenAt, copy: true });
    this.#context.moved();
  }

  #add(opened: Opened, rotated: boolean): void {
    const file = new TailedFile(this.path, this.#labels, opened, this.#context);
    file.rotated = rotated;
    this.#generations.push(file);
    this.#context.done.delete(opened.key);
    this.#context.moved();
  }

  /** The file was truncated: what had not been read of it may be in a copy. */
  async #truncated(current: TailedFile): Promise<void> {
    this.#folderStamp = "";
    this.#context.rotated("truncated");
    this.#context.moved();
    const { offset, digest } = current.seen;
    const siblings = await findSiblings(this.path, (name) => isCopyName(name, this.path));
    const copy = await this.#findCopy({ offset, digest, since: current.since }, siblings);
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

  async #followCopy(position: Position, siblings: readonly Sibling[]): Promise<boolean> {
    const copy = await this.#findCopy(
      position,
      siblings.filter(({ path }) => isCopyName(basename(path), this.path)),
    );
    if (copy !== undefined) this.#add({ ...copy, since: position.since }, true);
    return copy !== undefined;
  }

  #findCopy(original: Original, siblings: readonly Sibling[]) {
    const free = siblings.filter((sibling) => this.#mayBeCopy(sibling));
    return findCopy(original, free, this.#seenAt);
  }

  /** It is not known to be a file of its own. */
  #mayBeCopy({ key }: Sibling): boolean {
    return !this.#context.taken(key) && this.#context.done.get(key)?.copy !== false;
  }

  /** A file that was truncated, written anew and renamed: all of it is new. */
  async #readAnew(key: string): Promise<void> {
    const renamed = (await findSiblings(this.path, (name) => isCopyName(name, this.path))).find(
      (one) => one.key === key,
    );
    const opened = renamed && (await tryOpenAt(renamed.path, key, 0));
    if (opened) this.#add(opened, true);
  }

  /**
   * Files that had the name only between two looks: they carry a name that rotation gives, belong to nobody, and were
   * born since the last look. They come behind the generations that are known.
   */
  async #readBetween(currentKey: string | undefined): Promise<void> {
    for (const sibling of await findSiblings(this.path, (name) => isRotatedName(name, this.path))) {
      const { path, key } = sibling;
      if (key === currentKey || !bornSince(sibling.bornAt, this.#seenAt)) continue;
      if (this.#context.taken(key) || this.#context.done.has(key)) continue;
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
      this.#add(opened, true);
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
