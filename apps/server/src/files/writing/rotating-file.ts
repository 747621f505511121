/**
 * A file that is written to its end, and rotated when it is full: renamed with the time behind its name, compressed, and
 * removed when there are too many or it is too old. Pieces are written whole or not at all. What others made is at most
 * appended to: it is never renamed, cut or removed.
 */
import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, lstat, open, readdir, realpath, rename, rm, stat } from "node:fs/promises";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { FileGate, OpenFolder } from "../../platform/file-gate.ts";
import type { FileRules } from "../../platform/file-rules.ts";
import { codeOf } from "../../platform/system-error.ts";
import type { WrittenFiles } from "../../platform/written-files.ts";
import { BEGINNING, type RotatedFile, readBeginning, readName, UNFINISHED } from "./rotated-files.ts";

/** What is needed of a file that is open. */
export type OpenFile = Pick<FileHandle, "fd" | "write" | "read" | "truncate" | "stat" | "datasync" | "close">;

export interface RotatingFileOptions {
  readonly path: string;
  /** Bytes; 0 is without end. */
  readonly maxSize: number;
  /** Rotated files that are kept; 0 is all. */
  readonly maxFiles: number;
  /** Milliseconds; 0 is for ever. */
  readonly maxAge: number;
  readonly compress: boolean;
}

export interface RotatingFileHost {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls it after so many milliseconds; gives a function that calls it off. */
  after(ms: number, action: () => void): () => void;
  readonly gate: FileGate;
  readonly written: WrittenFiles;
  /** Whether a file that begins so is one of ours, although nothing is known of it: an earlier version may have made it. */
  isOurs(beginning: Buffer): boolean;
  /** Tidying up may fail while writing works. */
  problem(what: "rotate" | "tidy", error: unknown | undefined): void;
  rotated(): void;
  /** For tests: what else than the platform opens files. */
  readonly openFile?: ((path: string, flags: number) => Promise<OpenFile>) | undefined;
}

/** Opening what turns out to be a pipe must not wait for its reader. */
const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);
const READING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
const NEWLINE = 0x0a;
/** Whether the name still leads to the open file is looked at this often. Milliseconds. */
const LOOK_EVERY = 1000;
/** Tidying up that failed is tried again after this long. Milliseconds. */
const TIDY_AGAIN = 10_000;

export class RotatingFile {
  #options: RotatingFileOptions;
  readonly #host: RotatingFileHost;
  #file: OpenFile | undefined;
  /** In which it stands, and its name there. */
  #folder: OpenFolder | undefined;
  #name: string;
  /** Where it is allowed to be was asked by these. */
  #rules: FileRules | undefined;
  /** Whether it is this server's: what others made is not rotated. */
  #isOwn = false;
  /** Of the open file. Bytes. */
  #size = 0;
  #identity = "";
  #lookedAt = 0;
  /** After a write that failed, what is behind its size has to go. */
  #dirty = false;
  #tidying: Promise<void> | undefined;
  #tidyAgain = false;
  #cancelTidy = () => {};
  readonly #stop = new AbortController();

  constructor(options: RotatingFileOptions, host: RotatingFileHost) {
    this.#options = options;
    this.#host = host;
    this.#name = basename(options.path);
  }

  get size(): number {
    return this.#size;
  }

  /** What whoever looks should know, although nothing fails. */
  get warning(): string | undefined {
    const { path, maxSize } = this.#options;
    if (this.#file === undefined || this.#isOwn || maxSize === 0 || this.#size <= maxSize) return undefined;
    return `${path} is larger than max_size: it was there before and is not rotated; move it away, and a new file is begun`;
  }

  /** From now on; the path stays. */
  change(options: RotatingFileOptions): void {
    this.#options = options;
    this.tidy();
  }

  /** Writes lines, the last of which is ended. Throws what the file system throws; then the file has nothing of them. */
  async append(lines: Buffer): Promise<void> {
    await this.#follow();
    const { maxSize } = this.#options;
    if (this.#isOwn && maxSize > 0 && this.#size > 0 && this.#size + lines.length > maxSize) await this.#rotate();
    const file = this.#file!;
    if (this.#dirty) await this.#cutBack();
    this.#dirty = true;
    for (let at = 0; at < lines.length; ) {
      try {
        const { bytesWritten } = await file.write(lines, at, lines.length - at);
        at += bytesWritten;
      } catch (error) {
        // Where that fails as well, the next attempt begins with it.
        await this.#cutBack().catch(() => {});
        throw error;
      }
    }
    this.#dirty = false;
    this.#size += lines.length;
  }

  /** Takes back what a failed write left. In a file of others it gets its end: they may have written behind it. */
  async #cutBack(): Promise<void> {
    const file = this.#file!;
    if (this.#isOwn) await file.truncate(this.#size);
    else {
      this.#size = Number((await file.stat({ bigint: true })).size);
      await this.#endLine(file);
    }
    this.#dirty = false;
  }

  /** Opens the file where it is not open, where another program has moved it away, or where other rules hold. */
  async #follow(): Promise<void> {
    const { gate, now: clock } = this.#host;
    const now = clock();
    if (this.#file !== undefined) {
      if (now - this.#lookedAt < LOOK_EVERY && gate.rules === this.#rules) return;
      this.#lookedAt = now;
      const there = await stat(this.#options.path, { bigint: true }).catch(() => undefined);
      if (there !== undefined && identityOf(there) === this.#identity && gate.rules === this.#rules) return;
      await this.#close();
    }
    const { path } = this.#options;
    // Beside the file itself is where it is rotated.
    const real = gate.isRestricted ? path : await realpath(path).catch(() => path);
    this.#rules = gate.rules;
    this.#folder = await gate.folderOf(real);
    this.#name = basename(real);
    try {
      await this.#open(this.#folder.at(this.#name), real);
    } catch (error) {
      await this.#close().catch(() => {});
      throw error;
    }
    this.#dirty = false;
    this.#lookedAt = now;
    this.tidy();
  }

  /** `at` is how it is opened, `path` how it is called. */
  async #open(at: string, path: string): Promise<void> {
    const { gate, written } = this.#host;
    const { file, made } = await this.#openOrMake(at);
    this.#file = file;
    const found = await file.stat({ bigint: true });
    if (!found.isFile()) throw new Error("it is not a regular file");
    await gate.check(file, path, "write");
    this.#size = Number(found.size);
    this.#identity = identityOf(found);
    const known = made || (await written.has(found));
    this.#isOwn = known || (await this.#adopt(file));
    if (made || (this.#isOwn && !known)) await written.add(found);
    await this.#endLine(file);
  }

  async #openOrMake(at: string): Promise<{ readonly file: OpenFile; readonly made: boolean }> {
    const openFile = this.#host.openFile ?? open;
    const flags = FLAGS | this.#host.gate.writeFlags;
    try {
      return { file: await openFile(at, flags | constants.O_EXCL), made: true };
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
    try {
      return { file: await openFile(at, flags), made: false };
    } catch (error) {
      if (codeOf(error) !== "ELOOP") throw error;
      throw new Error("it is a link, which is not followed; name its target instead");
    }
  }

  /**
   * Whether a file of which nothing is known is taken for an own one. Whoever started the server named it for that; from
   * outside nobody gets at files of others, and one that looks like ours is appended to, since it may be another server's.
   */
  async #adopt(file: OpenFile): Promise<boolean> {
    const beginning = Buffer.alloc(Math.min(this.#size, BEGINNING));
    await file.read(beginning, 0, beginning.length, 0);
    const isOurs = this.#size > 0 && this.#host.isOurs(beginning);
    if (!this.#host.gate.isRestricted) return isOurs || this.#size === 0;
    if (isOurs) return false;
    throw new Error("it was there before, and this server did not make it: name another file");
  }

  /** What a crash left of a line gets its end, so that the next one is by itself. */
  async #endLine(file: OpenFile): Promise<void> {
    if (this.#size === 0) return;
    const last = Buffer.alloc(1);
    await file.read(last, 0, 1, this.#size - 1);
    if (last[0] === NEWLINE) return;
    await file.write(Buffer.from([NEWLINE]), 0, 1);
    this.#size++;
  }

  /** Where it cannot be renamed it is written on, larger than it should be. */
  async #rotate(): Promise<void> {
    const folder = this.#folder!;
    const own = folder.at(this.#name);
    try {
      // Another program may just have put its own there; the next look finds that out.
      if (identityOf(await lstat(own, { bigint: true })) !== this.#identity) return;
      const stamp = new Date(this.#host.now()).toISOString().replace(/[-:]/g, "");
      let to = `${own}.${stamp}`;
      for (let n = 1; await exists(to); n++) to = `${own}.${stamp}-${n}`;
      if (this.#dirty) await this.#cutBack();
      await this.#file!.datasync();
      await rename(own, to);
    } catch (error) {
      this.#host.problem("rotate", error);
      return;
    }
    await this.#close();
    this.#host.problem("rotate", undefined);
    this.#host.rotated();
    await this.#follow();
  }

  /** Compresses what was rotated and removes what is too much of it, beside what is written. */
  tidy(): void {
    this.#cancelTidy();
    this.#tidyAgain = true;
    this.#tidying ??= this.#tidyUp().finally(() => {
      this.#tidying = undefined;
    });
  }

  async #tidyUp(): Promise<void> {
    while (this.#tidyAgain && !this.#stop.signal.aborted) {
      this.#tidyAgain = false;
      try {
        await this.#tidyOnce();
        this.#host.problem("tidy", undefined);
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        this.#host.problem("tidy", error);
        // The disk may only have been full for a moment.
        this.#cancelTidy = this.#host.after(TIDY_AGAIN, () => this.tidy());
      }
    }
  }

  async #tidyOnce(): Promise<void> {
    const { gate, written, now: clock } = this.#host;
    const { path, maxFiles, maxAge, compress } = this.#options;
    if (this.#folder === undefined) return;
    const name = this.#name;
    const folder = await gate.folderOf(gate.isRestricted ? path : await realpath(path).catch(() => path));
    try {
      const rotated = await this.#ownIn(folder, name);
      rotated.sort((a, b) => b.at - a.at || b.number - a.number);
      const now = clock();
      const kept: RotatedFile[] = [];
      for (const one of rotated) {
        const tooMany = maxFiles > 0 && kept.length >= maxFiles;
        if (!tooMany && !(maxAge > 0 && now - one.at > maxAge)) kept.push(one);
        else await this.#remove(folder, one.name);
      }
      if (compress) for (const one of kept) if (!one.compressed) await this.#compress(folder, one.name);
    } finally {
      await folder.close();
    }
    await written.save();
  }

  /** The rotated files that this server made; what a compression left that was broken off is removed. */
  async #ownIn(folder: OpenFolder, name: string): Promise<RotatedFile[]> {
    const found: RotatedFile[] = [];
    for (const one of await readdir(folder.path)) {
      const unfinished = one.endsWith(UNFINISHED);
      const rotated = readName(unfinished ? one.slice(0, -UNFINISHED.length) : one, name);
      if (rotated === undefined || !(await this.#isOwnFile(folder, one))) continue;
      if (unfinished) await this.#remove(folder, one);
      else found.push(rotated);
    }
    return found;
  }

  async #isOwnFile(folder: OpenFolder, name: string): Promise<boolean> {
    const found = await lstat(folder.at(name), { bigint: true }).catch(() => undefined);
    if (found?.isFile() !== true) return false;
    const { gate, written, isOurs } = this.#host;
    if (await written.has(found)) return true;
    // Those that an earlier version made.
    if (gate.isRestricted || name.endsWith(UNFINISHED)) return false;
    const file = await open(folder.at(name), READING);
    try {
      if (!isOurs(await readBeginning(file, name.endsWith(".gz")))) return false;
      await written.add(found);
      return true;
    } finally {
      await file.close();
    }
  }

  async #remove(folder: OpenFolder, name: string): Promise<void> {
    const found = await lstat(folder.at(name), { bigint: true }).catch(() => undefined);
    await rm(folder.at(name), { force: true });
    if (found !== undefined) this.#host.written.forget(found);
  }

  /** Both names exist where a process ended between the last two steps. */
  async #compress(folder: OpenFolder, name: string): Promise<void> {
    const compressed = `${name}.gz`;
    if (await lstat(folder.at(compressed)).catch(() => undefined)) {
      if (await this.#isOwnFile(folder, compressed)) await this.#remove(folder, name);
      return;
    }
    const unfinished = `${name}${UNFINISHED}`;
    const from = await open(folder.at(name), READING);
    try {
      const to = await open(folder.at(unfinished), "wx");
      try {
        await this.#host.written.add(await to.stat({ bigint: true }));
        const { signal } = this.#stop;
        await pipeline(from.createReadStream(), createGzip(), to.createWriteStream({ flush: true }), { signal });
      } catch (error) {
        await this.#remove(folder, unfinished).catch(() => {});
        throw error;
      } finally {
        await to.close();
      }
      await rename(folder.at(unfinished), folder.at(compressed));
      await this.#remove(folder, name);
    } finally {
      await from.close();
    }
  }

  async #close(): Promise<void> {
    const [file, folder] = [this.#file, this.#folder];
    this.#file = undefined;
    this.#folder = undefined;
    this.#size = 0;
    await file?.close();
    await folder?.close();
  }

  /** Resolves when rotated files are tidied up, for tests. */
  async tidied(): Promise<void> {
    await this.#tidying;
  }

  /** Has the system write down what it holds; compression that is under way is begun again by the next one. */
  async end(): Promise<void> {
    this.#stop.abort();
    this.#cancelTidy();
    await this.#tidying;
    if (this.#dirty) await this.#cutBack().catch(() => {});
    try {
      await this.#file?.datasync();
    } finally {
      await this.#close();
    }
  }
}

const identityOf = ({ dev, ino }: Pick<BigIntStats, "dev" | "ino">): string => `${dev}:${ino}`;

const exists = (path: string): Promise<boolean> =>
  Promise.all(
    [path, `${path}.gz`].map((one) =>
      lstat(one).then(
        () => true,
        () => false,
      ),
    ),
  ).then((found) => found.includes(true));
