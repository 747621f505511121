/** What a component wrote to the log as warnings and errors: the last ones, for whoever looks at it later. */

import { formatRfc3339 } from "@sluice/engine";
import type { LiveError } from "@sluice/protocol";
import type { Logger } from "../../platform/log.ts";
import type { Scheduler } from "../../platform/scheduler.ts";
import { firstLineOf } from "../faults.ts";

const KEPT = 20;
/** Characters of one text, and fields of one line. */
const MAX_TEXT = 1000;
const MAX_FIELDS = 12;

export class RecentProblems {
  #lines: LiveError[] = [];

  /** The newest last. */
  get lines(): readonly LiveError[] {
    return this.#lines;
  }

  add(line: LiveError): void {
    this.#lines.push(line);
    if (this.#lines.length > KEPT) this.#lines.shift();
  }
}

/** The same log; what goes wrong is kept, too. */
export function recordProblems(log: Logger, recent: RecentProblems, scheduler: Scheduler): Logger {
  return {
    enabled: (level) => log.enabled(level),
    write(level, message, fields) {
      log.write(level, message, fields);
      if (level !== "warn" && level !== "error") return;
      const at = formatRfc3339(scheduler.now());
      const shown = fields && fieldsOf(fields);
      recent.add({ at, level, message: cut(message), ...(shown && { fields: shown }) });
    },
    with: (fields) => recordProblems(log.with(fields), recent, scheduler),
  };
}

/** Stacks are for the log alone. */
function fieldsOf(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const pairs = Object.entries(fields).filter(([name, value]) => name !== "stack" && value !== undefined);
  return Object.fromEntries(pairs.slice(0, MAX_FIELDS).map(([name, value]) => [name, plain(value)]));
}

function plain(value: unknown): unknown {
  if (typeof value === "number" || typeof value === "boolean" || value === null) return value;
  if (typeof value === "string") return cut(value);
  return cut(value instanceof Error ? firstLineOf(value) : (JSON.stringify(value) ?? String(value)));
}

const cut = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text).toWellFormed();
