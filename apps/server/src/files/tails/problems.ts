/** What keeps files from being read: told once each in the log, and all of it by the component's health. */
import type { ComponentContext } from "../../core/component.ts";
import { HEALTHY, type Health } from "../../core/health.ts";
import { SparseLog } from "../../core/sparse-log.ts";
import type { Logger } from "../../platform/log.ts";
import type { Problem } from "../problem.ts";
import type { Tails } from "./tails.ts";

/** Problems that the health tells one by one. */
const MAX_SHOWN = 3;

export class Problems {
  readonly #log: Logger;
  readonly #tails: Tails;
  /** Of the component as a whole, by what they are about. */
  readonly #own = new Map<string, Problem>();
  /** What was told of paths, by the path. */
  readonly #told = new Map<string, string>();
  /** Paths of which a line was split. */
  readonly #split = new Set<string>();
  readonly #sparse: SparseLog;

  constructor(context: Pick<ComponentContext, "scheduler" | "log">, tails: Tails) {
    this.#log = context.log;
    this.#sparse = new SparseLog(context);
    this.#tails = tails;
  }

  set(about: string, message: string, serious = true): void {
    if (this.#own.get(about)?.message !== message) this.#log.write("error", message);
    this.#own.set(about, { message, serious });
  }

  delete(about: string): void {
    this.#own.delete(about);
  }

  /** A line of the path was too long: logged the first time, and then sparsely, since one line may have many parts. */
  split(path: string): void {
    this.#sparse.warn("a line is longer than 1 MiB and was split", { path }, !this.#split.has(path));
    this.#split.add(path);
  }

  /** With why nothing may be written any more, if that is so. */
  health(lost: string | undefined): Health {
    const paths = [...this.#tails].flatMap(({ path, problem }) =>
      problem === undefined ? [] : [{ path, ...problem }],
    );
    const own = [...this.#own.values()];
    if (lost !== undefined) own.unshift({ message: lost, serious: true });
    const messages = [...own.map(({ message }) => message), ...paths.map(({ path, message }) => `${path}: ${message}`)];
    if (messages.length === 0) return HEALTHY;
    const shown = messages.slice(0, MAX_SHOWN).join("; ");
    const rest = messages.length - MAX_SHOWN;
    const serious = [...own, ...paths].some((one) => one.serious);
    return { state: serious ? "unhealthy" : "healthy", message: rest > 0 ? `${shown}; and ${rest} more` : shown };
  }

  /** Logs what is wrong with a path when it begins, changes and ends. */
  tellOfPaths(): void {
    for (const { path, problem } of this.#tails) {
      if (problem?.message === this.#told.get(path)) continue;
      if (problem === undefined) {
        this.#told.delete(path);
        this.#log.write("info", "a file can be read now", { path });
      } else {
        this.#told.set(path, problem.message);
        this.#log.write(problem.serious ? "error" : "warn", "a file cannot be read", {
          path,
          reason: problem.message,
        });
      }
    }
    for (const path of this.#told.keys()) if (!this.#tails.has(path)) this.#told.delete(path);
    for (const path of this.#split) if (!this.#tails.has(path)) this.#split.delete(path);
  }
}
