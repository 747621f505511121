/** Amounts of the live view in words. */
import type { LiveComponent, ShadowSample } from "@sluice/protocol";
import { counted } from "../../core/text/counted.ts";
import { formatBytes } from "../../core/text/units.ts";

/** `0.4`, `12.3`, `1,204`: per second. */
export const formatRate = (rate: number): string =>
  rate.toLocaleString("en", {
    maximumFractionDigits: rate >= 1000 ? 0 : 1,
    minimumFractionDigits: rate >= 1000 ? 0 : 1,
  });

export const formatBytesRate = (rate: number): string => `${formatBytes(rate)}/s`;

/** `08:14:42.118` of an RFC 3339 time, in the clock of whoever looks. */
export function clockOf(rfc3339: string): string {
  const time = new Date(rfc3339);
  if (Number.isNaN(time.getTime())) return rfc3339;
  return `${time.toLocaleTimeString("en-GB")}.${String(time.getMilliseconds()).padStart(3, "0")}`;
}

/** A fact of a component: a text, a number; anything else as JSON. */
export const showFact = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? value.toLocaleString("en") : JSON.stringify(value);

/** What a component does each second: what it gives, or what it takes where it gives nothing. */
export const rateOf = ({ kind, in: taken, out }: LiveComponent): number =>
  kind === "writer" || kind === "receiver" || out.entries === 0 ? Math.max(taken.entries, out.entries) : out.entries;

/** Which entries a shadow run takes: `1 in 8 entries`, `3 of 24 streams`. */
export const shareOf = ({ by, every, streams }: ShadowSample): string =>
  by === "stream" && streams !== undefined
    ? `${streams.taken.toLocaleString("en")} of ${counted(streams.seen, "stream")}`
    : `1 in ${every.toLocaleString("en")} entries`;

/** Why it does not take all, and what follows; one sentence each. */
export function explainSample({ by, seen, taken, skipped, by_stream_for, inexact }: ShadowSample): string[] {
  if (taken === seen) return [];
  return [
    "It takes a part of the entries, so many that it stays within its processor time and memory; all amounts are of that part.",
    by === "entry"
      ? "No stage keeps anything from entry to entry, so each entry is taken or not by itself."
      : `Whole streams are taken, since these stages keep something from entry to entry: ${by_stream_for.join(", ")}.`,
    ...(inexact.length === 0
      ? []
      : [`Not as on all entries, since these count those of all streams together: ${inexact.join(", ")}.`]),
    ...(skipped === 0
      ? []
      : [
          by === "entry"
            ? `For ${counted(skipped, "entry", "entries")} there was no room.`
            : `${counted(skipped, "stream")} left out from an entry on for which there was no room.`,
        ]),
  ];
}
