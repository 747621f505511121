/** Words for amounts in the live view. */
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

/** `08:14:42.118` for an RFC 3339 time, in the browser's time zone. */
export function clockOf(rfc3339: string): string {
  const time = new Date(rfc3339);
  if (Number.isNaN(time.getTime())) return rfc3339;
  return `${time.toLocaleTimeString("en-GB")}.${String(time.getMilliseconds()).padStart(3, "0")}`;
}

/** `08:14:42`: of what the server dates by the second. */
export const secondOf = (rfc3339: string): string => clockOf(rfc3339).replace(/\.\d{3}$/, "");

/** A detail of a component: a text, a number; anything else as JSON. */
export const showFact = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? value.toLocaleString("en") : JSON.stringify(value);

/** Entries per second of a component: its output, or its input if it has no output. */
export const rateOf = ({ kind, in: taken, out }: LiveComponent): number =>
  kind === "writer" || kind === "receiver" || out.entries === 0 ? Math.max(taken.entries, out.entries) : out.entries;

/** The sample of a shadow run: `1 in 8 entries`, `3 of 24 streams`. */
export const shareOf = ({ by, every, streams }: ShadowSample): string =>
  by === "stream" && streams !== undefined
    ? `${streams.taken.toLocaleString("en")} of ${counted(streams.seen, "stream")}`
    : `1 in ${every.toLocaleString("en")} entries`;

/** Why it samples, and the consequences; one sentence each. */
export function explainSample({ by, seen, taken, skipped, by_stream_for, inexact }: ShadowSample): string[] {
  if (taken === seen) return [];
  return [
    "The run samples the entries to stay within its processor time and memory. All numbers are for the sample.",
    by === "entry"
      ? "No stage keeps state between entries, so single entries are sampled."
      : `Whole streams are sampled, since these stages keep state between entries: ${by_stream_for.join(", ")}.`,
    ...(inexact.length === 0
      ? []
      : [`Results differ from a full run, since these stages count all streams together: ${inexact.join(", ")}.`]),
    ...(skipped === 0
      ? []
      : [
          by === "entry"
            ? `${counted(skipped, "entry", "entries")} skipped for lack of room.`
            : `${counted(skipped, "stream")} left the sample, each at its first entry without room.`,
        ]),
  ];
}
