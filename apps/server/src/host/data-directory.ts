/** The folder of what must outlive the process, which is this process's own from the first time that it is needed. */
import type { Logger } from "../platform/log.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import { DataLock } from "./data-lock.ts";

export class DataDirectory {
  readonly folder: string;
  readonly #scheduler: Scheduler;
  readonly #log: Logger;
  #lock: DataLock | undefined;
  /** Why it cannot be had, as far as that was tried. */
  #refused: string | undefined;

  constructor(folder: string, scheduler: Scheduler, log: Logger) {
    this.folder = folder;
    this.#scheduler = scheduler;
    this.#log = log;
  }

  /** Makes it this process's. Gives why that cannot be. */
  async take(): Promise<string | undefined> {
    if (this.#lock !== undefined) return this.#lock.lost;
    const taken = await DataLock.take(this.folder, this.#scheduler, this.#log);
    this.#refused = taken.ok ? undefined : taken.message;
    if (!taken.ok) return taken.message;
    this.#lock = taken.lock;
    return undefined;
  }

  /** Why nothing may be written there, where that is so: it is another process's, or never became this one's. */
  get lost(): string | undefined {
    return this.#lock === undefined ? this.#refused : this.#lock.lost;
  }

  /** Gives it back. Idempotent. */
  async release(): Promise<void> {
    await this.#lock?.release();
  }
}
