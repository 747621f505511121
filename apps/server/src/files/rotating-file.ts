/**
 * A file that is written to its end, and rotated when it is full: renamed with the time behind its name, compressed, and
 * removed when there are too many or it is too old. Pieces are written whole or not at all.
 */
import { constants, createReadStream, createWriteStream } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

/** What is needed of a file that is open. */
export type OpenFile = Pick<FileHandle, "write" | "read" | "truncate" | "stat" | "datasync" | "close">;

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
  /** What came of tidying up goes wrong beside what is written. */
  problem(what: "rotate" | "tidy", error: unknown | undefined): void;
  rotated(): void;
  /** For tests: what else than the platform opens files. */
  readonly openFile?: ((path: string, flags: number) => Promise<OpenFile>) | undefined;
}

/** Opening what turns out to be a pipe must not wait for its reader. */
const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);
const NEWLINE = 0x0a;
/** Behind the name: `.20260115T080000.000Z`, where that is taken with a number, and `.gz` when it is compressed. */
const ROTATED = /^\.(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)\.(\d{3})Z(?:-(\d+))?(\.gz)?$/;
const UNFINISHED = ".gz.tmp";
/** Whether the name still leads to the open file is looked at this often. Milliseconds. */
const LOOK_EVERY = 1000;

interface RotatedFile {
  readonly name: string;
  readonly at: number;
  readonly number: number;
  readonly compressed: boolean;
}

export class RotatingFile {
  #options: RotatingFileOptions;
  readonly #host: RotatingFileHost;
  #file: OpenFile | undefined;
  /** Of the open file. Bytes. */
  #size = 0;
  #identity = "";
  #lookedAt = 0;
  /** After a write that failed, what stands behind its size has to go. */
  #dirty = false;
  #tidying: Promise<void> | undefined;
  #tidyAgain = false;
  readonly #stop = new AbortController();

  constructor(options: RotatingFileOptions, host: RotatingFileHost) {
    this.#options = options;
    this.#host = host;
  }

  get size(): number {
    return this.#size;
  }

  /** From now on; the path stays. */
  change(options: RotatingFileOptions): void {
    this.#options = options;
    this.tidy();
  }

  /** Writes lines, the last of which is ended. Throws what the file system throws; then nothing of them stands there. */
  async append(lines: Buffer): Promise<void> {
    await this.#follow();
    const { maxSize } = this.#options;
    if (maxSize > 0 && this.#size > 0 && this.#size + lines.length > maxSize) await this.#rotate();
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

  async #cutBack(): Promise<void> {
    await this.#file!.truncate(this.#size);
    this.#dirty = false;
  }

  /** Opens the file where it is not open, or where another program has moved it away. */
  async #follow(): Promise<void> {
    const now = this.#host.now();
    if (this.#file !== undefined) {
      if (now - this.#lookedAt < LOOK_EVERY) return;
      this.#lookedAt = now;
      const there = await stat(this.#options.path, { bigint: true }).catch(() => undefined);
      if (there !== undefined && identityOf(there) === this.#identity) return;
      await this.#close();
    }
    await mkdir(dirname(this.#options.path), { recursive: true });
    const openFile = this.#host.openFile ?? open;
    const file = await openFile(this.#options.path, FLAGS);
    try {
      const found = await file.stat({ bigint: true });
      if (!found.isFile()) throw new Error("it is not a regular file");
      this.#size = Number(found.size);
      this.#identity = identityOf(found);
      this.#file = file;
      await this.#endLine(file);
    } catch (error) {
      this.#file = undefined;
      await file.close().catch(() => {});
      throw error;
    }
    this.#dirty = false;
    this.#lookedAt = now;
    this.tidy();
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
    const { path } = this.#options;
    try {
      const stamp = new Date(this.#host.now()).toISOString().replace(/[-:]/g, "");
      let to = `${path}.${stamp}`;
      for (let n = 1; await exists(to); n++) to = `${path}.${stamp}-${n}`;
      if (this.#dirty) await this.#cutBack();
      await this.#file!.datasync();
      await rename(path, to);
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
        if (!this.#stop.signal.aborted) this.#host.problem("tidy", error);
      }
    }
  }

  async #tidyOnce(): Promise<void> {
    const { path, maxFiles, maxAge, compress } = this.#options;
    const folder = dirname(path);
    const names = await readdir(folder);
    const begin = basename(path);
    for (const name of names)
      if (name.startsWith(begin) && name.endsWith(UNFINISHED)) await rm(join(folder, name), { force: true });
    const rotated = names
      .flatMap((name) => readName(name, begin) ?? [])
      .sort((a, b) => b.at - a.at || b.number - a.number);
    const now = this.#host.now();
    const kept: RotatedFile[] = [];
    for (const one of rotated) {
      const tooMany = maxFiles > 0 && kept.length >= maxFiles;
      if (tooMany || (maxAge > 0 && now - one.at > maxAge)) await rm(join(folder, one.name), { force: true });
      else kept.push(one);
    }
    if (!compress) return;
    for (const { name, compressed } of kept) if (!compressed) await this.#compress(join(folder, name));
  }

  async #compress(path: string): Promise<void> {
    const unfinished = `${path}${UNFINISHED}`;
    try {
      const { signal } = this.#stop;
      await pipeline(createReadStream(path), createGzip(), createWriteStream(unfinished, { flush: true }), { signal });
      await rename(unfinished, `${path}.gz`);
      await rm(path, { force: true });
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => {});
      throw error;
    }
  }

  async #close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    this.#size = 0;
    await file?.close();
  }

  /** Resolves when rotated files are tidied up, for tests. */
  async tidied(): Promise<void> {
    await this.#tidying;
  }

  /** Has the system write down what it holds; compression that is under way is begun again by the next one. */
  async end(): Promise<void> {
    this.#stop.abort();
    await this.#tidying;
    if (this.#dirty) await this.#cutBack().catch(() => {});
    try {
      await this.#file?.datasync();
    } finally {
      await this.#close();
    }
  }
}

const identityOf = ({ dev, ino }: { readonly dev: bigint; readonly ino: bigint }): string => `${dev}:${ino}`;

const exists = (path: string): Promise<boolean> =>
  Promise.all(
    [path, `${path}.gz`].map((one) =>
      stat(one).then(
        () => true,
        () => false,
      ),
    ),
  ).then((found) => found.includes(true));

/** What the name of a rotated file says; undefined where it is none of the file `begin`. */
function readName(name: string, begin: string): RotatedFile | undefined {
  const match = name.startsWith(begin) ? ROTATED.exec(name.slice(begin.length)) : null;
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second, ms] = match.slice(1, 8).map(Number) as number[];
  const at = Date.UTC(year!, month! - 1, day, hour, minute, second, ms);
  return { name, at, number: Number(match[8] ?? 0), compressed: match[9] !== undefined };
}
