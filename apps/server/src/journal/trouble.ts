/** What went wrong with a journal: when it was full, written to the log once at the beginning and the end; and its damages. */
import { type Nanos, SECOND } from "@sluice/engine";
import type { Logger } from "../platform/log.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import type { Damage } from "./store/journal-store.ts";

/** It is no longer full when it has refused nothing for so long: what is removed is often filled again at once. */
const OVER = 10n * SECOND;

export class FullPeriods {
  readonly #scheduler: Scheduler;
  readonly #log: Logger;
  #since: Nanos | undefined;
  /** Of the look at whether it is over. */
  #cancel: (() => void) | undefined;

  constructor(scheduler: Scheduler, log: Logger) {
    this.#scheduler = scheduler;
    this.#log = log;
  }

  /** It refused something. `fields` say what it holds, and who is behind. */
  refused(problem: string, fields: () => Readonly<Record<string, unknown>>): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#since !== undefined) return;
    this.#since = this.#scheduler.now();
    this.#log.write(
      "warn",
      "the journal is full, and takes nothing until there is room: look at the receiver that is furthest behind, raise max_size, or make room on the disk",
      { problem, ...fields() },
    );
  }

  /** It wrote something. */
  wrote(): void {
    if (this.#since === undefined || this.#cancel !== undefined) return;
    this.#cancel = this.#scheduler.after(OVER, () => {
      const seconds = Math.round(Number(this.#scheduler.now() - OVER - this.#since!) / Number(SECOND));
      this.#since = this.#cancel = undefined;
      this.#log.write("info", "the journal takes entries again", { full_seconds: seconds });
    });
  }

  close(): void {
    this.#cancel?.();
  }
}

export class Damages {
  readonly #log: Logger;
  #parts = 0;
  #entries = 0;
  /** Of some it is not known how many entries they held. */
  #atLeast = false;

  constructor(log: Logger) {
    this.#log = log;
  }

  add(damage: Damage): void {
    this.#parts++;
    this.#entries += damage.entries ?? 0;
    this.#atLeast ||= damage.entries === undefined;
    this.#log.write("error", "a part of the journal is damaged and was left out", { ...damage });
  }

  /** Undefined where there is none. */
  get counts(): { readonly parts: number; readonly entries: number } | undefined {
    return this.#parts === 0 ? undefined : { parts: this.#parts, entries: this.#entries };
  }

  /** Undefined where there is none. */
  describe(): string | undefined {
    if (this.#parts === 0) return undefined;
    const parts = this.#parts === 1 ? "1 part of it is damaged" : `${this.#parts} parts of it are damaged`;
    const entries = this.#entries === 1 ? "1 entry is" : `${this.#entries} entries are`;
    return `${parts}: ${this.#atLeast ? "at least " : ""}${entries} lost; the log says where`;
  }
}
