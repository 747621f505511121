/**
 * Follows one path through its generations: the file that has the name now, and those that had it before and are not
 * read to their end. Rotation is recognised by what files hold, so it is found after a restart as well as under way:
 *
 * - by renaming: another file has the name. The old one is read on, wherever it is, until nothing has come for a while.
 * - by copying and truncating: the file no longer holds what was read. What came after that is in the copy.
 * - several times while nobody looked: files of that name that were born and rotated in the meantime are read between.
 */
import type { FileHandle } from "node:fs/promises";
import { basename } from "node:path";
import { type LabelSet, SECOND } from "@sluice/engine";
import type { Logger } from "../log.ts";
import type { Position } from "./positions.ts";
import { type FileStat, findSiblings, isCopyName, isRotatedName, type Sibling, statFile } from "./siblings.ts";
import { openAt, type ReadingContext, type ReadResult, TailedFile } from "./tailed-file.ts";
import { LINE_BUFFER } from "./lines.ts";
import { Window } from "./window.ts";

/** A rotated file to which nothing has been written for this long is finished: its writers have moved on. */
const ROTATED_IDLE = 5n * SECOND;
/** A file born this long before the last look may have been missed by it: clocks of file systems are coarse. Milliseconds. */
const BIRTH_TOLERANCE = 2000;

/** What the tails of one component share. */
export interface TailContext extends ReadingContext {
  readonly log: Logger;
  /** The generation of any tail that is this file. */
  owner(key: string): TailedFile | undefined;
  /** Whether it is a generation of any tail, or will be once that is restored. */
  taken(key: string): boolean;
  /** Every generation of every tail. */
  generations(): Iterable<TailedFile>;
  /** Files that are done, by their key: read to the end, or copies of what was read. */
  readonly done: Map<string, Position>;
  rotated(kind: "renamed" | "truncated"): void;
}

/** Something that a person should know; `serious` is what will not mend itself. */
export interface Problem {
  readonly message: string;
  readonly serious: boolean;
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
  /** When the path was last looked at before this; milliseconds since the epoch. */
  #seenAt: number;
  /** What to do with a file that has no position: begin at its end. */
  #fromEnd: boolean;

  constructor(path: string, labels: LabelSet, context: TailContext, start: { restored: readonly Position[]; savedAt: number; fromEnd: boolean }) {
    this.path = path;
    this.#labels = labels;
    this.#context = context;
    this.#restored = start.restored;
    this.#seenAt = start.savedAt;
    this.#fromEnd = start.fromEnd;
  }

  get generations(): readonly TailedFile[] {
    return this.#generations;
  }

  /** Whether reading of this file stopped here before the restart, and has not been taken up yet. */
  awaits(key: string): boolean {
    return this.#restored.some((position) => position.key === key);
  }

  /** When it was last looked at; milliseconds since the epoch. */
  get seenAt(): number {
    return this.#seenAt;
  }

  /** Positions of everything that is not done. */
  positions(): Position[] {
    return [...this.#restored, ...this.#generations.filter(({ open }) => open).map((file) => file.position(false))];
  }

  /** Nothing of the path is there or under way. */
  get empty(): boolean {
    return this.#generations.length === 0 && this.#restored.length === 0;
  }

  /** Finds out which file has the name now, and what became of the one that had it. */
  async look(): Promise<void> {
    const now = Number(this.#context.now() / 1_000_000n);
    try {
      await this.#look();
      this.#seenAt = now;
    } catch (error) {
      this.problem = { message: explain(error), serious: true };
    }
    this.#fromEnd = false;
  }

  async #look(): Promise<void> {
    const found = await statFile(this.path);
    if (found !== undefined && found.kind !== "file") {
      const what = found.kind === "directory" ? "a directory; name its files, for example with /*" : "not a regular file";
      this.problem = { message: `it is ${what}`, serious: true };
    } else this.problem = found === undefined ? { message: "it does not exist", serious: false } : undefined;
    const file = found?.kind === "file" ? found : undefined;

    const current = this.#generations.find(({ rotated }) => !rotated);
    if (file === undefined) {
      if (current !== undefined) this.#rotate(current);
      return;
    }
    if (current?.key === file.key) {
      if (file.size >= current.offset && (await current.unchanged(file.stamp))) return;
      await this.#truncated(current);
    } else {
      const owner = this.#context.owner(file.key);
      if (owner !== undefined) {
        // It came back under its own name, or it is another path's file that was renamed to this one.
        if (this.#generations.at(-1) === owner && file.size >= owner.offset && (await owner.unchanged(file.stamp))) owner.rotated = false;
        return;
      }
      if (current !== undefined) {
        this.#rotate(current);
        await this.#readBetween(current.key, file.key);
      }
    }
    await this.#open(file);
  }

  #rotate(current: TailedFile): void {
    current.rotated = true;
    current.grownAt = this.#context.now();
    this.#context.rotated("renamed");
    this.#context.moved();
  }

  /** Opens the file that has the name, where reading of it stopped, or at its beginning. */
  async #open({ key, size, bornAt }: FileStat): Promise<void> {
    const { done } = this.#context;
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
    const { handle, window } = await openAt(this.path, known?.offset ?? 0);
    try {
      for (const original of originals) {
        if (bornAt < original.openedAt - BIRTH_TOLERANCE) continue;
        const copied = await Window.read(handle, size);
        if (copied === undefined || !(await isCopyOf(original.window, handle, copied))) continue;
        done.set(key, { path: this.path, key, offset: size, digest: copied.digest, done: true });
        this.#context.moved();
        await handle.close();
        return;
      }
      let from = Window.EMPTY;
      if (known !== undefined) {
        if (window?.digest === known.digest) from = window;
        done.delete(key);
      } else if (this.#fromEnd) from = (await Window.read(handle, await lastLineEnd(handle, size))) ?? Window.EMPTY;
      this.#generations.push(new TailedFile(this.path, key, this.#labels, handle, from, this.#context));
      this.#context.moved();
    } catch (error) {
      await handle.close().catch(() => {});
      throw error;
    }
  }

  /** The file was truncated: what had not been read of it may be in a copy. */
  async #truncated(current: TailedFile): Promise<void> {
    this.#context.rotated("truncated");
    this.#context.moved();
    const copy = await this.#findCopy(await findSiblings(this.path), current.window.offset, current.window.digest);
    if (copy === undefined) {
      current.rotated = true;
      await current.close();
      this.#context.log.write("info", "a file was truncated; it is read from its beginning", { path: this.path, read: current.offset });
      return;
    }
    this.#context.log.write("info", "a file was copied and truncated; the copy is read to its end", { path: this.path, copy: copy.sibling.path });
    await current.moveTo(copy.sibling.key, copy.handle);
    await this.#readBetween(copy.sibling.key, undefined);
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
      this.problem = { message: explain(error), serious: true };
    }
  }

  async #restore(current: FileStat | undefined): Promise<void> {
    const siblings = await findSiblings(this.path);
    const gone: Position[] = [];
    for (const position of this.#restored) {
      if (current?.kind === "file" && position.key === current.key) {
        const { handle, window } = await openAt(this.path, position.offset);
        if (window?.digest === position.digest) {
          this.#generations.push(new TailedFile(this.path, position.key, this.#labels, handle, window, this.#context));
          continue;
        }
        await handle.close();
      }
      if (!(await this.#restoreRotated(position, siblings))) gone.push(position);
    }
    this.#restored = [];
    const rotated = this.#generations.findLast((file) => file.rotated);
    if (rotated !== undefined || gone.length > 0) await this.#readBetween(rotated?.key, current?.key, siblings);
    for (const { offset } of gone) {
      if (offset === 0) continue;
      const fields = { path: this.path, read: offset };
      this.#context.log.write("warn", "a file was rotated while nobody looked and cannot be found; what was not read of it is missing", fields);
    }
    this.#context.moved();
  }

  async #restoreRotated(position: Position, siblings: readonly Sibling[]): Promise<boolean> {
    const renamed = siblings.find(({ key }) => key === position.key);
    const opened = renamed && (await openAt(renamed.path, position.offset).catch(() => undefined));
    if (renamed !== undefined && opened?.window?.digest === position.digest) {
      this.#addRotated(renamed.key, opened.handle, opened.window);
      return true;
    }
    await opened?.handle.close();
    const copy = await this.#findCopy(siblings, position.offset, position.digest);
    if (copy === undefined) return false;
    this.#addRotated(copy.sibling.key, copy.handle, copy.window);
    return true;
  }

  #addRotated(key: string, handle: FileHandle, window: Window): TailedFile {
    const file = new TailedFile(this.path, key, this.#labels, handle, window, this.#context);
    file.rotated = true;
    this.#generations.push(file);
    this.#context.done.delete(key);
    return file;
  }

  /** A copy that holds what was read, among files that have the name of one. */
  async #findCopy(siblings: readonly Sibling[], offset: number, digest: string) {
    if (offset === 0) return undefined;
    for (const sibling of siblings) {
      if (sibling.size < offset || !isCopyName(sibling.name, this.path) || this.#context.taken(sibling.key)) continue;
      const opened = await openAt(sibling.path, offset).catch(() => undefined);
      if (opened === undefined) continue;
      if (opened.window?.digest === digest) {
        this.#context.done.delete(sibling.key);
        return { sibling, handle: opened.handle, window: opened.window };
      }
      await opened.handle.close();
    }
    return undefined;
  }

  /**
   * Files that had the name only between two looks: they carry a name that rotation gives, belong to nobody, and were
   * born since the last look. They come behind the generation `after`.
   */
  async #readBetween(after: string | undefined, currentKey: string | undefined, siblings?: readonly Sibling[]): Promise<void> {
    const missed = (siblings ?? (await findSiblings(this.path))).filter(
      ({ name, key, bornAt }) =>
        isRotatedName(name, this.path) &&
        key !== after &&
        key !== currentKey &&
        bornAt >= this.#seenAt - BIRTH_TOLERANCE &&
        !this.#context.taken(key) &&
        !this.#context.done.has(key),
    );
    for (const { path, key } of missed.toReversed()) {
      const opened = await openAt(path, 0).catch(() => undefined);
      if (opened === undefined) continue;
      this.#context.log.write("info", "a file was rotated more than once between two looks; the one between is read", { path: this.path, between: path });
      this.#addRotated(key, opened.handle, Window.EMPTY);
    }
  }

  /** Hands on lines of the oldest generation that has any; at most one chunk. */
  async readOn(): Promise<ReadResult> {
    for (const file of [...this.#generations]) {
      let result: ReadResult;
      try {
        result = await file.readOn();
      } catch (error) {
        this.problem = { message: explain(error), serious: true };
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
    if (file.open) this.#context.done.set(file.key, file.position(true));
    this.#generations.splice(this.#generations.indexOf(file), 1);
    await file.close();
    this.#context.moved();
  }

  async close(): Promise<void> {
    for (const file of this.#generations) await file.close();
  }
}

/** Whether a file, whose own window at its end is `copied`, holds what was read of the original, or has begun to. */
async function isCopyOf(original: Window, handle: FileHandle, copied: Window): Promise<boolean> {
  if (copied.offset < original.offset) return original.beginsLike(copied);
  const same = await Window.read(handle, original.offset);
  return original.offset > 0 && same?.equals(original) === true;
}

/** The end of the last complete line before `size`, looked for in the last stretch; else `size`. */
async function lastLineEnd(handle: FileHandle, size: number): Promise<number> {
  const bytes = Buffer.alloc(Math.min(size, LINE_BUFFER));
  const from = size - bytes.length;
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
  const newline = bytes.subarray(0, bytesRead).lastIndexOf(0x0a);
  return newline >= 0 ? from + newline + 1 : from === 0 ? 0 : size;
}

/** Why the file system refuses, for people. */
function explain(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EACCES" || code === "EPERM") return "it may not be read by this user";
  if (code === "EMFILE" || code === "ENFILE") return "too many files are open";
  if (code === "ELOOP") return "its links run in a circle";
  return message;
}
