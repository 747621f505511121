/** The server's own log: logfmt lines on standard error, as the tools around it write them. */
import { visible } from "@sluice/engine";

export type LogLevel = "debug" | "info" | "warn" | "error";
const ORDER: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };

export interface Logger {
  enabled(level: LogLevel): boolean;
  write(level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** The same log with fields that every line carries. */
  with(fields: Readonly<Record<string, unknown>>): Logger;
}

/** A log that writes lines with `print`. */
export function createLogger(
  level: LogLevel,
  print: (line: string) => void,
  now: () => Date,
  common: Readonly<Record<string, unknown>> = {},
): Logger {
  return {
    enabled: (asked) => ORDER[asked] >= ORDER[level],
    write(asked, message, fields = {}) {
      if (ORDER[asked] < ORDER[level]) return;
      const pairs = Object.entries({ ts: now().toISOString(), level: asked, msg: message, ...common, ...fields });
      print(`${pairs.map(([key, value]) => `${key}=${quote(value)}`).join(" ")}\n`);
    },
    with: (fields) => createLogger(level, print, now, { ...common, ...fields }),
  };
}

function quote(value: unknown): string {
  const text =
    value instanceof Error
      ? value.message
      : typeof value === "string"
        ? value
        : (JSON.stringify(value) ?? String(value));
  // What others sent may be told here, and the log may go to a terminal.
  return /^[^\s"=\\]+$/.test(text) && visible(text) === text ? text : visible(JSON.stringify(text));
}
