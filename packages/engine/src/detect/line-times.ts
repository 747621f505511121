/**
 * Times in the lines of a log of any format: the form of time that most lines have, read by the layout that fits it best. The
 * virtual clock follows them, so that a preview has the log's own pace.
 */
import { formatRfc3339, type Nanos } from "@sluice/languages/base";
import { formatDuration } from "@sluice/languages/goduration";
import { compileTimestampFormat, guessTimeFormats } from "@sluice/languages/gotime";
import { insideLine, TIMES_ANYWHERE } from "../vocabulary/index.ts";

export interface LineTimes {
  readonly format: string;
  /** Lines that have such a time, of all. */
  readonly matched: number;
  readonly total: number;
  /** The first of them, as RFC 3339. */
  readonly start: string;
  /** For each line the time since the one before, a Go duration; undefined where none passes: it has no time, or an older one. */
  readonly advances: readonly (string | undefined)[];
}

const FORMS: readonly RegExp[] = [
  ...TIMES_ANYWHERE.map(({ expression }) => insideLine(expression)),
  /(?<=\b[IWEFD])[01]\d[0-3]\d \d{2}:\d{2}:\d{2}\.\d{6}/,
  // Digits alone say that they are a time by their name, or by standing first.
  /(?<=^\[?|(?:time|stamp|ts|date|at|\bt)["']?\s*[:=]\s*["']?)1\d{9}(?:\.\d{1,9}|\d{3}|\d{6}|\d{9})?(?![\w.-])/,
];

/** Characters of a line that are searched for its time, and the share of lines that need one. */
const MAX_LENGTH = 2000;
const ENOUGH = 0.5;

/** `now`: for times without a year. Undefined where most lines have no time of one form. */
export function readLineTimes(lines: readonly string[], now: Nanos): LineTimes | undefined {
  const found = FORMS.map((form) => lines.map((line) => form.exec(line.slice(0, MAX_LENGTH))?.[0]));
  const counts = found.map((texts) => texts.filter((text) => text !== undefined).length);
  const most = Math.max(...counts, 0);
  if (most === 0 || most < lines.length * ENOUGH) return undefined;
  const texts = found[counts.indexOf(most)]!;
  const format = guessTimeFormats(texts.filter((text) => text !== undefined))[0]?.format;
  const compiled = format === undefined ? undefined : compileTimestampFormat(format);
  if (format === undefined || compiled?.ok !== true) return undefined;
  const times = texts.map((text) => {
    const at = text === undefined ? undefined : compiled.parse(text, now);
    return typeof at === "bigint" ? at : undefined;
  });
  const matched = times.filter((time) => time !== undefined).length;
  const start = times.find((time) => time !== undefined);
  if (start === undefined || matched < lines.length * ENOUGH) return undefined;
  let last = start;
  const advances = times.map((time) => {
    if (time === undefined || time <= last) return undefined;
    const advance = formatDuration(time - last);
    last = time;
    return advance;
  });
  return { format, matched, total: lines.length, start: formatRfc3339(start), advances };
}
