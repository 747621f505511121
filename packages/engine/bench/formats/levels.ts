/**
 * One spelling for each level, whatever a program calls it: WARNING and 40 of pino are warn, err is error, and so on. A panic is
 * fatal, and the finer steps of a program that counts them are debug.
 */

export type Level =
  | "trace"
  | "debug"
  | "info"
  | "notice"
  | "warn"
  | "error"
  | "critical"
  | "fatal"
  | "alert"
  | "emergency";

const SPELLINGS: Readonly<Record<Level, readonly string[]>> = {
  trace: ["trace", "trc", "verbose", "vrb", "finest", "finer", "10"],
  debug: ["debug", "dbg", "d", "debug1", "debug2", "debug3", "debug4", "debug5", "fine", "20", "d1", "d2"],
  info: ["info", "inf", "i", "information", "informational", "log", "30", "system"],
  notice: ["notice", "note"],
  warn: ["warn", "wrn", "warning", "w", "40"],
  error: ["error", "err", "eror", "e", "fail", "severe", "50"],
  critical: ["critical", "crit"],
  fatal: ["fatal", "f", "ftl", "panic", "60"],
  alert: ["alert"],
  emergency: ["emergency", "emerg"],
};

const BY_SPELLING: ReadonlyMap<string, Level> = new Map(
  Object.entries(SPELLINGS).flatMap(([level, words]) => words.map((word) => [word, level as Level] as const)),
);

/** The level that `word` means, in any case; a word that means none is a mistake of the corpus. */
export function levelOf(word: string): Level {
  const level = BY_SPELLING.get(word.trim().toLowerCase());
  if (level === undefined) throw new Error(`no level is called ${JSON.stringify(word)}`);
  return level;
}

/** The levels of syslog by their number: emergency is 0. */
const SEVERITIES = ["emerg", "alert", "crit", "err", "warning", "notice", "info", "debug"] as const;

export const levelOfSeverity = (severity: number): Level => levelOf(SEVERITIES[severity % 8]!);
