/**
 * Tells when files that stages read have changed. They are looked at now and then rather than watched by the system's
 * means, which miss changes on network and container mounts and follow a name that is replaced only with luck. New bytes
 * are handed on once the file has stood still while it was read; what is in use is not touched by anything less.
 */

import { stat } from "node:fs/promises";
import type { Nanos } from "@sluice/engine";
import { messageOf } from "@sluice/languages/base";
import type { FileGate } from "../platform/file-gate.ts";
import type { Logger } from "../platform/log.ts";
import { readRegular } from "../platform/open-regular.ts";
import type { Scheduler } from "../platform/scheduler.ts";

/** Between two looks. */
export const LOOK_EVERY: Nanos = 5_000_000_000n;

/** What tells one state of a file from another. */
interface FileState {
  readonly size: number;
  readonly mtimeMs: number;
  /** A name that was given to another file. */
  readonly ino: number;
}

/** The file system, as far as it is needed. */
export interface FileAccess {
  stat(path: string): Promise<FileState>;
  read(path: string): Promise<Uint8Array>;
}

/** Bytes of a file that stages may read: databases are the largest. */
const MAX_FILE = 1024 * 1024 * 1024;

export const NODE_FILES: FileAccess = { stat: (path) => stat(path), read: (path) => readRegular(path, MAX_FILE) };

/** The same, where a configuration names the files. */
export const filesThrough = (gate: FileGate): FileAccess => ({
  stat: NODE_FILES.stat,
  read: (path) => readRegular(path, MAX_FILE, (one) => gate.open(one)),
});

interface Watched {
  /** As stages name it. */
  readonly name: string;
  readonly path: string;
  state: FileState;
  /** What the last look could not do, so that it is reported once. */
  problem: string | undefined;
  readonly listeners: Set<(bytes: Uint8Array) => void>;
}

interface Running {
  readonly scheduler: Scheduler;
  readonly log: Logger;
  readonly failed: (error: unknown) => void;
  cancel: () => void;
}

export class FileWatch {
  readonly #files: FileAccess;
  readonly #watched = new Map<string, Watched>();
  #running: Running | undefined;

  constructor(files: FileAccess = NODE_FILES) {
    this.#files = files;
  }

  /** Reads a file for the first time; later changes count from here. Rejects when it cannot be read. */
  async open(name: string, path: string): Promise<Uint8Array> {
    const state = await this.#files.stat(path);
    const bytes = await this.#files.read(path);
    this.#watched.set(name, { name, path, state, problem: undefined, listeners: new Set() });
    return bytes;
  }

  /** Calls `listener` with the bytes of a file that was opened whenever it has changed; gives a function that ends it. */
  listen(name: string, listener: (bytes: Uint8Array) => void): () => void {
    const listeners = this.#watched.get(name)?.listeners;
    listeners?.add(listener);
    return () => void listeners?.delete(listener);
  }

  /** Begins to look, where anyone listens. `failed` is called with what a listener throws. */
  start(scheduler: Scheduler, log: Logger, failed: (error: unknown) => void = () => {}): void {
    if (this.#running !== undefined || this.#wanted().length === 0) return;
    const running: Running = { scheduler, log, failed, cancel: () => {} };
    this.#running = running;
    const look = async () => {
      try {
        for (const one of this.#wanted()) await this.#look(one, running);
      } finally {
        if (this.#running === running) running.cancel = scheduler.after(LOOK_EVERY, look);
      }
    };
    running.cancel = scheduler.after(LOOK_EVERY, look);
  }

  stop(): void {
    this.#running?.cancel();
    this.#running = undefined;
  }

  #wanted(): Watched[] {
    return [...this.#watched.values()].filter(({ listeners }) => listeners.size > 0);
  }

  async #look(one: Watched, running: Running): Promise<void> {
    let bytes: Uint8Array;
    let state: FileState;
    try {
      state = await this.#files.stat(one.path);
      const known = isSame(state, one.state);
      if (known) one.problem = undefined;
      if (known || this.#running !== running) return;
      bytes = await this.#files.read(one.path);
      // Still being written: the next look will tell.
      if (!isSame(await this.#files.stat(one.path), state)) return;
    } catch (error) {
      this.#tell(one, messageOf(error));
      return;
    }
    if (this.#running !== running) return;
    one.state = state;
    one.problem = undefined;
    for (const listener of one.listeners) {
      try {
        listener(bytes);
      } catch (error) {
        // A fault of the listener's; the other files are still looked at.
        running.log.write("error", "a stage failed on a file that has changed", { file: one.name, error });
        running.failed(error);
      }
    }
  }

  #tell(one: Watched, problem: string): void {
    if (one.problem === problem) return;
    one.problem = problem;
    this.#running?.log.write("warn", "a changed file cannot be read; its earlier content stays in use", {
      file: one.name,
      err: problem,
    });
  }
}

const isSame = (a: FileState, b: FileState): boolean => a.size === b.size && a.mtimeMs === b.mtimeMs && a.ino === b.ino;
