/** Where what the server knows becomes what others see: every way out goes through here and loses its secrets. */
import { type Diagnostic, hideBeginning, hideSecrets } from "@sluice/engine";
import { messageOf } from "./core/faults.ts";
import type { Logger } from "./platform/log.ts";

export class Shown {
  /** Of the configuration that runs. */
  readonly secrets: readonly string[];

  constructor(secrets: readonly string[]) {
    this.secrets = secrets;
  }

  text(text: string): string {
    return hideSecrets(text, { values: this.secrets });
  }

  /** What an endpoint answered: it knows the secrets that it was sent, and `more` of the same, and may repeat them. */
  foreign(text: string, more: readonly string[] = []): string {
    const values = [...this.secrets, ...more];
    return hideBeginning(hideSecrets(text, { values, foreign: true }), values);
  }

  /** Plain data: lists, objects and texts in them. */
  data<T>(value: T): T {
    return this.#data(value) as T;
  }

  #data(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((one) => this.#data(one));
    if (value instanceof Error) return this.text(messageOf(value));
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
