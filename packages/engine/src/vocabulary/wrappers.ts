/** Formats that wrap the lines of programs: those of container runtimes, and syslog's. */
import { parseRfc3339 } from "@sluice/languages/base";
import { type CriLine, parseCriLine } from "@sluice/languages/cri";
import { parseObjectFold } from "@sluice/languages/json";

/** A line of the CRI format; undefined: it is none. */
export function readCri(line: string): CriLine | undefined {
  const first = line.charCodeAt(0);
  if (!(first >= 48 && first <= 57)) return undefined;
  const read = parseCriLine(line);
  return read === undefined || parseRfc3339(read.time) === undefined ? undefined : read;
}

export interface DockerLine {
  /** With its line end, where the runtime has not split it. */
  readonly log: string;
  readonly stream: string;
  /** Undefined: it has none that can be read, as after a collector that has taken it out. */
  readonly time: string | undefined;
}

/** A line of Docker's JSON files; undefined: it is none. */
export function readDocker(line: string): DockerLine | undefined {
  if (!line.startsWith("{") || !line.includes('"log"')) return undefined;
  const read = parseObjectFold(line, ["log", "stream", "time"]);
  if (!read.ok) return undefined;
  const [log, stream, time] = read.values;
  if (log === undefined || stream === undefined || !/^std(?:out|err)$/.test(stream)) return undefined;
  return { log, stream, time: time === undefined || parseRfc3339(time) === undefined ? undefined : time };
}

/** Syslog of RFC 5424, in RE2, with a group for each of its fields. */
export const RFC5424 =
  '^<(?P<priority>\\d{1,3})>[1-9]\\d? (?P<time>\\S+) (?P<host>\\S+) (?P<app>\\S+) (?P<pid>\\S+) (?P<msgid>\\S+) (?P<structured_data>-|(?:\\[(?:[^\\]"\\\\]|"(?:[^"\\\\]|\\\\.)*")*\\])+)(?: (?:\\x{FEFF})?(?P<message>.*))?$';

/** The same up to the message, for this language. */
const HEAD_5424 = new RegExp(
  RFC5424.replaceAll(/\(\?P<\w+>/g, "(?:")
    .replace("\\x{FEFF}", "\\ufeff")
    .replace(/\(\?:\.\*\)\)\?\$$/, "|$)"),
);

/** Where the message begins in a line of RFC 5424; 0: it is none. */
export const syslogMessageAt = (line: string): number =>
  line.startsWith("<") ? (HEAD_5424.exec(line)?.[0].length ?? 0) : 0;
