/**
 * Other files of a path's folder that are, or were, its own: copies that were made of it before it was truncated, and
 * files that had its name while nobody looked.
 */
import type { FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import type { FolderNames } from "../finding/folders.ts";
import { findSiblings, isCopyName, isRotatedName, type Sibling } from "../finding/siblings.ts";
import type { Position } from "../positions/positions.ts";
import { Window } from "../reading/window.ts";
import type { Generations } from "./generations.ts";
import {
  bornSince,
  findCopy,
  isCopyOf,
  isOverwritten,
  type Original,
  tryOpenAt,
  wasTruncatedAfter,
  writtenSince,
} from "./rotation.ts";
import type { TailContext } from "./tail-context.ts";
import type { TailedFile } from "./tailed-file.ts";

export class PathSiblings {
  readonly #path: string;
  readonly #context: TailContext;
  readonly #generations: Generations;
  /** When the path last had a file, or, if it never had one, when it was first looked for. Milliseconds since the epoch. */
  seenAt: number;

  constructor(path: string, context: TailContext, generations: Generations, seenAt: number) {
    this.#path = path;
    this.#context = context;
    this.#generations = generations;
    this.seenAt = seenAt;
  }

  async followCopy(position: Position): Promise<TailedFile | undefined> {
    const copy = await this.findCopy(position);
    return copy && this.#generations.add({ ...copy, since: position.since }, undefined, true);
  }

  /** The copy that was made of a file, opened where that ends. Whoever had opened it when it was empty gives it up. */
  async findCopy(original: Original) {
    const free: Sibling[] = [];
    for (const sibling of await findSiblings(this.#path, await this.#names(), isCopyName)) {
      if (!this.#unread(sibling) && (await this.taken(sibling.key))) continue;
      const done = this.#context.done.get(sibling.key);
      if (done?.copy !== false || (await isOverwritten(this.#context.gate, done, sibling))) free.push(sibling);
    }
    const copy = await findCopy(this.#context.gate, original, free, this.seenAt);
    const before = copy && this.#context.files.get(copy.key);
    if (before?.seen.offset === 0) await before.giveUp();
    return copy;
  }

  /** Whether a copy was made of a file that is read before it was truncated, although it begins as it did. */
  async wasCopied(current: TailedFile): Promise<boolean> {
    const names = await this.#context.folders.early(dirname(this.#path));
    for (const copy of await findSiblings(this.#path, names, isRotatedName)) {
      const unread = this.#unread(copy);
      if (!writtenSince(copy, this.seenAt) || (!unread && (await this.taken(copy.key)))) continue;
      const done = this.#context.done.get(copy.key);
      if (unread && current.seen.offset === 0) continue;
      if (!unread && (done === undefined || !(await isOverwritten(this.#context.gate, done, copy)))) {
        if (!bornSince(copy, this.seenAt) || done?.copy === false) continue;
        // Where nothing was seen nothing tells a copy but that it is new.
        if (done !== undefined && current.seen.offset === 0) continue;
      }
      if (await wasTruncatedAfter(this.#context.gate, copy, current)) return true;
    }
    return false;
  }

  /**
   * Whether a file is a generation of any tail, or will be once that is restored. One that was overwritten is none any
   * more, whether its tail has noticed it or not.
   */
  async taken(key: string): Promise<boolean> {
    const owner = this.#context.files.get(key);
    return owner === undefined ? this.#context.awaited.has(key) : owner.holds(owner.seen);
  }

  /** Whether it was opened when it was empty, and has been written to since: what was written may be a copy. */
  #unread({ key, size }: Sibling): boolean {
    return size > 0 && this.#context.files.get(key)?.seen.offset === 0;
  }

  /** A file that was truncated, written anew and renamed: all of it is new. */
  async readAnew(key: string): Promise<TailedFile | undefined> {
    const renamed = (await findSiblings(this.#path, await this.#names(), isCopyName)).find((one) => one.key === key);
    const opened = renamed && (await tryOpenAt(this.#context.gate, renamed.path, key, 0));
    return opened && this.#generations.add(opened, undefined, true);
  }

  /**
   * Files that had the name only between two looks: they carry a name that rotation gives, belong to nobody, and were
   * born since the last look. They come after the generations that are known.
   */
  async readBetween(currentKey: string | undefined): Promise<void> {
    for (const sibling of await findSiblings(this.#path, await this.#names(), isRotatedName)) {
      const { path, key } = sibling;
      if (key === currentKey || !writtenSince(sibling, this.seenAt) || (await this.taken(key))) continue;
      const done = this.#context.done.get(key);
      if (
        done === undefined
          ? !bornSince(sibling, this.seenAt)
          : !(await isOverwritten(this.#context.gate, done, sibling))
      )
        continue;
      const opened = await tryOpenAt(this.#context.gate, path, key, 0);
      if (opened === undefined) continue;
      let copied: Window | undefined;
      try {
        copied = await this.#isCopyOfAny(path, sibling, opened.handle);
      } catch (error) {
        await opened.handle.close();
        throw error;
      }
      if (copied !== undefined) {
        await opened.handle.close();
        this.remember(key, copied);
        continue;
      }
      this.#context.log.write(
        "info",
        "a file was rotated more than once between two polls; the file in between is read too",
        {
          path: this.#path,
          between: path,
        },
      );
      this.#generations.add(opened, undefined, true);
    }
  }

  /** What was read of it is not to be read again. */
  remember(key: string, { offset, digest }: Window): void {
    this.#context.done.set(key, { key, offset, digest, since: this.seenAt, copy: true });
    this.#context.moved();
  }

  async #isCopyOfAny(path: string, sibling: Sibling, handle: FileHandle): Promise<Window | undefined> {
    for (const file of this.#generations.all) {
      if (file.open && (await isCopyOf(file, path, sibling, handle))) return Window.read(handle, sibling.size);
    }
    return undefined;
  }

  #names(): Promise<FolderNames> {
    return this.#context.folders.now(dirname(this.#path));
  }
}
