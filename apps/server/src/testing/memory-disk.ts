/**
 * A disk in memory, with the system's cache in front of it: what was not synced is lost at a power cut, in whole or in part,
 * names as well as bytes. It can be full, fail at a certain operation, and forget what it failed to sync, as systems do.
 */
import { JournalLocked } from "../journal/store/errors.ts";
import type { DirectoryLock, JournalFile, JournalFiles } from "../journal/store/files.ts";

const SECTOR = 512;

interface Write {
  readonly at: number;
  readonly bytes: Uint8Array;
}

class Inode {
  cached: Buffer = Buffer.alloc(0);
  durable: Buffer = Buffer.alloc(0);
  /** Changes that are in the cache alone, sector by sector; a number is a new size. */
  dirty: (Write | number)[] = [];

  write(bytes: Uint8Array, at: number): void {
    this.cached = applied(this.cached, { at, bytes });
    for (let from = 0; from < bytes.length; ) {
      const upTo = Math.min(bytes.length, from + SECTOR - ((at + from) % SECTOR));
      this.dirty.push({ at: at + from, bytes: Uint8Array.from(bytes.subarray(from, upTo)) });
      from = upTo;
    }
  }

  truncate(size: number): void {
    this.cached = applied(this.cached, size);
    this.dirty.push(size);
  }

  sync(): void {
    for (const change of this.dirty) this.durable = applied(this.durable, change);
    this.dirty = [];
  }
}

function applied(content: Buffer, change: Write | number): Buffer {
  if (typeof change === "number") return grown(content, change).subarray(0, change);
  const next = Buffer.from(grown(content, change.at + change.bytes.length));
  next.set(change.bytes, change.at);
  return next;
}

const grown = (content: Buffer, size: number) =>
  content.length >= size ? content : Buffer.concat([content, Buffer.alloc(size - content.length)]);

const systemError = (code: string) => Object.assign(new Error(code), { code });

export type DiskOperation = "write" | "sync" | "other";

export class MemoryDisk implements JournalFiles {
  /** Bytes that all files together may have. */
  capacity = Number.POSITIVE_INFINITY;
  /** Called before each operation that changes something; what it throws is the answer. */
  before: (operation: DiskOperation) => void = () => {};
  /** Why a directory is no longer that of who locked it. */
  lost: string | undefined;
  readonly counts = { read: 0, write: 0, sync: 0, other: 0 };
  #names = new Map<string, Inode>();
  #durableNames = new Map<string, Inode>();
  readonly #locked = new Set<string>();

  /** The disk as it is found after the power was cut. `choose` gives a number below the one that it gets. */
  afterPowerCut(choose: (below: number) => number): MemoryDisk {
    const next = new MemoryDisk();
    const inodes = new Map<Inode, Inode>();
    const kept = (inode: Inode) => {
      const known = inodes.get(inode) ?? survivor(inode, choose);
      inodes.set(inode, known);
      return known;
    };
    for (const name of new Set([...this.#names.keys(), ...this.#durableNames.keys()])) {
      const inode = (choose(2) === 0 ? this.#durableNames : this.#names).get(name);
      if (inode !== undefined) next.#put(name, kept(inode));
    }
    return next;
  }

  /** The disk as the next process finds it after this one was killed: the cache is still there. */
  afterKill(): MemoryDisk {
    const next = new MemoryDisk();
    next.#names = new Map(this.#names);
    next.#durableNames = new Map(this.#durableNames);
    return next;
  }

  paths(): string[] {
    return [...this.#names.keys()].sort();
  }

  content(path: string): Buffer {
    return this.#get(path).cached;
  }

  /** A file that is on disk. */
  put(path: string, content: Uint8Array): void {
    const inode = new Inode();
    inode.cached = Buffer.from(content);
    inode.durable = inode.cached;
    this.#put(path, inode);
  }

  #put(path: string, inode: Inode): void {
    this.#names.set(path, inode);
    this.#durableNames.set(path, inode);
  }

  get used(): number {
    let used = 0;
    for (const { cached } of this.#names.values()) used += cached.length;
    return used;
  }

  async makeDirectory(): Promise<void> {}

  async list(path: string): Promise<string[]> {
    const prefix = `${path}/`;
    return this.paths().flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
  }

  async open(path: string, mode: "create" | "write" | "read"): Promise<JournalFile> {
    if (mode === "create") {
      this.#begin("other");
      if (this.#names.has(path)) throw systemError("EEXIST");
      this.#names.set(path, new Inode());
    }
    return new MemoryFile(this, this.#get(path));
  }

  async rename(from: string, to: string): Promise<void> {
    this.#begin("other");
    this.#names.set(to, this.#get(from));
    this.#names.delete(from);
  }

  async remove(path: string): Promise<void> {
    this.#begin("other");
    this.#get(path);
    this.#names.delete(path);
  }

  async syncDirectory(): Promise<void> {
    this.#begin("sync");
    this.#durableNames = new Map(this.#names);
  }

  async lock(path: string): Promise<DirectoryLock> {
    if (this.#locked.has(path)) throw new JournalLocked(`${path} is in use`);
    this.#locked.add(path);
    const lostNow = () => this.lost;
    return {
      get lost() {
        return lostNow();
      },
      release: async () => void this.#locked.delete(path),
    };
  }

  #get(path: string): Inode {
    const inode = this.#names.get(path);
    if (inode === undefined) throw systemError("ENOENT");
    return inode;
  }

  #begin(operation: DiskOperation): void {
    this.counts[operation]++;
    this.before(operation);
  }

  /** For its files. */
  begin(operation: DiskOperation): void {
    this.#begin(operation);
  }
}

class MemoryFile implements JournalFile {
  readonly #disk: MemoryDisk;
  readonly #inode: Inode;

  constructor(disk: MemoryDisk, inode: Inode) {
    this.#disk = disk;
    this.#inode = inode;
  }

  async read(into: Uint8Array, position: number): Promise<number> {
    this.#disk.counts.read++;
    const piece = this.#inode.cached.subarray(position, position + into.length);
    into.set(piece);
    return piece.length;
  }

  async write(pieces: readonly Uint8Array[], position: number): Promise<void> {
    this.#disk.begin("write");
    const bytes = Buffer.concat(pieces);
    const more = Math.max(0, position + bytes.length - this.#inode.cached.length);
    const missing = Math.max(0, this.#disk.used + more - this.#disk.capacity);
    const fits = missing === 0 ? bytes.length : Math.max(0, bytes.length - missing);
    if (fits > 0) this.#inode.write(bytes.subarray(0, fits), position);
    if (missing > 0) throw systemError("ENOSPC");
  }

  async sync(): Promise<void> {
    try {
      this.#disk.begin("sync");
    } catch (error) {
      this.#inode.dirty = [];
      throw error;
    }
    this.#inode.sync();
  }

  async truncate(size: number): Promise<void> {
    this.#disk.begin("other");
    this.#inode.truncate(size);
  }

  async size(): Promise<number> {
    return this.#inode.cached.length;
  }

  async close(): Promise<void> {}
}

/** None, all, a prefix or any part of what was not synced. */
function survivor(inode: Inode, choose: (below: number) => number): Inode {
  const { dirty } = inode;
  const way = choose(4);
  const upTo = choose(dirty.length + 1);
  const next = new Inode();
  next.cached = inode.durable;
  for (const [i, change] of dirty.entries()) {
    const survives = way === 0 ? false : way === 1 ? true : way === 2 ? i < upTo : choose(2) === 0;
    if (survives) next.cached = applied(next.cached, change);
  }
  next.durable = next.cached;
  return next;
}
