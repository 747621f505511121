/** Times and durations of samples and the clock, as the user writes them. */
import { formatRfc3339, parseRfc3339, readAdvance } from "@sluice/engine";
import { formatDuration } from "@sluice/languages/goduration";

export { readAdvance as readDuration, readSampleTime as readTime } from "@sluice/engine";

/** The time `milliseconds` after 1970, as RFC 3339. */
export const formatMoment = (milliseconds: number): string =>
  formatRfc3339(BigInt(Math.trunc(milliseconds)) * 1_000_000n);

/** `08:00:03.5` of an RFC 3339 time in UTC; with its date where that is not the one of `near`. */
export function formatClock(at: string, near?: string): string {
  const [date = at, time = ""] = at.replace(/Z$/, "").split("T");
  return near === undefined || near.startsWith(date) ? time : `${date} ${time}`;
}

/** `3s`, `1m30.5s` from one RFC 3339 time to another; undefined when that is not ahead. */
export function timeUntil(from: string, to: string): string | undefined {
  const a = parseRfc3339(from);
  const b = parseRfc3339(to);
  return a === undefined || b === undefined || b < a ? undefined : formatDuration(b - a);
}

/** An RFC 3339 time after a duration; without one, or where one of the two cannot be read, that time. */
export function addTime(at: string, duration: string | undefined): string {
  const start = parseRfc3339(at);
  const by = duration === undefined ? undefined : readAdvance(duration);
  return start === undefined || by === undefined ? at : formatRfc3339(start + by);
}
