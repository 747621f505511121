/**
 * Where what the server knows becomes what others see: every way out goes through here and loses its secrets (`/api/config`,
 * `/api/status`, the log, messages of a failed start).
 */
import { type Diagnostic, hideBeginning, hideSecrets } from "@sluice/engine";
import type { Logger } from "../platform/log.ts";
import { firstLineOf } from "./faults.ts";

/** Sets of secrets of former configurations and of drafts that are kept: something of them may be on its way. */
const MAX_FORMER = 4;

/** Components whose values are remembered. */
const MAX_COMPONENTS = 1000;

export class Shown {
  /** Of values that components got while they run: the last ones, and those before. */
  readonly #values = new Map<string, readonly [readonly string[], readonly string[]]>();
  /** Of what runs. Neither it nor a set in use gives way to others. */
  #active: readonly string[];
  /** Of what ran before that. */
  #before: readonly string[] = [];
  readonly #inUse = new Set<readonly string[]>();
  #former: readonly (readonly string[])[] = [];
  /** All of these. Longer ones first, since a shorter one may be a part of them. */
  #secrets: readonly string[] = [];

  constructor(secrets: readonly string[]) {
    this.#active = secrets;
    this.#secrets = secrets;
  }

  get secrets(): readonly string[] {
    return this.#secrets;
  }

  /** Of what runs and what ran before it, and of values that its components got: those of drafts are not among them. */
  get running(): readonly string[] {
    return this.#united([this.#active, this.#before]);
  }

  /** Hides these, too, until the function that this returns is called. */
  hideAlso(secrets: readonly string[]): () => void {
    const set = [...secrets];
    this.#inUse.add(set);
    this.#unite();
    return () => {
      if (this.#inUse.delete(set)) this.#unite();
    };
  }

  /** Hides these, too, until so many others came after them. */
  hideForNow(secrets: readonly string[]): void {
    this.#former = [...this.#former, secrets].slice(-MAX_FORMER);
    this.#unite();
  }

  /** These are the secrets of what runs from now on. */
  hideActive(secrets: readonly string[]): void {
    const before = this.#before;
    this.#before = this.#active;
    this.#active = secrets;
    this.hideForNow(before);
  }

  /** Hides what the component `id` got of others while it runs, too, and what it had before that. */
  hideValuesOf(id: string, secrets: readonly string[]): void {
    const before = this.#values.get(id)?.[0] ?? [];
    if (before.length === secrets.length && secrets.every((one, i) => one === before[i])) return;
    this.#values.delete(id);
    this.#values.set(id, [secrets, before]);
    if (this.#values.size > MAX_COMPONENTS) this.#values.delete(this.#values.keys().next().value!);
    this.#unite();
  }

  #unite(): void {
    this.#secrets = this.#united([this.#active, this.#before, ...this.#inUse, ...this.#former]);
  }

  #united(sets: readonly (readonly string[])[]): string[] {
    return [...new Set([...sets.flat(), ...[...this.#values.values()].flat(2)])].sort((a, b) => b.length - a.length);
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
