/** The server's own log: lines on standard error, in logfmt or JSON, as the tools around it write them. */
import { type LoggingArgs, visible } from "@sluice/engine";

export type LogLevel = "debug" | "info" | "warn" | "error";
const ORDER: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };

export interface Logger {
  enabled(level: LogLevel): boolean;
  write(level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** The same log with fields that every line carries. */
  with(fields: Readonly<Record<string, unknown>>): Logger;
}

export type LogFormat = LoggingArgs["format"];

/** What may change while a log is written to. */
export interface LogSettings {
  level: LogLevel;
  format: LogFormat;
}

/** The log of a process, which follows its configuration. */
export interface ProcessLog {
  readonly log: Logger;
  /** To be called with the block `logging` of each configuration that starts to run; undefined where it has none. */
  adjust(asked: LoggingArgs | undefined): void;
}

/** `level`: what was asked for when the process was started, which no configuration changes. */
export function createProcessLog(
  level: LogLevel | undefined,
  print: (line: string) => void,
  now: () => Date,
): ProcessLog {
  const settings: LogSettings = { level: level ?? "info", format: "logfmt" };
  return {
    log: createLogger(settings, print, now),
    adjust(asked) {
      settings.level = level ?? asked?.level ?? "info";
      settings.format = asked?.format ?? "logfmt";
    },
  };
}

/** A log that writes lines with `print`. */
export function createLogger(
  given: LogLevel | Readonly<LogSettings>,
  print: (line: string) => void,
  now: () => Date,
  common: Readonly<Record<string, unknown>> = {},
): Logger {
  const settings = typeof given === "string" ? { level: given, format: "logfmt" as const } : given;
  const enabled = (asked: LogLevel): boolean => ORDER[asked] >= ORDER[settings.level];
  return {
    enabled,
    write(asked, message, fields = {}) {
      if (!enabled(asked)) return;
      const all = { ts: now().toISOString(), level: asked, msg: message, ...common, ...fields };
      print(`${settings.format === "json" ? toJson(all) : toLogfmt(all)}\n`);
    },
    with: (fields) => createLogger(settings, print, now, { ...common, ...fields }),
  };
}

const toLogfmt = (fields: Readonly<Record<string, unknown>>): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key}=${quote(value)}`)
    .join(" ");

/** What a terminal would take for a command is escaped, besides what JSON itself escapes. */
const toJson = (fields: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(fields, (_key, value) => (value instanceof Error ? value.message : value)).replace(
    /[^ -~]/gu,
    (one) =>
      visible(one) === one ? one : Array.from({ length: one.length }, (_, i) => unicodeEscape(one, i)).join(""),
  );

const unicodeEscape = (text: string, at: number): string => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`;

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
