/** The platform's files. Only their owner may read them. */
import { fdatasync, write, writev } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, unlink } from "node:fs/promises";
import { DataLock } from "../../host/data-lock.ts";
import type { Logger } from "../../platform/log.ts";
import type { Scheduler } from "../../platform/scheduler.ts";
import { JournalLocked } from "./errors.ts";
import type { JournalFile, JournalFiles } from "./files.ts";

const WORDS = {
  name: "journal",
  advice: "give each its own data directory",
  effect: "nothing more is written to it",
};
const FLAGS = { create: "wx", write: "r+", read: "r" } as const;

export function nodeJournalFiles(scheduler: Scheduler, log: Logger): JournalFiles {
  return {
    async makeDirectory(path) {
      await mkdir(path, { recursive: true, mode: 0o700 });
    },
    list: (path) => readdir(path),
    open: async (path, mode) => new NodeFile(await open(path, FLAGS[mode], 0o600)),
    rename,
    remove: (path) => unlink(path),
    async syncDirectory(path) {
      // Windows keeps names by itself, and opens no directory.
      if (process.platform === "win32") return;
      const handle = await open(path, "r");
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
    async lock(path) {
      const taken = await DataLock.take(path, scheduler, log, WORDS);
      if (!taken.ok) throw new JournalLocked(taken.message);
      return taken.lock;
    },
  };
}

class NodeFile implements JournalFile {
  readonly #handle: FileHandle;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  async read(into: Uint8Array, position: number): Promise<number> {
    let done = 0;
    while (done < into.length) {
      const { bytesRead } = await this.#handle.read(into, done, into.length - done, position + done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return done;
  }

  async write(pieces: readonly Uint8Array[], position: number): Promise<void> {
    let rest = pieces;
    let at = position;
    // A disk that fills up takes a part, and answers only the next attempt with an error.
    while (rest.length > 0) {
      const bytesWritten = await this.#writeSome(rest, at);
      at += bytesWritten;
      rest = without(rest, bytesWritten);
    }
  }

  /** By callbacks: the platform's promises take some µs more for each call. */
  #writeSome(pieces: readonly Uint8Array[], position: number): Promise<number> {
    const { fd } = this.#handle;
    return new Promise((resolve, reject) => {
      const written = (error: Error | null, bytes: number) => (error === null ? resolve(bytes) : reject(error));
      const [first] = pieces;
      if (pieces.length === 1) write(fd, first!, 0, first!.length, position, written);
      else writev(fd, pieces, position, written);
    });
  }

  sync(): Promise<void> {
    const { fd } = this.#handle;
    return new Promise((resolve, reject) => {
      fdatasync(fd, (error) => (error === null ? resolve() : reject(error)));
    });
  }

  async truncate(size: number): Promise<void> {
    await this.#handle.truncate(size);
  }

  async size(): Promise<number> {
    return (await this.#handle.stat()).size;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

/** What is left behind the first `bytes`. */
function without(pieces: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let skip = bytes;
  const rest: Uint8Array[] = [];
  for (const piece of pieces) {
    if (skip < piece.length) rest.push(piece.subarray(skip));
    skip = Math.max(0, skip - piece.length);
  }
  return rest;
}
