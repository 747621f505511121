/**
 * Where what the server knows becomes what others see: every way out goes through here and loses its secrets (`/api/config`,
 * `/api/status`, the log, messages of a failed start).
 */
import { type Diagnostic, hideBeginning, hideSecrets } from "@sluice/engine";
import type { Logger } from "../platform/log.ts";
import { firstLineOf } from "./faults.ts";

/** Sets of secrets that are kept: of what runs, of what is about to, and of those before, of which something may be on its way. */
const MAX_SETS = 4;

/** Components whose values are remembered. */
const MAX_COMPONENTS = 1000;

export class Shown {
  /** Of values that components got while they run: the last ones, and those before. */
  readonly #values = new Map<string, readonly [readonly string[], readonly string[]]>();
  #sets: readonly (readonly string[])[];
  /** Of the configuration that runs, and of those around it. Longer ones first, since a shorter one may be a part of them. */
  #secrets: readonly string[] = [];

  constructor(secrets: readonly string[]) {
    this.#sets = [secrets];
    this.#secrets = secrets;
  }

  get secrets(): readonly string[] {
    return this.#secrets;
  }

  /** From now on hides these, too, until so many others came after them, or the function that this gives is called. */
  hideAlso(secrets: readonly string[]): () => void {
    const set = [...secrets];
    this.#keep([...this.#sets, set].slice(-MAX_SETS));
    return () => this.#keep(this.#sets.filter((one) => one !== set));
  }

  /** Hides what the component `id` got of others while it runs, too, and what it had before that. */
  hideValuesOf(id: string, secrets: readonly string[]): void {
    const before = this.#values.get(id)?.[0] ?? [];
    if (before.length === secrets.length && secrets.every((one, i) => one === before[i])) return;
    this.#values.delete(id);
    this.#values.set(id, [secrets, before]);
    if (this.#values.size > MAX_COMPONENTS) this.#values.delete(this.#values.keys().next().value!);
    this.#keep(this.#sets);
  }

  #keep(sets: readonly (readonly string[])[]): void {
    this.#sets = sets;
    this.#secrets = [...new Set([...sets.flat(), ...[...this.#values.values()].flat(2)])].sort(
      (a, b) => b.length - a.length,
    );
  }

  text(text: string): string {
    return hideSecrets(text, { values: this.secrets, encoded: true });
  }

  /** What an endpoint answered: it knows the secrets that it was sent, and `more` of the same, and may repeat them, encoded too. */
  foreign(text: string, more: readonly string[] = []): string {
    const shown = hideSecrets(text, { values: this.secrets, also: more, foreign: true, encoded: true });
    return hideBeginning(shown, this.secrets, more);
  }

  /** Plain data: lists, objects and texts in them. */
  data<T>(value: T): T {
    return this.#data(value) as T;
  }

  #data(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((one) => this.#data(one));
    if (value instanceof Error) return this.text(firstLineOf(value));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.#data(one)]));
  }

  diagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
    return diagnostics.map((one) => ({
      ...one,
      message: this.text(one.message),
      ...(one.related === undefined
        ? {}
        : { related: one.related.map((other) => ({ ...other, message: this.text(other.message) })) }),
    }));
  }

  log(log: Logger): Logger {
    return {
      enabled: (level) => log.enabled(level),
      write: (level, message, fields) => {
        if (log.enabled(level)) log.write(level, this.text(message), fields && this.data(fields));
      },
      with: (fields) => this.log(log.with(this.data(fields))),
    };
  }
}
